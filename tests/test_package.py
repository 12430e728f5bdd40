"""`pip install .`: what is installed holds all that the commands need, in any folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from service import __version__
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
