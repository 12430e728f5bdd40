"""The package noughts in fresh projects, built from its tarball."""

import shutil
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service import __version__
from tests.browser.board import cell, has_marks, says
from tests.live import ROOT
from tests.programs import run

PROJECTS = Path(__file__).parent / "projects"
PAGES = [
    "plain/index.html",
    "react/main.tsx",
    "rendered/Game.tsx",
    "svelte/Game.svelte",
    "vue/Game.vue",
]
RENDERED = '<noughts-board base="{}" side="both" columns="4" rows="4" inARow="4"></noughts-board>'
pytestmark = pytest.mark.release
# Otherwise, React's development build recommends its tools in the console.
NO_TOOLS = "window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { isDisabled: true }"


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory, direct: str) -> Path:
    """The projects with their dependencies and the service's URL."""
    folder = tmp_path_factory.mktemp("projects") / "projects"
    shutil.copytree(PROJECTS, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    run("npm", "ci", "--silent", folder=folder)
    tarball = f"dist/noughts-{__version__}.tgz"
    run("make", "--silent", tarball)
    with tarfile.open(ROOT / tarball) as package:
        package.extractall(folder / "node_modules", filter="data")
    (folder / "node_modules" / "package").rename(folder / "node_modules" / "noughts")
    for name in PAGES:
        page = folder / name
        page.write_text(page.read_text().replace("SERVICE", direct))
    return folder


@pytest.fixture(scope="module")
def folder(projects: Path) -> Path:
    """The projects, each of them built, as the files on the other origin."""
    shutil.copytree(projects / "node_modules" / "noughts", projects / "plain" / "noughts")
    run("npm", "run", "--silent", "build", folder=projects)
    return projects


@pytest.mark.parametrize("project", ["plain", "react/dist", "svelte/dist", "vue/dist"])
def test_project_plays(page: Page, elsewhere: str, project: str) -> None:
    page.goto(f"{elsewhere}/{project}/")
    if project == "plain":  # the language of the page
        says(page, "Du bist am Zug: X.")
    cell(page, 0).click()
    has_marks(page, 1, 1)
    expect(page.locator("#told")).to_have_text("X0 O4")


@pytest.mark.parametrize("name", ["index", "server"])
def test_react_plays_four_in_a_row(
    page: Page, direct: str, elsewhere: str, folder: Path, name: str
) -> None:
    """Rendered in the browser and on a server: a difference while hydrating is an error."""
    html = (folder / "rendered" / "dist" / f"{name}.html").read_text()
    assert (RENDERED.format(direct) in html) == (name == "server")
    page.add_init_script(NO_TOOLS)
    page.goto(f"{elsewhere}/rendered/dist/{name}.html")
    for number in (0, 4, 1, 5, 2, 6, 3):
        cell(page, number).click()
    says(page, "X completed a1, b1, c1, d1. X wins.")
    expect(page.locator("#told")).to_have_text("X0 O4 X1 O5 X2 O6 X3")
