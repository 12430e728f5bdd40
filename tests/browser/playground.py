"""Helpers for the playground: locators, expectations, and moves of the keyboard focus."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

IS_FOCUSED: Final = """
(selector) => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.matches(selector) ?? false;
}
"""
FOCUSED_CELL: Final = """
() => +document.querySelector("noughts-board").shadowRoot.activeElement.dataset.cell
"""

FIRST_MOVES: Final = "?seed=1&moves=4.1"  # of X, a person; O has answered
BOARD: Final = ".O./.X./..."  # the position to which they lead
LOST: Final = "?level=medium&seed=3&moves=4.2.0.8.1.5"
HARD: Final = "?columns=6&rows=5&in_a_row=4&side=both"


def cell(page: Page, number: int) -> Locator:
    """A cell of the board."""
    return page.locator(f"noughts-board [data-cell='{number}']")


def on_board(page: Page, selector: str) -> Locator:
    """A part inside the <noughts-board> element."""
    return page.locator(f"noughts-board {selector}")


def says(page: Page, status: str) -> None:
    """Wait until the status of the board is this."""
    expect(on_board(page, ".status")).to_have_text(status)


def shows(page: Page, board: str) -> None:
    """Wait until the board has these marks, one character per cell."""
    for number, mark in enumerate(board):
        has_mark(page, number, "" if mark == "." else mark)


def has_mark(page: Page, number: int, mark: str) -> None:
    """Wait until a cell has this mark, or none."""
    expect(cell(page, number)).to_have_attribute("data-mark", mark)


def has_marks(page: Page, x: int, o: int) -> None:
    """Wait until the board has so many marks of each side."""
    expect(on_board(page, ".mark.X")).to_have_count(x)
    expect(on_board(page, ".mark.O")).to_have_count(o)


def choose(page: Page, **settings: str) -> None:
    """Choose settings among their radio buttons."""
    for name, value in settings.items():
        page.locator(f"[name={name}][value='{value}']").check()


def open_more(page: Page) -> None:
    """Open the settings that are not always shown."""
    page.locator("#more > summary").click()


def place(number: int, columns: int = 3) -> str:
    """A cell as the playground names it."""
    return f"{'abcdefghi'[number % columns]}{number // columns + 1}"


def long_place(number: int, columns: int = 3) -> str:
    """A cell as a screen reader hears of it."""
    return f"column {'abcdefghi'[number % columns]}, row {number // columns + 1}"


def open_tab(page: Page, name: str) -> Locator:
    """Open a tab and return its panel."""
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def ask(page: Page, target: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON answer of the service."""
    answer = (
        page.request.post(target, data=body, timeout=60_000) if body else page.request.get(target)
    )
    assert answer.ok
    found: dict[str, Any] = answer.json()
    return found


def analysis(page: Page, url: str, board: str = BOARD) -> dict[str, Any]:
    """The analysis of a position, which is after the first moves if not given."""
    return ask(page, f"{url}/v1/analysis?board={board}")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(40):
        if page.evaluate(IS_FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")


def arrow_to(page: Page, number: int, columns: int = 3) -> None:
    """Press arrow keys until the focus moves from its cell to this one."""
    row, column = divmod(page.evaluate(FOCUSED_CELL), columns)
    down, right = number // columns - row, number % columns - column
    for steps, keys in [(down, ("ArrowDown", "ArrowUp")), (right, ("ArrowRight", "ArrowLeft"))]:
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps < 0])
    expect(cell(page, number)).to_be_focused()
