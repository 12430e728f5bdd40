"""`pip wheel .`: the installed wheel contains everything the commands need, in any folder.

With a C compiler a wheel contains the compiled search, and is then for one platform.
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
from tests.programs import output_of

pytestmark = pytest.mark.full

PIP = (sys.executable, "-m", "pip")
BOARD = {"board": "...../...../...../.....", "in_a_row": 4, "max_nodes": 50_000}


class Wheel(NamedTuple):
    """A wheel, the name of its search, and the command that it installs."""

    search: str
    path: Path
    noughts: Path


@pytest.fixture(scope="module", params=["compiled", "python"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """A wheel with each search, installed alone in a virtual environment."""
    search: str = request.param
    if search == "compiled" and compiler() is None:
        pytest.skip("There is no C compiler.")
    folder = tmp_path_factory.mktemp(search)
    subprocess.run(
        [*PIP, "wheel", "--quiet", "--no-deps", f"--wheel-dir={folder}", ROOT],
        env=os.environ | {"NOUGHTS_SEARCH": search},
        check=True,
    )
    [built] = folder.iterdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    install = ("--python", str(python), "install", "--quiet", "--no-deps", str(built))
    subprocess.run([*PIP, *install], check=True)
    return Wheel(search, built, python.with_name("noughts"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A current folder with another module called `service`; the requirements of the tests."""
    (tmp_path / "service.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))
    monkeypatch.delenv("NOUGHTS_SEARCH", raising=False)


def test_wheel_is_platform_specific_only_with_the_library(wheel: Wheel) -> None:
    is_pure = wheel.search == "python"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = "py3-none-any" if is_pure else f"py3-none-{platform}"
    assert wheel.path.name == f"noughts-{__version__}-{tag}.whl"
    with zipfile.ZipFile(wheel.path) as files:
        libraries = [name for name in files.namelist() if name.endswith(".so")]
        metadata = files.read(f"noughts-{__version__}.dist-info/WHEEL").decode()
    assert libraries == ([] if is_pure else ["noughts/engine/search/compiled/search.so"])
    assert f"Root-Is-Purelib: {str(is_pure).lower()}\n" in metadata
    assert f"Tag: {tag}\n" in metadata


def test_installed_command_names_its_search_and_analyzes(wheel: Wheel) -> None:
    version = output_of(wheel.noughts, "--version")
    assert version == f"noughts {__version__}, {wheel.search} search\n"
    analysis = json.loads(output_of(wheel.noughts, "analyze", "XO./.X./..O", "--json"))
    assert analysis["best_move"] == 3


@pytest.mark.parametrize("name", ["noughts", "noughts.engine"])
def test_installed_package_is_imported_under_its_own_name(wheel: Wheel, name: str) -> None:
    python = wheel.noughts.with_name("python")
    program = f"import {name} as it; print(it.analyze(it.read_position('XO./.X./..O')).nodes)"
    assert int(output_of(python, "-c", program)) > 0


def test_former_name_of_the_package_works_elsewhere(wheel: Wheel, tmp_path: Path) -> None:
    program = "from service.app import create_app; print(create_app().title)"
    (tmp_path / "empty").mkdir()
    python = wheel.noughts.with_name("python")
    assert output_of(python, "-c", program, cwd=tmp_path / "empty") == "Noughts\n"


def test_installed_application_serves_searches_of_its_workers(wheel: Wheel) -> None:
    class Installed(Service):
        """uvicorn with the installed package, beside a module called `service`."""

        command = (
            *(str(wheel.noughts.with_name("python")), "-m", "uvicorn"),
            *("noughts.app:create_app", "--factory", "--port=0"),
        )
        folder = Path.cwd()

    service = Installed()
    try:
        found = httpx.post(f"{service.url}/v1/analysis", json=BOARD, timeout=60)
        assert found.json()["nodes"] > 0
    finally:
        service.stop()
