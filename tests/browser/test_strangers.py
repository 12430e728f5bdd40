"""The element on pages of other people, and in browsers of 2023 and 2024."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import begin, cell, has_marks, on_board
from tests.programs import run

OLD = Path(__file__).parent / "old"
STRICT = (
    "require-trusted-types-for 'script'; trusted-types 'none'; default-src 'none'; "
    "script-src {url}; connect-src {url}"
)
STRANGE = """<!doctype html><html lang="de" dir="rtl"><title>A page</title>
<script type="module" src="{url}/client/noughts-board.js"></script>
<body><form id="place"></form></html>"""
# A component with the board in its shadow root, in a form; what the page hears is kept.
BUILD = """() => {
  const component = document.createElement("div");
  component.attachShadow({ mode: "open" }).append(document.createElement("noughts-board"));
  document.querySelector("#place").append(component);
  window.board = component.shadowRoot.firstChild;
  Object.assign(window, { heard: [], keys: [] });
  for (const name of ["change", "move", "noughts-move"])
    addEventListener(name, () => heard.push(name));
  addEventListener("keydown", ({ key }) => keys.push(key));
}"""
STROKE = """(part) => getComputedStyle(
  document.querySelector("noughts-board").shadowRoot.querySelector(part)).stroke"""


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
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


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
    assert page.evaluate("keys") == ["PageDown"]  # the others are the board's
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


def test_removed_board_sends_nothing_and_goes_on_when_it_is_back(page: Page) -> None:
    begin(page, "/examples/board.html")
    page.evaluate("""() => {
      window.board = document.querySelector("noughts-board");
      Object.assign(board, { columns: 6, rows: 6, inARow: 5, side: "none" });
    }""")
    expect(on_board(page, ".mark").nth(3)).to_be_attached()
    sent: list[str] = []
    page.evaluate("async () => { board.remove(); await null; }")
    page.on("request", lambda request: sent.append(request.url))
    page.evaluate("async () => { board.level = 'hard'; board.game.undo(); }")
    page.wait_for_timeout(500)
    assert not sent
    marks = page.evaluate("board.moves.length")
    page.evaluate("document.querySelector('main').append(board)")
    expect(on_board(page, ".mark").nth(marks)).to_be_attached()


@pytest.fixture(scope="module", params=["109", "123"])
def old(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Chromium of this version."""
    folder = tmp_path_factory.mktemp("old")
    for name in ("package.json", "package-lock.json", "unpack.mjs"):
        shutil.copy(OLD / name, folder)
    run("npm", "ci", "--silent", folder=folder)
    run("node", "unpack.mjs", f"chromium-{request.param}", folder / "browser", folder=folder)
    path = folder / "browser"
    old = browser.browser_type.launch(executable_path=path, args=["--no-sandbox"])
    assert old.version.startswith(f"{request.param}.")
    yield old
    old.close()


def test_old_browser_plays_and_opens_every_page(old: Browser, direct: str) -> None:
    page = old.new_page(base_url=direct)
    errors: list[str] = []
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
    for path in ("/learn/practice", "/learn/player", "/docs"):
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
    assert errors == []
    page.close()
