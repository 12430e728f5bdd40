"""Whole games in the playground: by mouse and by keyboard, their ends, and two levels watched."""

import re
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
    line: str  # in words
    verdict: str  # at the end
    next: str  # a button below it
    setting: str  # after that button

    @property
    def status(self) -> str:
        """The status at the end: the last move and its line."""
        moved = f"{'XO'[1 - len(self.cells) % 2]} played {place(self.cells[-1])}"
        return f"{moved} and completed the line {self.line}." if self.winner else f"{moved}."


GAMES = {
    "won": Game(
        *("beginner", [0, 3, 1, 6, 4, 5, 7], "XX.OXOOX.", "X", [[1, 0, 1, 2]], "b1, b2, b3"),
        *("You beat beginner.", "Play easy", "easy"),
    ),
    "lost": Game(
        *("medium", [0, 8, 1, 2, 3, 5], "XXOX.O..O", "O", [[2, 0, 2, 2]], "c1, c2, c3"),
        *("Medium beat you.", "Swap sides", "O"),
    ),
    "drawn": Game(
        *("perfect", [0, 4, 1, 2, 6, 3, 5, 8, 7], "XXOOOXXXO", None, [], ""),
        *("You and perfect drew.", "Rematch", "perfect"),
    ),
}
PAUSE = 120  # milliseconds between moves at the highest speed
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
    ("look", "move"),
    [(LOOKS[0], by_mouse), (LOOKS[1], by_keyboard)],
    ids=["mouse", "keyboard"],
)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whole_game_and_the_next(page: Page, game: Game, move: Callable[[Page, int], None]) -> None:
    begin(page, f"/?level={game.level}&seed=0")
    page.locator("noughts-board").evaluate(NOTE_END)
    for ply in range(0, len(game.cells), 2):
        move(page, game.cells[ply])
        if ply + 2 < len(game.cells):
            says(page, f"O played {place(game.cells[ply + 1])}. Your turn: X.")
    ends(page, game.verdict)
    says(page, game.status)
    shows(page, game.board)
    expect(on_board(page, ".lines line")).to_have_count(len(game.lines))
    assert on_board(page, ".lines line").evaluate_all(LINES) == game.lines
    assert page.evaluate("ended.winner") == game.winner
    expect(page.locator(".plies li")).to_have_count(len(game.cells))
    ending = page.get_by_role("region", name=game.verdict)
    won, drawn, lost = (int(game.winner == winner) for winner in ("X", None, "O"))
    expect(ending).to_contain_text(f"{won} won, {drawn} drawn, {lost} lost")
    assert_fits(page)
    press(page, game.next)
    has_marks(page, int(game.setting == "O"), 0)
    expect(page.locator(f"input[value={game.setting}]:checked")).to_be_attached()
    expect(ending).to_be_hidden()
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


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
        ends(page, game.verdict)
        shows(page, game.board)


def test_finished_game_counts_unless_linked_and_takes_no_move(page: Page) -> None:
    page.goto("/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    shows(page, "XX...OO..")
    says(page, "Your turn: X.")
    cell(page, 2).click()
    ends(page, "You completed a line, so O wins.")
    expect(page.locator("#ending")).to_contain_text("Against perfect: 0 won, 0 drawn, 1 lost.")
    for _ in range(2):
        page.goto(LOST)
        ends(page, "Medium beat you.")
        expect(page.locator(".plies li")).to_have_count(6)
        expect(page.locator("#ending")).not_to_contain_text("lost")
    cell(page, 5).click(force=True)  # a disabled cell
    by_keyboard(page, 3)
    ends(page, "Medium beat you.")
    shows(page, "XXO.XO..O")


def test_tally_and_streak_last_until_they_are_cleared(page: Page) -> None:
    for games in (1, 2):
        begin(page, "/?level=beginner&seed=0")
        for number in GAMES["won"].cells[::2]:
            expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
            cell(page, number).click()
        ends(page, "You beat beginner.")
        said = page.locator("#ending p")
        expect(said).to_contain_text(f"Against beginner: {games} won, 0 drawn, 0 lost.")
    expect(said).to_contain_text("Unbeaten in 2 games.")
    press(page, "Clear")
    expect(said).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    page.reload()
    ends(page, "You beat beginner.")
    expect(said).to_have_count(0)


def test_rematch_is_one_step_from_the_board_with_the_keyboard(page: Page) -> None:
    begin(page, "/?level=medium&seed=0")
    for number in GAMES["lost"].cells[::2]:
        by_keyboard(page, number)
        expect(cell(page, number)).to_have_attribute("data-mark", "X")
        expect(on_board(page, ".board")).to_have_attribute("aria-busy", "false")
    ends(page, "Medium beat you.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Your turn: X.")
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_best_play_is_shown_on_the_empty_board_until_it_is_touched(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    begin(page)
    expect(on_board(page, ".faint")).to_have_count(4)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".faint")).to_have_count(0)
    has_marks(page, 1, 1)


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


def test_two_levels_play_on_after_an_outage(page: Page, complaints: list[str]) -> None:
    page.clock.install(time="2030-01-01")
    page.goto("/")
    choose(page, side="none")
    page.get_by_label("Speed").fill("4")
    expect(page.get_by_role("region", name=re.compile(r"wins\.$|draw"))).to_be_visible()
    assert_fits(page)
    page.clock.pause_at("2030-01-02")
    press(page, "Rematch")
    says(page, "X to move.")
    page.clock.run_for(PAUSE)
    has_marks(page, 1, 0)
    press(page, "Pause")
    page.clock.run_for(3 * PAUSE)
    has_marks(page, 1, 0)
    press(page, "Resume")
    page.clock.run_for(PAUSE)
    has_marks(page, 1, 1)
    choose(page, side="X")
    expect(page.locator("#watch")).to_be_hidden()
    page.clock.resume()

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
    assert_fits(page)
    page.unroute("**/v1/best-move**")
    again.click()
    expect(on_board(page, ".mark").nth(1)).to_be_visible()
    complaints.clear()
