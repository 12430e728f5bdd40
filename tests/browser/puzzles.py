"""Helpers for puzzles: opening, trying and solving them on the board."""

import re
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.board import cell, on_board, place
from tests.browser.playground import ask

POSITION: Final = "document.querySelector('noughts-board').position"
AFTER_TRY: Final = (
    "(({ positions, at }) => positions[at - 1])(document.querySelector('noughts-board').game)"
)
FOCUSED: Final = "Number(document.activeElement.shadowRoot.activeElement.dataset.cell)"


def press(page: Page, name: str) -> None:
    """Press a button of the puzzle on the board."""
    page.locator("#puzzle").get_by_role("button", name=name).click()


def says_of_puzzle(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#puzzle").get_by_role("status")).to_have_text(text)


def task(plies: int, said: str = "") -> re.Pattern[str]:
    """The text that states the distance to the win, after what it says about the try."""
    moves = ["one move", "two moves", "three moves", "four moves", "five moves"][plies // 2]
    return re.compile(rf"^{said}[XO] to move\. Win in {moves}\.$")


def asks(page: Page) -> None:
    """Wait until a puzzle is set that states its true distance."""
    says_of_puzzle(page, re.compile(r"^[XO] to move\. Win in "))
    says_of_puzzle(page, task(analysis(page)["plies_to_end"]))


def listed(page: Page, difficulty: str = "Easy", number: int = 1) -> Locator:
    """A puzzle in the open list."""
    group = page.get_by_role("group", name=difficulty)
    return group.get_by_role("button", name=re.compile(rf"^{number} "))


def open_puzzle(page: Page, difficulty: str = "Easy", number: int = 1) -> None:
    listed(page, difficulty, number).click()
    expect(listed(page, difficulty, number)).to_have_attribute("aria-current", "true")
    asks(page)


def analysis(page: Page, position: str = POSITION) -> dict[str, Any]:
    """The analysis of a position of the board, by default the one shown."""
    shown = page.evaluate(position)
    board, side, in_a_row = (shown[name] for name in ("notation", "side_to_move", "in_a_row"))
    return ask(page, f"/v1/analysis?board={board}&side_to_move={side}&in_a_row={in_a_row}")


def click(page: Page, number: int) -> None:
    cell(page, number).click()


def press_keys(page: Page, number: int) -> None:
    """Make a move with the keyboard; the focus wraps at the edges."""
    position = page.evaluate(POSITION)
    columns, rows = position["columns"], position["rows"]
    down, across = divmod(number, columns)
    row, column = divmod(page.evaluate(FOCUSED), columns)
    keys = ["ArrowDown"] * ((down - row) % rows) + ["ArrowRight"] * ((across - column) % columns)
    for key in [*keys, "Enter"]:
        page.keyboard.press(key)


def solve(page: Page, play: Callable[[Page, int], None] = click) -> None:
    """Make best moves until the puzzle says that it is won."""
    while (plies := (found := analysis(page))["plies_to_end"]) > 1:
        play(page, found["best_move"])
        says_of_puzzle(page, task(plies - 2, "Right. "))
    play(page, found["best_move"])
    says_of_puzzle(page, re.compile("^(Solved|Won with help)"))


def try_wrong_move(page: Page) -> int:
    """Make a move that does not win, and wait for its refutation."""
    found = analysis(page)
    position, number = found["position"], found["moves"][-1]["cell"]
    click(page, number)
    expect(on_board(page, ".mark")).to_have_count(sum(map(bool, position["cells"])) + 2)
    outcome = analysis(page, AFTER_TRY)["outcome"]
    verb = {"win": "loses", "draw": "does not win", "unknown": "is not proved to win"}[outcome]
    says_of_puzzle(page, re.compile(f"^{place(number, position['columns'])} {verb}: "))
    return int(number)
