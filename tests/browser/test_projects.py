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
CONTROLLED = (PROJECTS / "controlled.js").read_text()
PAGES = {".astro", ".html", ".svelte", ".ts", ".tsx", ".vue"}
RENDERED = '<noughts-board base="{}" side="both" columns="4" rows="4" inARow="4"></noughts-board>'
pytestmark = pytest.mark.release


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, direct: str) -> Path:
    """The projects with their dependencies and the service's URL, on the other origin."""
    folder = tmp_path_factory.mktemp("projects") / "projects"
    shutil.copytree(PROJECTS, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    for page in folder.rglob("*.*"):
        if page.suffix in PAGES:
            page.write_text(page.read_text().replace("SERVICE", direct))
    run("npm", "ci", "--silent", folder=folder)
    tarball = f"dist/noughts-{__version__}.tgz"
    run("make", "--silent", tarball)
    with tarfile.open(ROOT / tarball) as package:
        package.extractall(folder / "node_modules", filter="data")
    (folder / "node_modules" / "package").rename(folder / "node_modules" / "noughts")
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
    "built", ["angular/dist", "astro/dist", "next/out", "react/dist", "svelte/dist", "vue/dist"]
)
def test_project_builds_and_plays(page: Page, elsewhere: str, folder: Path, built: str) -> None:
    name = built.partition("/")[0]
    run("npm", "run", "--silent", name, folder=folder)
    plays(page, f"{elsewhere}/{built}/")
    for state in () if name in ("astro", "next") else ("controlled", "level"):
        page.goto(f"{elsewhere}/{built}/?{state}#{state}")
        assert page.evaluate(CONTROLLED) == []


@pytest.mark.parametrize("tool", ["jest", "jest-compiled", "vitest"])
def test_tool_tests_a_page(folder: Path, tool: str) -> None:
    run("npm", "run", "--silent", tool, folder=folder)


def test_keys_on_the_board_turn_no_slide(page: Page, elsewhere: str, folder: Path) -> None:
    run("npm", "run", "--silent", "deck", folder=folder)
    page.goto(f"{elsewhere}/deck/dist/")
    says(page, "X to move.")
    cell(page, 4).focus()
    for key in ("ArrowRight", "ArrowDown", "Space", "ArrowLeft", "Home", "Enter"):
        page.keyboard.press(key)
    has_marks(page, 1, 1)
    expect(page).to_have_url(f"{elsewhere}/deck/dist/")
    page.keyboard.press("PageDown")  # is not a key of the board
    expect(page).to_have_url(f"{elsewhere}/deck/dist/#/1")


@pytest.fixture(scope="module")
def rendered(folder: Path) -> Path:
    run("npm", "run", "--silent", "rendered", folder=folder)
    return folder / "rendered" / "dist"


@pytest.mark.parametrize("name", ["index", "server"])
def test_react_plays_four_in_a_row(
    page: Page, direct: str, elsewhere: str, rendered: Path, name: str
) -> None:
    """Rendered in the browser and on a server: a difference while hydrating is an error."""
    html = (rendered / f"{name}.html").read_text()
    assert (RENDERED.format(direct) in html) == (name == "server")
    page.goto(f"{elsewhere}/rendered/dist/{name}.html")
    for number in (0, 4, 1, 5, 2, 6, 3):
        cell(page, number).click()
    says(page, "X completed a1, b1, c1, d1. X wins.")
    expect(page.locator("#told")).to_have_text("X0 O4 X1 O5 X2 O6 X3")
