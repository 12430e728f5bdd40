"""The playground as a person meets it: where things are, and how they are reached by keys."""

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


def cell(page: Page, number: int) -> Locator:
    """A cell of the board."""
    return page.locator(f"noughts-board [data-cell='{number}']")


def on_board(page: Page, selector: str) -> Locator:
    """Something in the element of the board."""
    return page.locator(f"noughts-board {selector}")


def says(page: Page, status: str) -> None:
    """The board says this, sooner or later."""
    expect(on_board(page, ".status")).to_have_text(status)


def shows(page: Page, board: str) -> None:
    """These marks are on the board, a character each; sooner or later."""
    for number, mark in enumerate(board):
        expect(cell(page, number).locator(".mark")).to_have_text([] if mark == "." else [mark])


def place(number: int, columns: int = 3) -> str:
    """A cell in words."""
    return f"row {number // columns + 1}, column {number % columns + 1}"


def open_tab(page: Page, name: str) -> Locator:
    """A panel, opened."""
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def ask(page: Page, target: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the service answers, as JSON."""
    answer = page.request.post(target, data=body) if body else page.request.get(target)
    assert answer.ok
    found: dict[str, Any] = answer.json()
    return found


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(40):
        if page.evaluate(IS_FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")


def arrow_to(page: Page, number: int, columns: int = 3) -> None:
    """Press arrows until the focus, which is on a cell, is on this one."""
    row, column = divmod(page.evaluate(FOCUSED_CELL), columns)
    down, right = number // columns - row, number % columns - column
    for steps, keys in [(down, ("ArrowDown", "ArrowUp")), (right, ("ArrowRight", "ArrowLeft"))]:
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps < 0])
    expect(cell(page, number)).to_be_focused()
