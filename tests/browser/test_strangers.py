"""The element on pages of other people, and in Firefox and old browsers."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import begin, cell, has_marks, on_board
from tests.live import ROOT, answering
from tests.programs import find, run

BROWSERS = Path(__file__).parent / "browsers"
WEB = ROOT / "web"
LIFE_CYCLE = (BROWSERS / "life_cycle.js").read_text()
# What a browser lacks, by the compatibility data that the lint rules use.
MISSING = """import { missingIn } from "./missing.mjs";
console.log(JSON.stringify(missingIn([process.argv[1]])));"""
WITHOUT = (BROWSERS / "without.js").read_text()
STRICT = (
    "require-trusted-types-for 'script'; trusted-types 'none'; default-src 'none'; "
    "script-src {url}; connect-src {url}"
)
STRANGE = (BROWSERS / "strange.html").read_text()
OLD = ["109", "123", "firefox", "safari"]  # versions of Chromium, and browsers by what they lack
# The definition of a term is in a card or, without popovers, in the glossary.
DEFINITION = "#definition:visible, [id^='term-']:target"
BUILD = (BROWSERS / "component.js").read_text()
STROKE = """(part) => (document.querySelectorAll("link").forEach((sheet) => sheet.remove()),
  getComputedStyle(document.querySelector("noughts-board").shadowRoot.querySelector(part)).stroke)"""


class StrictPage(SimpleHTTPRequestHandler):
    """Files with the strictest policy that lets the element work."""

    url = ""

    def end_headers(self) -> None:
        """Add the policies."""
        self.send_header("Content-Security-Policy", STRICT.format(url=self.url))
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@pytest.fixture
def strict(tmp_path: Path, direct: str) -> Iterator[str]:
    """The URL of a strict page on another origin."""
    (tmp_path / "index.html").write_text(STRANGE.format(url=direct))
    StrictPage.url = direct
    handler = partial(StrictPage, directory=tmp_path)
    with answering(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as url:
        yield url


def test_board_plays_on_a_strict_page_in_a_shadow_root_and_a_form(
    strict: str, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(strict)
    page.evaluate(BUILD)
    expect(on_board(page, ".status")).to_have_text("Du bist am Zug: X.")
    cell(page, 4).press("Enter")
    has_marks(page, 1, 1)
    for key in ("ArrowRight", " ", "PageDown"):
        page.keyboard.press(key)
    assert page.evaluate("keys") == ["PageDown"] * 2  # the others are the board's
    assert set(page.evaluate("heard")) == {"noughts-move"}  # a form hears no events of fields
    page.evaluate("document.documentElement.lang = 'es'")
    expect(on_board(page, ".status")).to_contain_text("Te toca: X.")
    stroke = "getComputedStyle(board.shadowRoot.querySelector('.mark')).stroke"
    page.evaluate("""() => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.contentDocument.body.append(board);
    }""")
    assert page.evaluate(stroke) != "none"
    page.close()


def test_life_cycle(page: Page) -> None:
    begin(page, "/examples/board.html")
    assert page.evaluate(LIFE_CYCLE) == []


@pytest.fixture(scope="module")
def folder_of_browsers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of old browsers, and a driver for Firefox."""
    folder = tmp_path_factory.mktemp("browsers") / "browsers"
    shutil.copytree(BROWSERS, folder, ignore=shutil.ignore_patterns("node_modules"))
    run("npm", "ci", "--silent", folder=folder)
    return folder


@pytest.fixture
def old(request: pytest.FixtureRequest, browser: Browser, direct: str) -> Iterator[Page]:
    """A page of Chromium of this version, or without what the oldest supported browser lacks."""
    if request.param in ("firefox", "safari"):
        missing = run("node", "--input-type=module", "-e", MISSING, request.param, folder=WEB)
        page = browser.new_page(base_url=direct)
        page.add_init_script(f"({WITHOUT})({missing})")
        yield page
        page.close()
        return
    folder: Path = request.getfixturevalue("folder_of_browsers")
    path = folder / f"chromium-{request.param}"
    run("node", "unpack.mjs", path.name, path, folder=folder)
    old = browser.browser_type.launch(executable_path=path, args=["--no-sandbox"])
    assert old.version.startswith(f"{request.param}.")
    yield old.new_page(base_url=direct)
    old.close()


@pytest.mark.parametrize("old", OLD, indirect=True)
def test_old_browser_plays_and_opens_every_page(old: Page) -> None:
    page, errors = old, list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in ("/examples/board.html", "/?seed=1", "/?seed=1&lang=de"):
        page.goto(path)
        for ply in range(2):
            expect(on_board(page, ".board")).to_have_attribute("aria-busy", "false")
            on_board(page, ".cell[aria-disabled='false']").first.click()
            has_marks(page, ply + 1, ply + 1)
        for part in (".grid", ".mark.X", ".mark.O"):
            stroke = page.evaluate(STROKE, part)
            assert stroke not in ("none", "rgba(0, 0, 0, 0)"), part
    page.goto("/puzzles")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    page.goto("/learn?lesson=minimax")
    expect(page.locator(".tree g").first).to_be_attached()
    expect(page.locator("[role=tab][aria-selected=true]")).to_have_count(1)
    page.locator("a[href^='#term-']").first.evaluate("(link) => link.click()")
    expect(page.locator(DEFINITION).first).to_be_attached()
    for path in ("/learn/practice", "/learn/player", "/docs", "/problems", "/examples/"):
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        expect(page.locator("#notice")).to_be_hidden()
    assert errors == []


@pytest.mark.release
@pytest.mark.parametrize("old", OLD, indirect=True)
def test_life_cycle_in_old_browser(old: Page) -> None:
    begin(old, "/examples/board.html")
    assert old.evaluate(LIFE_CYCLE) == []


@pytest.mark.parametrize("old", ["103"], indirect=True)
def test_page_says_that_the_browser_is_too_old(old: Page) -> None:
    for path, words in {"/": "is too old", "/puzzles?lang=de": "ist zu alt"}.items():
        old.goto(path)
        expect(old.locator("#notice .old")).to_contain_text(words)
        expect(old.locator("#notice p:not(.old)")).to_have_css("display", "none")


def test_firefox_plays(folder_of_browsers: Path, direct: str) -> None:
    version = run("node", "firefox.mjs", find("firefox-esr"), direct, folder=folder_of_browsers)
    assert version.startswith("firefox/")
