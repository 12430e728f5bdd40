"""The package noughts in fresh projects, built from its tarball, and the page in Firefox."""

import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service import __version__
from tests.browser.playground import LOST, cell, has_marks, says
from tests.browser.servers import origin
from tests.live import ROOT

PROJECTS = Path(__file__).parent / "projects"
BUILT = ["plain", "react/dist", "vue/dist"]
DERIVED = shutil.ignore_patterns("node_modules", "dist")


def run(folder: Path, *command: str) -> str:
    """A command's output."""
    return subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True, timeout=300
    ).stdout


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory, direct: str) -> Path:
    """The projects with their dependencies and the service's URL."""
    folder = tmp_path_factory.mktemp("projects") / "projects"
    shutil.copytree(PROJECTS, folder, ignore=DERIVED)
    run(folder, "npm", "ci", "--silent")
    tarball = f"dist/noughts-{__version__}.tgz"
    run(ROOT, "make", "--silent", tarball)
    with tarfile.open(ROOT / tarball) as package:
        package.extractall(folder / "node_modules", filter="data")
    (folder / "node_modules" / "package").rename(folder / "node_modules" / "noughts")
    for page in [folder / "plain/index.html", folder / "react/main.tsx", folder / "vue/Game.vue"]:
        page.write_text(page.read_text().replace("SERVICE", direct))
    return folder


@pytest.fixture(scope="module")
def built(projects: Path) -> Path:
    """The folder of the projects, all built."""
    shutil.copytree(projects / "node_modules" / "noughts", projects / "plain" / "noughts")
    run(projects, "npm", "run", "--silent", "build")
    return projects


@pytest.fixture(scope="module")
def elsewhere(built: Path) -> Iterator[str]:
    """The origin that serves them."""
    with origin(built) as address:
        yield address


@pytest.fixture
def hosts(direct: str, elsewhere: str) -> tuple[str, ...]:
    """Pages may request the service and their own origin."""
    return (f"{direct}/", f"{elsewhere}/", "data:")


@pytest.mark.parametrize("project", BUILT)
def test_a_project_plays(page: Page, elsewhere: str, project: str) -> None:
    page.goto(f"{elsewhere}/{project}/")
    cell(page, 0).click()
    has_marks(page, 1, 1)
    expect(page.locator("#told")).to_have_text("X0 O4")


def test_a_german_page_is_german(page: Page, elsewhere: str) -> None:
    page.goto(f"{elsewhere}/plain/")
    says(page, "Du bist am Zug: X.")


def test_it_is_rendered_on_a_server(projects: Path) -> None:
    rendered = run(projects, "npm", "run", "--silent", "render")
    assert rendered == '<noughts-board level="hard" in-a-row="4"></noughts-board>\n'


def test_a_game_in_firefox(projects: Path, direct: str) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if not firefox:
        pytest.skip("there is no Firefox on this machine")
    address = f"{direct}/{LOST.removesuffix('.1.5')}"
    said = run(projects, "node", "firefox.mjs", firefox, address, "1")
    assert said == "Medium beat you.\n"
