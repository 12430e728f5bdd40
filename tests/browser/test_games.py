"""Whole games in the playground, won, lost and drawn, by mouse and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from service.engine.play.levels import Level
from tests.browser.games import PERSON, Script, game
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    LOST,
    arrow_to,
    cell,
    has_mark,
    has_marks,
    on_board,
    place,
    says,
    shows,
    tab_to,
)

GAMES = {
    "won": game(Level.BEGINNER, "X"),
    "lost": game(Level.BEGINNER, "O"),
    "drawn": game(Level.PERFECT, None),
}
NOTE_END = """
(board) => board.addEventListener("gameover", ({ detail }) => { window.ended = detail; })
"""
LINES = """
(lines) => lines.map(({ x1, y1, x2, y2 }) =>  // they reach past the centres of their cells
  [x1, y1, x2, y2].map(({ baseVal }) => Math.floor(baseVal.value / 100)))
"""


def by_mouse(page: Page, number: int) -> None:
    cell(page, number).click()


def by_keyboard(page: Page, number: int) -> None:
    tab_to(page, "[data-cell]")
    arrow_to(page, number)
    page.keyboard.press("Enter")


def play_out(page: Page, script: Script, move: Callable[[Page, int], None]) -> None:
    says(page, "Your turn: X.")
    for ply in range(0, len(script.cells), 2):
        move(page, script.cells[ply])
        if ply + 2 < len(script.cells):
            says(page, f"O played {place(script.cells[ply + 1])}. Your turn: X.")
    says(page, script.status)


@pytest.mark.parametrize("move", [by_mouse, by_keyboard])
@at_every_look
@pytest.mark.parametrize("script", GAMES.values(), ids=GAMES)
def test_a_whole_game(
    page: Page, url: str, script: Script, move: Callable[[Page, int], None]
) -> None:
    page.goto(url + "/" + script.query)
    page.locator("noughts-board").evaluate(NOTE_END)
    play_out(page, script, move)
    shows(page, script.board)
    expect(on_board(page, ".lines line")).to_have_count(len(script.lines))
    assert on_board(page, ".lines line").evaluate_all(LINES) == script.lines
    assert page.evaluate("ended.winner") == script.winner
    expect(page.locator(".plies li")).to_have_count(len(script.cells))
    assert_in_order(page)


def test_a_game_that_is_over_takes_no_move(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.3.1.4.2")
    says(page, "X wins.")
    cell(page, 5).click(force=True)  # by force, as it is said to be disabled
    by_keyboard(page, 8)
    says(page, "X wins.")
    shows(page, "XXXOO....")


def test_a_new_game_by_mouse(page: Page, url: str) -> None:
    page.goto(f"{url}/?moves=4.0")
    shows(page, "O...X....")
    page.get_by_role("button", name="New game").click()
    shows(page, "." * 9)
    says(page, "Your turn: X.")


def test_a_new_game_by_keyboard(page: Page, url: str) -> None:
    page.goto(f"{url}/?moves=4.0")
    shows(page, "O...X....")
    tab_to(page, "#new-game")
    page.keyboard.press("Enter")
    shows(page, "." * 9)
    says(page, "Your turn: X.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    has_mark(page, 0, "X")


def test_keys_lead_round_the_board(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=4&rows=3")
    says(page, "Your turn: X.")
    tab_to(page, "[data-cell]")
    steps = {"ArrowUp": 8, "End": 11, "ArrowRight": 8, "ArrowDown": 0, "ArrowLeft": 3, "Home": 0}
    for key, leads_to in steps.items():
        page.keyboard.press(key)
        expect(cell(page, leads_to)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#new-game")).to_be_focused()


def test_a_cell_says_where_it_is_and_what_is_on_it(page: Page, url: str) -> None:
    page.goto(f"{url}/?moves=4.0")
    expect(cell(page, 4)).to_have_accessible_name("column b, row 2, X")
    expect(cell(page, 5)).to_have_accessible_name("column c, row 2, empty")


def test_a_cell_says_that_it_is_part_of_a_line(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    says(page, "O wins.")
    expect(cell(page, 5)).to_have_accessible_name("column c, row 2, O, part of a line")
    expect(cell(page, 4)).to_have_accessible_name("column b, row 2, X")


def test_the_person_can_be_o(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=O&level=perfect&seed=3")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")


@at_every_look
def test_two_tabs_do_not_disturb_one_another(context: BrowserContext, url: str) -> None:
    won, lost = GAMES["won"], GAMES["lost"]
    tabs = [(context.new_page(), won), (context.new_page(), lost)]
    for page, script in tabs:
        page.goto(url + "/" + script.query)
    for ply in range(0, max(len(won.cells), len(lost.cells)), 2):
        for page, script in tabs:
            if ply < len(script.cells):
                page.bring_to_front()
                by_mouse(page, script.cells[ply])
                expect(on_board(page, ".mark")).to_have_count(min(ply + 2, len(script.cells)))
    for page, script in tabs:
        says(page, script.status)
        shows(page, script.board)


def test_each_side_is_the_persons(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    says(page, f"{PERSON} to move.")
    by_mouse(page, 4)
    says(page, "X played b2. O to move.")
    by_mouse(page, 0)
    says(page, "O played a1. X to move.")
