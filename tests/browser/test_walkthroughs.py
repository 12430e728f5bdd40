"""People at the playground, from the first look to the end of a game."""

from playwright.sync_api import Page, expect

from tests.browser.board import on_board, says
from tests.browser.playground import ends

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


def test_blind_player_hears_each_move_the_line_and_the_verdict(page: Page) -> None:
    page.goto("/?level=beginner&seed=0")
    says(page, "Your turn: X.")
    expect(page.locator("noughts-board")).to_have_attribute("data-turn", "X")
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
