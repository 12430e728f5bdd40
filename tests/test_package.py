"""`pip install .`: what is installed holds all that the commands need, in any folder.

A wheel carries the compiled search where there is a C compiler, and then is for one platform.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from service import __version__
from service.engine.search.compiled.build import compiler
from tests.live import ROOT, Service

pytestmark = pytest.mark.full

BOARD = {"board": "...../...../...../.....", "in_a_row": 4, "max_nodes": 50_000}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as it is installed; its requirements are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*command, f"--target={folder}", str(ROOT)], check=True)
    return folder


class Wheel(NamedTuple):
    """A wheel, and the search that it is for."""

    search: str
    path: Path


@pytest.fixture(scope="module", params=["compiled", "python"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """A wheel for each of the searches."""
    search: str = request.param
    if search == "compiled" and compiler() is None:
        pytest.skip("There is no C compiler.")
    folder = tmp_path_factory.mktemp(search)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    environment = os.environ | {"NOUGHTS_SEARCH": search}
    subprocess.run([*command, f"--wheel-dir={folder}", str(ROOT)], env=environment, check=True)
    [built] = folder.iterdir()
    return Wheel(search, built)


def test_a_wheel_with_the_library_is_for_its_platform_and_one_without_for_any(wheel: Wheel) -> None:
    is_pure = wheel.search == "python"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = "py3-none-any" if is_pure else f"py3-none-{platform}"
    assert wheel.path.name == f"noughts-{__version__}-{tag}.whl"
    with zipfile.ZipFile(wheel.path) as files:
        libraries = [name for name in files.namelist() if name.endswith(".so")]
        metadata = files.read(f"noughts-{__version__}.dist-info/WHEEL").decode()
    assert libraries == ([] if is_pure else ["service/engine/search/compiled/search.so"])
    assert f"Root-Is-Purelib: {str(is_pure).lower()}\n" in metadata
    assert f"Tag: {tag}\n" in metadata


@pytest.mark.usefixtures("elsewhere")
def test_a_wheel_installed_by_itself_says_which_search_runs(wheel: Wheel, tmp_path: Path) -> None:
    """In an empty virtual environment, which borrows the requirements from that of the tests."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
    ]
    subprocess.run([*command, str(wheel.path)], check=True)
    said = subprocess.run(
        [python.with_name("noughts"), "--version"],
        env={"PYTHONPATH": sysconfig.get_path("purelib")},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert said == f"noughts {__version__}, {wheel.search} search\n"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: another project's, whose package has the same name as ours."""
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def noughts(installed: Path, *arguments: str) -> str:
    """What the command prints."""
    return subprocess.run(
        [installed / "bin" / "noughts", *arguments],
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        check=True,
        text=True,
    ).stdout


@pytest.mark.usefixtures("elsewhere")
def test_the_command_analyzes(installed: Path) -> None:
    assert noughts(installed, "--version").startswith(f"noughts {__version__}, ")
    analysis = json.loads(noughts(installed, "analyze", "XO./.X./..O", "--json"))
    assert analysis["best_move"] == 3


def test_the_command_serves(
    installed: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(installed))

    class Installed(Service):
        """The installed command, run in a folder of its own."""

        command = (str(installed / "bin" / "noughts"), "serve")
        folder = elsewhere

    service = Installed()
    try:
        with httpx.Client(base_url=service.url) as client:
            assert "client/noughts-board.js" in client.get("/").text
            assert client.get("/client/noughts.js").status_code == 200
            assert client.get("/v1/levels").json()["levels"][0]["strength"]
            searched = client.post("/v1/analysis", json=BOARD)  # in a worker
            assert searched.json()["nodes"] > 1_000
    finally:
        service.stop()
