"""The fixtures of the deployment's tests."""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from pathlib import Path

import pytest

from tests.deploy.proxy import Site
from tests.live import ROOT
from tests.programs import run

numbers = count()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture(scope="package")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the previous release; in a clone without its history, of this one.

    At least one file of the pages differs.
    """
    folder, parts = tmp_path_factory.mktemp("previous"), ("openapi", "service")
    newest = ("git", "log", "-1", "--format=%h", "--grep=^Release [0-9.]*$")
    found = subprocess.run(newest, cwd=ROOT, check=False, capture_output=True, text=True)
    if commit := found.stdout.strip():
        packed = subprocess.check_output(["git", "archive", commit, *parts], cwd=ROOT)
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    else:
        for part in parts:
            shutil.copytree(ROOT / part, folder / part)
    with (folder / "service" / "static" / "shared" / "site.css").open("a") as file:
        file.write("/* previous */")
    run(sys.executable, "-m", "service.engine.search.compiled", folder=folder)
    return folder


@pytest.fixture
def path() -> str:
    return new_path()


def new_path() -> str:
    """A path that no client has requested yet."""
    return f"/v1/best-move?board=XO./.X./..O&level=easy&seed={next(numbers)}"
