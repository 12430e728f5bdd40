"""The artifacts of `make dist`, installed alone, and all other ways to install the package.

With a C compiler a wheel contains the compiled search, and is then for one platform.
"""

import json
import os
import shlex
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from service import __version__
from service.api.pages import DOCUMENTS
from service.engine.search.compiled.build import compiler
from tests.docs.pages import ADDRESS_SHOWN, README, blocks_of
from tests.live import ROOT, Service, get
from tests.programs import output_of

pytestmark = pytest.mark.full

TERMINAL = ROOT / "docs" / "terminal.md"
REQUIREMENTS = ROOT / "requirements.txt"
EXAMPLES = [each.text.strip() for page in (README, TERMINAL) for each in blocks_of(page)]
FIRST_CALL = next(each for each in EXAMPLES if each.startswith("curl "))
FIRST_ANSWER = next(each for each in EXAMPLES if each.startswith("{"))
PLAYER = next(each for each in EXAMPLES if "sys.stdin" in each)
EXAM = next(each for each in EXAMPLES if each.startswith("noughts exam"))
PIP = (sys.executable, "-m", "pip")
QUIET = ("install", "--quiet", "--no-compile", "--no-deps")


def run(*command: str | Path, folder: Path = ROOT, code: int = 0, **variables: str) -> str:
    """The output of a program, which finds only the packages installed with it."""
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "NOUGHTS_SEARCH"}
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    return output_of(*command, code=code, cwd=folder, env=environment | variables)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make dist` fills, in the environment that runs the tests."""
    if find_spec("cyclonedx_py") is None:  # of `make .venv/tools`, which CI has run
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no cyclonedx-bom here")
    folder = tmp_path_factory.mktemp("release") / "dist"
    built = ("--old-file=.venv/dev", "--old-file=.venv/tools")
    run("make", *built, "dist", f"PYTHON={shlex.quote(sys.executable)}", f"DIST={folder}")
    return folder


def installed(wheel: Path, environment: Path, *requirements: str | Path) -> Path:
    """The command of a wheel in a virtual environment with only these requirements."""
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    pip = (*PIP, "--python", environment / "bin" / "python", *QUIET)
    if requirements:
        run(*pip, "--require-hashes", *requirements)
    run(*pip, wheel)
    return environment / "bin" / "noughts"


@pytest.fixture(scope="module")
def noughts(dist: Path) -> Path:
    """The command in an environment with only the wheel and the locked requirements."""
    [wheel] = dist.glob("*.whl")
    return installed(wheel, dist.parent / "environment", "--requirement", REQUIREMENTS)


def test_checksums_cover_all_files(dist: Path) -> None:
    checked = run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=dist)
    assert checked.count(": OK") == 3
    assert sorted(path.suffix for path in dist.iterdir()) == ["", ".json", ".tgz", ".whl"]


def test_wheel_serves_the_first_call_and_examines_the_documented_player(
    noughts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)

    with Service(tmp_path, (str(noughts), "serve")) as service:  # without a service in its folder
        path = shlex.split(FIRST_CALL)[1].removeprefix(ADDRESS_SHOWN)
        assert get(f"{service.url}{path}").json() == json.loads(FIRST_ANSWER)
        assert get(f"{service.url}/readyz").json()["version"] == __version__
        for name in DOCUMENTS:
            assert "<article" in get(f"{service.url}/docs/{name}").text
    (tmp_path / "player.py").write_text(PLAYER)
    verdict = run(noughts, *shlex.split(EXAM)[1:], folder=tmp_path, code=1)
    assert "The player as O: loses" in verdict


def test_npm_package_has_the_version_and_the_license(dist: Path) -> None:
    with tarfile.open(dist / f"noughts-{__version__}.tgz") as package:
        assert "package/LICENSE" in package.getnames()
        file = package.extractfile("package/package.json")
        assert file
        assert json.load(file)["version"] == __version__


class Wheel(NamedTuple):
    """A wheel, the name of its search, and the command that it installs."""

    search: str
    path: Path
    noughts: Path


@pytest.fixture(scope="module", params=["compiled", "python"])
def wheel(
    request: pytest.FixtureRequest, dist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Wheel:
    """The wheel of the release, or one without a compiler, alone in a virtual environment."""
    search: str = request.param
    if search == "compiled" and compiler() is None:
        pytest.skip("There is no C compiler.")
    folder = tmp_path_factory.mktemp(search)
    if search == "python":
        options = ("--quiet", "--no-deps", f"--wheel-dir={folder}")
        run(*PIP, "wheel", *options, ROOT, NOUGHTS_SEARCH=search)
    [built] = (folder if search == "python" else dist).glob("*.whl")
    return Wheel(search, built, installed(built, folder / "venv"))


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


def test_installed_package_works_beside_another_one_called_service(
    wheel: Wheel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a command, as a library, and as an application with workers."""
    packages = sysconfig.get_path("purelib")  # the requirements, those of the tests
    monkeypatch.setenv("PYTHONPATH", packages)
    python = str(wheel.noughts.with_name("python"))

    def inside(*command: str | Path) -> str:
        return run(*command, folder=tmp_path, PYTHONPATH=packages)

    (tmp_path / "service.py").touch()  # Python finds it before any installed module.
    packages_alone = "import importlib.metadata as m; print(*m.packages_distributions())"
    assert set(run(python, "-I", "-c", packages_alone).split()) - {"pip"} == {"noughts"}
    version = f"noughts {__version__}, {wheel.search} search\n"
    assert inside(wheel.noughts, "--version") == version
    analysis = json.loads(inside(wheel.noughts, "analyze", "XO./.X./..O", "--json"))
    assert analysis["best_move"] == 3
    for name in ("noughts", "noughts.engine"):
        program = f"import {name} as it; print(it.analyze(it.read_position('XO./.X./..O')).nodes)"
        assert int(inside(python, "-c", program)) > 0

    uvicorn = (python, "-m", "uvicorn", "noughts.app:create_app", "--factory", "--port=0")
    with Service(tmp_path, uvicorn) as service:
        asked = {"board": "...../...../...../.....", "in_a_row": 4, "max_nodes": 50_000}
        found = httpx.post(f"{service.url}/v1/analysis", json=asked, timeout=120)
        assert found.json()["nodes"] > 0


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the committed files and their changes, in a folder with a space and an umlaut."""
    folder = tmp_path_factory.mktemp("source") / "Nought s ü"
    for name in run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def test_editable_installation_follows_the_working_tree(checkout: Path) -> None:
    environment = checkout / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    run(*PIP, "--python", environment / "bin" / "python", *QUIET, "--editable", checkout)
    version = checkout / "service" / "__init__.py"
    version.write_text(version.read_text().replace(__version__, "0.0.0"))
    noughts, search = environment / "bin" / "noughts", "compiled" if compiler() else "python"
    packages = sysconfig.get_path("purelib")
    printed = run(noughts, "--version", folder=checkout.parent, PYTHONPATH=packages)
    assert printed == f"noughts 0.0.0, {search} search\n"
    program = "from noughts import analyze; print(analyze.__module__)"
    assert run(noughts.with_name("python"), "-c", program, folder=checkout) == "noughts.engine\n"
    assert not list(environment.glob("lib/*/site-packages/service*"))
    assert not list(environment.glob("lib/*/site-packages/noughts"))


def test_source_distribution_installs_the_command(checkout: Path) -> None:
    built = checkout / "sdist"
    run(*PIP, "install", "--quiet", "--target", checkout / "build-tool", "build")
    tool = checkout / "build-tool"
    run(sys.executable, "-m", "build", "--sdist", "--outdir", built, checkout, PYTHONPATH=str(tool))
    [archive] = built.iterdir()
    noughts = installed(archive, checkout / "other", "--requirement", REQUIREMENTS)
    assert "search" in run(noughts, "--version", folder=checkout.parent)
