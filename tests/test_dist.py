"""The artifacts of `make dist`, installed on their own, pass the first documented examples."""

import json
import os
import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from service import __version__
from tests.docs.pages import ADDRESS_SHOWN, README, blocks_of
from tests.live import ROOT, Service, running_service
from tests.programs import output_of

pytestmark = pytest.mark.full

TERMINAL = ROOT / "docs" / "terminal.md"
REQUIREMENTS = ROOT / "requirements.txt"
EXAMPLES = [each.text.strip() for page in (README, TERMINAL) for each in blocks_of(page)]
FIRST_CALL = next(each for each in EXAMPLES if each.startswith("curl "))
FIRST_ANSWER = next(each for each in EXAMPLES if each.startswith("{"))
PLAYER = next(each for each in EXAMPLES if "sys.stdin" in each)
EXAM = next(each for each in EXAMPLES if each.startswith("noughts exam"))


def run(*command: str | Path, folder: Path = ROOT, code: int = 0) -> str:
    """The output of a program, which finds only the packages installed with it."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return output_of(*command, code=code, cwd=folder, env=environment)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make dist` fills, in the environment that runs the tests."""
    if find_spec("cyclonedx_py") is None:  # of `make .venv/tools`, which CI has run
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no cyclonedx-bom here")
    folder = tmp_path_factory.mktemp("release") / "dist"
    built = ("--old-file=.venv/dev", "--old-file=.venv/tools")
    run("make", *built, "dist", f"PYTHON={sys.executable}", f"DIST={folder}")
    return folder


@pytest.fixture(scope="module")
def noughts(dist: Path) -> Path:
    """The command in an environment with only the wheel and the locked requirements."""
    environment = dist.parent / "environment"
    [wheel] = dist.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install")
    options = ("--quiet", "--no-compile", "--no-deps")
    run(*pip, *options, "--require-hashes", "--requirement", REQUIREMENTS)
    run(*pip, *options, wheel)
    return environment / "bin" / "noughts"


def test_checksums_cover_all_files(dist: Path) -> None:
    checked = run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=dist)
    assert checked.count(": OK") == 3
    assert sorted(path.suffix for path in dist.iterdir()) == ["", ".json", ".tgz", ".whl"]


def test_bill_of_materials_lists_the_locked_requirements(dist: Path) -> None:
    bill = json.loads((dist / f"noughts-{__version__}.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    main = bill["metadata"]["component"]
    assert (main["name"], main["version"]) == ("noughts", __version__)
    listed = {(each["name"], each["version"]) for each in bill["components"]}
    locked = re.findall(r"^([\w.-]+)==([^ ;]+)", REQUIREMENTS.read_text(), re.MULTILINE)
    assert listed == set(locked)
    assert all("SHA-256" in json.dumps(each) for each in bill["components"])


def test_wheel_serves_the_first_call(
    noughts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)

    class Installed(Service):
        """The installed command, run in an empty folder."""

        command = (str(noughts), "serve")
        folder = tmp_path

    service = Installed()
    try:
        path = shlex.split(FIRST_CALL)[1].removeprefix(ADDRESS_SHOWN)
        assert httpx.get(f"{service.url}{path}").json() == json.loads(FIRST_ANSWER)
        assert httpx.get(f"{service.url}/readyz").json()["version"] == __version__
    finally:
        service.stop()


def test_wheel_examines_the_documented_player(noughts: Path, tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(PLAYER)
    assert run(noughts, "--version").startswith(f"noughts {__version__}, ")
    verdict = run(noughts, *shlex.split(EXAM)[1:], folder=tmp_path, code=1)
    assert "The player as O: loses" in verdict


def test_kit_makes_a_call(dist: Path, tmp_path: Path) -> None:
    kit = dist / f"noughts-{__version__}.tgz"
    run("npm", "install", "--offline", "--silent", kit, folder=tmp_path)
    program = """
        import { Noughts } from "noughts/client";
        const noughts = new Noughts({ base: process.argv[1] });
        const { move } = await noughts.bestMove({ board: "XO./.X./..O" });
        console.log(move.cell, move.text);
    """
    with running_service() as url:
        printed = run("node", "--input-type=module", "--eval", program, url, folder=tmp_path)
    assert printed == "3 Creates two threats at once, and wins in 3\n"
    package = json.loads((tmp_path / "node_modules" / "noughts" / "package.json").read_text())
    assert package["version"] == __version__
