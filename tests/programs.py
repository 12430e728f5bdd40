"""Programs that the tests run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.live import ROOT

# Programs of this environment first; Debian installs nginx in the last folder.
PATH = os.pathsep.join(
    [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath), "/usr/sbin"]
)


def find(program: str) -> str:
    """The path of a program; a test that needs one that is missing fails."""
    path = shutil.which(program, path=PATH)
    assert path, f"{program} is missing"
    return path


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """The standard output of a program; if it fails, the test fails with its output."""
    return output_of(*command, cwd=folder, env=os.environ | {"PATH": PATH} | variables)


def output_of(*command: str | Path, code: int = 0, **options: Any) -> str:  # noqa: ANN401
    """The standard output of a program that ends with this code within ten minutes.

    `options` are those of subprocess.run.
    """
    options = {"timeout": 600} | options
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return str(done.stdout)
