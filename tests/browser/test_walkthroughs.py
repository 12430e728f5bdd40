"""People at the playground, from the first look to the end of a game."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import cell, on_board, says
from tests.browser.looks import assert_fits, assert_large_targets, box
from tests.browser.playground import choose, ends, press

WON = [0, 1, 4, 7]  # against beginner with seed 0
PHONE = {"width": 360, "height": 740}
# Keeps what a screen reader would announce: the changes of the live regions.
LISTEN = """
() => {
  window.heard = [];
  const board = document.querySelector("noughts-board").shadowRoot;
  for (const region of [board.querySelector(".status"), document.querySelector("#verdict")]) {
    const hear = () => region.textContent && heard.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true });
  }
}
"""


def test_child_on_a_phone_wins_and_plays_again(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(viewport=PHONE, has_touch=True, color_scheme="dark").new_page()
    page.goto("/?seed=0")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Play tic-tac-toe")
    assert page.locator("button:disabled:visible").count() == 0
    choose(page, level="beginner")
    for number in WON:
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).tap()
    ends(page, "You beat beginner.")
    verdict, rematch = page.locator("#verdict"), page.get_by_role("button", name="Rematch")
    board = box(page.locator("noughts-board"))
    for part in (verdict, rematch):
        expect(part).to_be_in_viewport(ratio=1)
        assert box(part)["y"] >= board["y"] + board["height"]
    expect(page.locator("#ending")).to_contain_text("1 won, 0 drawn, 0 lost")
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
    ends(page, "You beat beginner.")
    heard = page.evaluate("heard")
    assert heard[-2:] == ["X played b3 and completed the line b1, b2, b3.", "You beat beginner."]
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Your turn: X.")
    expect(page.get_by_role("gridcell", name="column b, row 3, empty")).to_be_focused()
