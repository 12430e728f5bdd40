"""A game whose requests take two seconds each, which are right at every moment."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import cell, on_board, says, shows
from tests.browser.looks import delay_requests
from tests.browser.playground import press

SLOW = 2_000  # milliseconds for each request of a script
# Plays cells, and returns the status right after each move.
PLAY = """
(cells) => {
  const { shadowRoot } = document.querySelector("noughts-board");
  const status = shadowRoot.querySelector(".status");
  window.said = [];
  new MutationObserver(() => window.said.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
  return cells.map((cell) => {
    shadowRoot.querySelector(`[data-cell="${cell}"]`).click();
    return status.textContent;
  });
}
"""


@pytest.fixture
def slow_page(page: Page) -> Page:
    delay_requests(page, SLOW)
    return page


@pytest.mark.parametrize(
    ("cells", "end"), [([0, 3, 1, 4, 2], "X wins."), ([0, 1, 2, 4, 3, 5, 7, 6, 8], "A draw.")]
)
def test_two_players_do_not_wait(slow_page: Page, cells: list[int], end: str) -> None:
    slow_page.goto("/?side=both")
    says(slow_page, "X to move.")
    *moves, last = slow_page.evaluate(PLAY, cells)
    for ply, status in enumerate(moves):
        side, other = ("XO", "OX")[ply % 2]
        assert re.fullmatch(f"{side} took the .+\\. {other} to move\\.", status)
    assert last == end
    slow_page.go_back()
    assert "to move" in (on_board(slow_page, ".status").text_content() or "")


def test_win_comes_at_once(slow_page: Page) -> None:
    slow_page.goto("/?level=beginner&seed=0&moves=0.3.1.6")
    says(slow_page, "Your turn: X.")
    assert slow_page.evaluate(PLAY, [2]) == ["You beat the computer!"]
    slow_page.wait_for_timeout(SLOW + 500)
    assert not [each for each in slow_page.evaluate("window.said") if "thinking" in each]


def test_undo_drops_a_reply_and_a_hint_waits_for_one(slow_page: Page) -> None:
    slow_page.goto("/?level=medium&seed=1")
    says(slow_page, "Your turn: X.")
    assert slow_page.evaluate(PLAY, [4]) == ["X took the center. O is thinking…"]
    press(slow_page, "Undo")
    says(slow_page, "Start of the game. Your turn: X.")
    slow_page.wait_for_timeout(SLOW + 500)  # The reply would have arrived.
    shows(slow_page, ".........")
    cell(slow_page, 4).click()
    press(slow_page, "Hint")
    expect(slow_page.locator("#hint-text")).to_contain_text("Take ")
    assert on_board(slow_page, ".mark").count() == 2
    expect(on_board(slow_page, "[part='circle good']")).to_have_count(1)
