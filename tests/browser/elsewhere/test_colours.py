"""Colours and sizes of the element in a page of another look."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.elsewhere.pages import put_page
from tests.browser.playground import (
    cell,
    on_board,
)

COLOUR = "rgb(1, 2, 3)"
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


def test_a_page_sets_the_colours(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, f'side="both" style="--noughts-x: {COLOUR}"')
    page.goto(elsewhere)
    for number in (0, 1):
        cell(page, number).click()
    expect(on_board(page, ".mark.X")).to_have_css("stroke", COLOUR)
    expect(on_board(page, ".mark.O")).not_to_have_css("stroke", COLOUR)


def test_a_page_sets_the_colour_of_the_text(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, f'style="--noughts-ink: {COLOUR}"')
    page.goto(elsewhere)
    expect(on_board(page, ".status")).to_have_css("color", COLOUR)


def test_a_cell_keeps_its_colour_under_the_pointer(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both" show-scores style="--noughts-win: lime"')
    page.goto(elsewhere)
    for number in (0, 1):
        cell(page, number).click()
    win = on_board(page, "[data-outcome=win]").first
    pale = win.evaluate(GREENER)
    win.hover()
    assert win.evaluate(GREENER) > pale > 0


def test_scores_fit_into_small_cells(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'columns="9" side="both" show-scores style="--noughts-size: 300px"')
    page.goto(elsewhere)
    expect(on_board(page, ".score")).to_have_count(27, timeout=30_000)
    assert page.locator("noughts-board").evaluate(CUT_OFF) == []


def test_the_grid_is_there_in_forced_colours(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    page.emulate_media(forced_colors="active")
    put_page(folder, url, "")
    page.goto(elsewhere)
    expect(cell(page, 0)).to_have_css("border-top-style", "solid")
