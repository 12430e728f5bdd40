"""Whole games: by mouse and by keyboard, their ends, and a level that plays itself."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, has_mark, has_marks, on_board, place, says, shows
from tests.browser.looks import LOOKS, assert_fits
from tests.browser.playground import LOST, choose, ends, press, tab_to


class Game(NamedTuple):
    """A game of a person, who is X, with a level, which moves the same whenever it is played."""

    level: str
    cells: list[int]  # in turn
    board: str  # at the end
    winner: str | None
    lines: list[list[int]]  # column and row of both ends
    verdict: str  # at the end
    next: str  # a button below the board
    setting: str  # after that button


GAMES = {
    "won": Game(
        *("beginner", [0, 3, 1, 6, 4, 5, 7], "XX.OXOOX.", "X", [[1, 0, 1, 2]]),
        *("You beat beginner!", "Next level: easy", "easy"),
    ),
    "lost": Game(
        *("medium", [0, 8, 1, 2, 3, 5], "XXOX.O..O", "O", [[2, 0, 2, 2]]),
        *("Medium beat you.", "Play again", "O"),
    ),
    "drawn": Game(
        *("perfect", [0, 4, 1, 2, 6, 3, 5, 8, 7], "XXOOOXXXO", None, []),
        *("You and perfect drew.", "Play again", "O"),
    ),
}
PACE = 400  # milliseconds from a move to the reply
NOTE_END = """
(board) => board.addEventListener("gameover", ({ detail }) => { window.ended = detail; })
"""
LINES = """
(lines) => lines.map(({ x1, y1, x2, y2 }) =>  // they extend past the centers of their cells
  [x1, y1, x2, y2].map(({ baseVal }) => Math.floor(baseVal.value / 100)))
"""


def by_mouse(page: Page, number: int) -> None:
    cell(page, number).click()


def by_keyboard(page: Page, number: int) -> None:
    tab_to(page, "[data-cell]")
    focused = page.locator("[data-cell]:focus").get_attribute("data-cell") or ""
    row, column = divmod(int(focused), 3)
    down, right = number // 3 - row, number % 3 - column
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    expect(cell(page, number)).to_be_focused()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("game", "look", "move"),
    [
        (GAMES["won"], LOOKS[0], by_mouse),
        (GAMES["lost"], LOOKS[1], by_keyboard),
        (GAMES["drawn"], LOOKS[1], by_mouse),
    ],
    ids=GAMES,
)
def test_whole_game_and_the_next(page: Page, game: Game, move: Callable[[Page, int], None]) -> None:
    begin(page, f"/?level={game.level}&seed=0")
    page.locator("noughts-board").evaluate(NOTE_END)
    for ply in range(0, len(game.cells), 2):
        move(page, game.cells[ply])
        if ply + 2 < len(game.cells):
            says(page, f"O played {place(game.cells[ply + 1])}. Your turn: X.")
    ends(page, game.verdict)
    says(page, game.verdict)
    shows(page, game.board)
    expect(on_board(page, ".lines line")).to_have_count(len(game.lines))
    assert on_board(page, ".lines line").evaluate_all(LINES) == game.lines
    assert page.evaluate("ended.winner") == game.winner
    assert_fits(page)
    if move is by_keyboard:
        page.keyboard.press("Tab")  # from the board to its first button
        expect(page.get_by_role("button", name="Play again")).to_be_focused()
    press(page, game.next)
    has_marks(page, int(game.setting == "O"), 0)
    expect(page.locator(f"input[value={game.setting}]:checked").first).to_be_attached()
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_finished_game_takes_no_move(page: Page) -> None:
    page.goto("/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    shows(page, "XX...OO..")
    says(page, "Your turn: X.")
    cell(page, 2).click()
    ends(page, "You completed a line, so O wins.")
    page.goto(LOST)
    ends(page, "Medium beat you.")
    cell(page, 5).click(force=True)  # a disabled cell
    by_keyboard(page, 3)
    ends(page, "Medium beat you.")
    shows(page, "XXO.XO..O")


def test_keys_move_around_the_board_play_and_begin_a_new_game(page: Page) -> None:
    begin(page, "/?columns=4&rows=3&moves=5.0")
    tab_to(page, "[data-cell]")
    steps = {"ArrowUp": 8, "End": 11, "ArrowRight": 8, "ArrowDown": 0, "ArrowLeft": 3, "Home": 0}
    for key, number in steps.items():
        page.keyboard.press(key)
        expect(cell(page, number)).to_be_focused()
    tab_to(page, "#new-game")
    page.keyboard.press("Enter")
    expect(cell(page, 0)).to_be_focused()
    shows(page, "." * 12)
    says(page, "Your turn: X.")
    page.keyboard.press("Space")
    has_mark(page, 0, "X")


def test_level_plays_itself_and_takes_its_time_if_motion_is_welcome(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    begin(page)
    page.clock.install(time="2030-01-01")
    page.clock.pause_at("2030-01-02")
    with page.expect_response("**/v1/best-move**"):
        cell(page, 4).click()
    has_marks(page, 1, 0)
    page.clock.run_for(PACE)
    has_marks(page, 1, 1)
    page.clock.resume()
    choose(page, side="none", level="perfect")
    expect(page.get_by_role("heading", level=1)).to_have_text("Perfect plays against itself.")
    ends(page, "A draw.")
