"""Programs that tests run."""

import subprocess
from pathlib import Path
from typing import Any


def output_of(*command: str | Path, code: int = 0, **options: Any) -> str:  # noqa: ANN401
    """The standard output of a program that ends with this code; `options` as in subprocess.run."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return str(done.stdout)
