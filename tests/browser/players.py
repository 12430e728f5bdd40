"""Helpers for the page on which a person writes a player."""

from typing import Any, Final

from playwright.sync_api import Frame, Locator, Page, expect

from tests.browser.board import says

PAGE: Final = "/learn/player"
FIRST_EMPTY: Final = "function move(board) {\n  return board.indexOf(null);\n}\n"
CENTER: Final = "(cell) => cell === center,"
# A rule against the other side's forks, which the rule-based player lacks.
NO_FORKS: Final = """(cell) => {
      const forks = empty.filter((each) => count(board, other, each, inARow - 2) > 1);
      if (forks.length < 2 || board[center] === other) return cell === forks[0];
      return !forks.includes(cell) && count(board, side, cell, inARow - 2) > 0; // a threat
    },
    """
SANDBOXED: Final = """
async ([code, patience]) => {
  const { Sandbox } = await import("/static/player/sandbox.js");
  const { emptyPosition } = await import("/client/board.js");
  const settings = { columns: 3, rows: 3, inARow: 3, misere: false, startingSide: "X" };
  const position = emptyPosition(settings);
  globalThis.sandbox?.close();
  globalThis.sandbox = new Sandbox(code, position);
  for (let waited = 0; waited < patience; waited += 100) {
    const cell = await sandbox.move(position);
    if (cell !== 8) return cell;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}
"""


def open_player(page: Page) -> None:
    page.goto(PAGE)
    expect(page.locator("noughts-board [data-cell]").first).to_be_attached()


def code(page: Page) -> Locator:
    return page.get_by_label("Code, in JavaScript")


def said(page: Page) -> Locator:
    """The report, or an error."""
    return page.locator("#said")


def examine(page: Page, text: str | None = None) -> Locator:
    """Write a player, unless it is written already, and send it to the exam."""
    if text is not None:
        code(page).fill(text)
    page.get_by_role("button", name="Examine it").click()
    return said(page)


def choose_side(page: Page, side: str) -> None:
    page.get_by_text("More", exact=True).click()
    page.get_by_label("It plays").select_option(side)
    page.keyboard.press("Escape")
    expect(page.get_by_text("More", exact=True)).to_be_focused()


def fails(page: Page, text: str) -> None:
    expect(said(page).locator(".wrong")).to_have_text(text)


def first_move(page: Page, text: str, patience: int = 2000) -> Any:  # noqa: ANN401  a cell, or None
    """The first move of a player on the empty board other than 8, within some milliseconds."""
    return page.evaluate(SANDBOXED, [text, patience])


def sandboxed(page: Page, text: str) -> Any:  # noqa: ANN401  a cell, or None
    """The first move of a player on a new page."""
    open_player(page)
    return first_move(page, text)


def frame_of(page: Page) -> Frame:
    """The frame of a sandbox that runs in an open page, after the player's game against itself."""
    says(page, "A draw: the board is full.")
    expect(page.locator("iframe")).to_have_count(0)
    assert first_move(page, FIRST_EMPTY) == 0
    [frame] = [each for each in page.frames if each.url.endswith("/sandbox")]
    return frame
