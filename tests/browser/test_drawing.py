"""The look of <noughts-board>: marks, colors and sizes."""

import re

from playwright.sync_api import Page, expect

from tests.browser.board import cell, has_marks, on_board
from tests.browser.embedding import Embed
from tests.browser.looks import box

COLOR = "rgb(1, 2, 3)"
GREENER = """
(cell) => {
  const [red, green] = getComputedStyle(cell).backgroundColor.match(/[0-9.]+/g);
  return green - red;
}
"""
CUT_OFF = """
({ shadowRoot }) => [...shadowRoot.querySelectorAll(".cell")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
  .map((cell) => cell.textContent)
"""


def test_style_sets_the_colors(page: Page, embed: Embed) -> None:
    colors = {"x": COLOR, "ink": COLOR, "win": "lime", "cell": "white"}
    style = ";".join(f"--noughts-{name}: {color}" for name, color in colors.items())
    embed(f'side="both" show-scores style="{style}"')
    for number in (0, 1):
        cell(page, number).click()
    expect(on_board(page, ".mark.X")).to_have_css("stroke", COLOR)
    expect(on_board(page, ".mark.O")).not_to_have_css("stroke", COLOR)
    expect(on_board(page, ".status")).to_have_css("color", COLOR)
    win = on_board(page, "[data-outcome=win]").first
    pale = win.evaluate(GREENER)
    win.hover()
    assert win.evaluate(GREENER) > pale > 0


def test_scores_fit_into_small_cells(page: Page, embed: Embed) -> None:
    board = embed('columns="9" side="both" show-scores style="--noughts-size: 300px"')
    expect(on_board(page, ".score")).to_have_count(27)
    assert board.evaluate(CUT_OFF) == []


def test_colors_follow_the_color_of_the_text(page: Page, embed: Embed) -> None:
    board = embed('side="both" seed="1"')
    cell(page, 0).click()
    has_marks(page, 1, 0)
    mark = on_board(page, ".mark.X")
    expect(mark).to_have_css("stroke", re.compile(r"^oklch\(0\.3 "))
    board.evaluate("({ parentNode }) => { parentNode.style.color = '#eee'; }")  # of a dark card
    expect(mark).to_have_css("stroke", re.compile(r"^oklch\(0\.92 "))
    expect(on_board(page, ".status")).to_have_css("color", "rgb(238, 238, 238)")


def test_page_from_right_to_left_shows_the_same_board(page: Page, embed: Embed) -> None:
    board = embed('side="both"')
    board.evaluate("() => { document.dir = 'rtl'; }")
    cell(page, 0).click()
    has_marks(page, 1, 0)
    first, mark, second = box(cell(page, 0)), box(on_board(page, ".mark")), box(cell(page, 1))
    assert first["x"] < mark["x"] < second["x"]
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 1)).to_be_focused()
    expect(on_board(page, ".status")).to_have_css("unicode-bidi", "plaintext")


def test_score_on_demand_is_shown_under_the_pointer_and_with_the_focus(
    page: Page, embed: Embed
) -> None:
    embed('controlled columns="6" show-scores side="both"')
    target, score = (on_board(page, f".on-demand{part}").last for part in ("", " .score"))
    expect(score).to_be_hidden()
    target.hover()
    expect(score).to_be_visible()
    page.get_by_role("heading").hover()
    expect(score).to_be_hidden()
    target.focus()
    expect(score).to_be_visible()
