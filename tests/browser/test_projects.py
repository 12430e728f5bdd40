"""The package noughts in fresh projects, built from its tarball."""

import shutil
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service import __version__
from tests.browser.board import cell, has_marks, on_board, says
from tests.live import ROOT
from tests.programs import run

PROJECTS = Path(__file__).parent / "projects"
PAGES = [
    "angular/main.ts",
    "astro/src/pages/index.astro",
    "next/app/page.tsx",
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
def folder(tmp_path_factory: pytest.TempPathFactory, direct: str) -> Path:
    """The projects with their dependencies and the service's URL, on the other origin."""
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


def plays(page: Page, url: str) -> None:
    page.goto(url)
    cell(page, 0).click()
    has_marks(page, 1, 1)
    expect(page.locator("#told")).to_have_text("X0 O4")


def test_page_without_a_bundler_plays(page: Page, elsewhere: str, folder: Path) -> None:
    shutil.copytree(folder / "node_modules" / "noughts", folder / "plain" / "noughts")
    plays(page, f"{elsewhere}/plain/")
    expect(on_board(page, "[role=grid]")).to_have_attribute(
        "aria-label", "Brett mit 3 Spalten und 3 Zeilen"
    )


@pytest.mark.parametrize(
    "built",
    ["angular/dist", "astro/dist", "next/out", "react/dist", "svelte/dist", "vue/dist"],
)
def test_project_builds_and_plays(page: Page, elsewhere: str, folder: Path, built: str) -> None:
    run("npm", "run", "--silent", built.partition("/")[0], folder=folder)
    plays(page, f"{elsewhere}/{built}/")


@pytest.fixture(scope="module")
def rendered(folder: Path) -> Path:
    """The pages of the project that is rendered in the browser and on a server."""
    run("npm", "run", "--silent", "rendered", folder=folder)
    return folder / "rendered" / "dist"


@pytest.mark.parametrize("name", ["index", "server"])
def test_react_plays_four_in_a_row(
    page: Page, direct: str, elsewhere: str, rendered: Path, name: str
) -> None:
    """Rendered in the browser and on a server: a difference while hydrating is an error."""
    html = (rendered / f"{name}.html").read_text()
    assert (RENDERED.format(direct) in html) == (name == "server")
    page.add_init_script(NO_TOOLS)
    page.goto(f"{elsewhere}/rendered/dist/{name}.html")
    for number in (0, 4, 1, 5, 2, 6, 3):
        cell(page, number).click()
    says(page, "X completed a1, b1, c1, d1. X wins.")
    expect(page.locator("#told")).to_have_text("X0 O4 X1 O5 X2 O6 X3")
