"""The <noughts-board> element in pages of another origin, and the examples.

Its attributes, properties and events are tested in web/tests/pages.
"""

import re

from playwright.sync_api import Page, expect

from tests.browser.board import begin, cell, has_marks, play_to_the_end, says
from tests.browser.embedding import ELEMENT, Embed
from tests.browser.looks import assert_fits, assert_nothing_moved, at_looks_in_turn, delay
from tests.docs.pages import block
from tests.live import ROOT

DOCUMENT = ROOT / "docs" / "embedding.md"


@at_looks_in_turn("shape", ["", 'columns="5" rows="3" style="--shape: 3 / 5"'])
def test_documented_tag_keeps_its_space_and_plays(page: Page, embed: Embed, shape: str) -> None:
    delay(page, 400)
    embed(shape, block(DOCUMENT, "html"), block(DOCUMENT, "css"))
    says(page, "Your turn: X.")
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_nothing_moved(page)
    assert_fits(page)


def test_small_root_font_shrinks_nothing(page: Page, embed: Embed) -> None:
    board = embed(style="html { font-size: 62.5%; } body { font-size: 1.6rem; }")
    says(page, "Your turn: X.")
    assert board.evaluate("(board) => board.clientWidth") == 480
    font = "(part) => getComputedStyle(part).fontSize"
    assert page.locator(".status").evaluate(font) == "16px"
    assert page.locator(".side").evaluate(font) == "12px"


def test_bundle_plays_if_its_hash_is_the_documented_one(page: Page, embed: Embed) -> None:
    [integrity] = re.findall(r'`(integrity="sha384-.*?")`', DOCUMENT.read_text())
    script = ELEMENT.replace("board.js", "board.bundle.js")
    embed('lang="de"', script.replace("></script>", f" crossorigin {integrity}></script>"))
    says(page, "Du bist am Zug: X.")
    cell(page, 4).click()
    has_marks(page, 1, 1)


def test_examples_are_listed_and_play(page: Page) -> None:
    page.goto("/examples/")
    assert_fits(page)
    for name in ["One tag", "Plain fetch", "script", "Developers"]:
        target = page.get_by_role("link", name=name).evaluate("(link) => link.href")
        assert page.request.get(target).ok
    board = page.locator("#controlled")  # whose moves the page makes
    for number in (0, 4):
        board.locator(f"[data-cell='{number}']").click()
    expect(board.locator(".mark")).to_have_count(2)
    expect(page.locator("#two")).to_have_text("The page has kept 2 moves: 0, 4.")
    begin(page, "/examples/board.html")
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_fits(page)


def test_fetch_example_plays(page: Page) -> None:
    page.goto("/examples/fetch.html")
    assert_fits(page)
    play_to_the_end(page)
    assert_fits(page)
