"""Whole games in the playground: by mouse and by keyboard, their ends, and two levels watched."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, has_mark, has_marks, on_board, place, says, shows
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import choose, press, tab_to


class Game(NamedTuple):
    """A game of a person, who is X, with a level, which moves the same whenever it is played."""

    level: str
    cells: list[int]  # in turn
    board: str  # at the end
    winner: str | None
    lines: list[list[int]]  # column and row of both ends
    title: str  # of the card at the end
    next: str  # a button on it
    setting: str  # after that button

    @property
    def status(self) -> str:
        """The status at the end."""
        return f"{self.winner} wins." if self.winner else "A draw: the board is full."


GAMES = {
    "won": Game(
        *("beginner", [0, 3, 1, 6, 4, 5, 7], "XX.OXOOX.", "X", [[1, 0, 1, 2]]),
        *("You beat beginner.", "Play easy", "easy"),
    ),
    "lost": Game(
        *("medium", [0, 8, 1, 2, 3, 5], "XXOX.O..O", "O", [[2, 0, 2, 2]]),
        *("Medium beat you.", "Swap sides", "O"),
    ),
    "drawn": Game(
        *("perfect", [0, 4, 1, 2, 6, 3, 5, 8, 7], "XXOOOXXXO", None, []),
        *("You and perfect drew.", "Rematch", "perfect"),
    ),
}
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


@pytest.mark.parametrize("move", [by_mouse, by_keyboard])
@at_every_look
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whole_game_and_the_next(page: Page, game: Game, move: Callable[[Page, int], None]) -> None:
    begin(page, f"/?level={game.level}&seed=0")
    page.locator("noughts-board").evaluate(NOTE_END)
    for ply in range(0, len(game.cells), 2):
        move(page, game.cells[ply])
        if ply + 2 < len(game.cells):
            says(page, f"O played {place(game.cells[ply + 1])}. Your turn: X.")
    says(page, game.status)
    shows(page, game.board)
    expect(on_board(page, ".lines line")).to_have_count(len(game.lines))
    assert on_board(page, ".lines line").evaluate_all(LINES) == game.lines
    assert page.evaluate("ended.winner") == game.winner
    expect(page.locator(".plies li")).to_have_count(len(game.cells))
    card = page.get_by_role("region", name=game.title)
    won, drawn, lost = (int(game.winner == winner) for winner in ("X", None, "O"))
    expect(card).to_contain_text(f"{won} won, {drawn} drawn, {lost} lost")
    assert_in_order(page)
    press(page, game.next)
    has_marks(page, int(game.setting == "O"), 0)
    expect(page.locator(f"input[value={game.setting}]:checked")).to_be_attached()
    expect(card).to_be_hidden()


@at_every_look
def test_tabs_have_separate_games(context: BrowserContext) -> None:
    tabs = [(context.new_page(), GAMES["won"]), (context.new_page(), GAMES["lost"])]
    for page, game in tabs:
        begin(page, f"/?level={game.level}&seed=0")
    for ply in (0, 2, 4, 6):
        for page, game in tabs:
            if ply < len(game.cells):
                page.bring_to_front()
                cell(page, game.cells[ply]).click()
                expect(on_board(page, ".mark")).to_have_count(min(ply + 2, len(game.cells)))
    for page, game in tabs:
        says(page, game.status)
        shows(page, game.board)


def test_finished_game_has_a_card_unless_linked_and_takes_no_move(page: Page) -> None:
    page.goto("/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    shows(page, "XX...OO..")
    says(page, "Your turn: X.")
    cell(page, 2).click()
    says(page, "X completed a line, so O wins.")
    title = "You completed a line, so O wins."
    expect(page.get_by_role("region", name=title)).to_be_visible()
    page.goto("/?side=both&moves=0.3.1.4.2")
    says(page, "X wins.")
    expect(page.locator(".plies li")).to_have_count(5)
    expect(page.locator("#ending")).to_be_hidden()
    cell(page, 5).click(force=True)  # a disabled cell
    by_keyboard(page, 8)
    says(page, "X wins.")
    shows(page, "XXXOO....")


def test_keys_move_around_the_board_play_and_begin_a_new_game(page: Page) -> None:
    begin(page, "/?columns=4&rows=3&moves=5.0")
    tab_to(page, "[data-cell]")
    steps = {"ArrowUp": 8, "End": 11, "ArrowRight": 8, "ArrowDown": 0, "ArrowLeft": 3, "Home": 0}
    for key, number in steps.items():
        page.keyboard.press(key)
        expect(cell(page, number)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#new-game")).to_be_focused()
    page.keyboard.press("Enter")
    shows(page, "." * 12)
    says(page, "Your turn: X.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    has_mark(page, 0, "X")


@at_every_look
def test_two_levels_play_on_after_an_outage(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    choose(page, side="none")
    page.get_by_label("Speed").fill("4")
    expect(page.get_by_role("region", name=re.compile(r"wins\.$|draw"))).to_be_visible()
    assert_in_order(page)
    press(page, "Rematch")
    expect(on_board(page, ".mark").first).to_be_visible()
    press(page, "Pause")
    marks = on_board(page, ".mark").count()
    page.wait_for_timeout(400)  # three pauses at this speed
    assert on_board(page, ".mark").count() <= marks + 1  # a request may have been pending
    press(page, "Resume")
    choose(page, side="X")
    expect(page.locator("#watch")).to_be_hidden()

    press(page, "New game")
    says(page, "Your turn: X.")
    page.route("**/v1/best-move**", lambda _: None)
    choose(page, side="none")
    says(page, "X is thinking…")
    choose(page, side="X")
    page.route("**/v1/best-move**", lambda route: route.abort())
    choose(page, side="none")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert_in_order(page)
    page.unroute("**/v1/best-move**")
    again.click()
    expect(on_board(page, ".mark").nth(1)).to_be_visible()
    complaints.clear()
