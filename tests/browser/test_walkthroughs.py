"""People at the playground, from the first look to the end of a game."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import cell, on_board, says
from tests.browser.looks import assert_fits, assert_large_targets
from tests.browser.playground import ends, press

WON = [0, 1, 4, 7]  # against beginner with seed 0
PHONE = {"width": 360, "height": 740}
# Keeps what a screen reader would announce: the changes of the live regions.
LISTEN = """
() => {
  window.heard = [];
  const board = document.querySelector("noughts-board").shadowRoot;
  const regions = document.querySelectorAll("[role=status]");
  for (const region of [board.querySelector(".status"), ...regions]) {
    const hear = () => region.textContent && heard.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true });
  }
}
"""


def test_child_on_a_phone_wins_and_plays_again(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(viewport=PHONE, has_touch=True, color_scheme="dark").new_page()
    page.goto("/?level=beginner&seed=0")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("You are X against beginner.")
    for number in WON:
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).tap()
    ends(page, "You beat beginner!")
    for part in (on_board(page, ".board"), page.get_by_role("button", name="Play again")):
        expect(part).to_be_in_viewport(ratio=1)
    assert_fits(page)
    assert_large_targets(page)
    press(page, "Play easy")
    says(page, "Your turn: X.")
    expect(on_board(page, ".mark")).to_have_count(0)


def test_blind_player_hears_each_move_the_line_and_the_verdict(page: Page) -> None:
    page.goto("/?level=beginner&seed=0")
    says(page, "Your turn: X.")
    page.evaluate(LISTEN)
    page.get_by_role("gridcell", name="column a, row 1, empty").focus()
    page.keyboard.press("Enter")  # a1
    says(page, "O played a2. Your turn: X.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # b1
    says(page, "O played a3. Your turn: X.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # b2
    says(page, "O played c2. Your turn: X.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # b3
    ends(page, "You beat beginner!")
    assert page.evaluate("heard")[-2:] == ["X played b3. O is thinking…", "You beat beginner!"]
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")
    expect(page.locator("[data-cell='7']")).to_be_focused()
