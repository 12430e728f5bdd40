"""Helpers for the <noughts-board> element: its parts and their state."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect


def begin(page: Page, target: str = "/") -> None:
    """Open a page and wait until it is the turn of X, a person."""
    page.goto(target)
    says(page, "Your turn: X.")


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"noughts-board [data-cell='{number}']")


def on_board(page: Page, selector: str) -> Locator:
    return page.locator(f"noughts-board {selector}")


def says(page: Page, status: str) -> None:
    expect(on_board(page, ".status")).to_have_text(status)


def shows(page: Page, board: str) -> None:
    """Wait until the board has these marks, one character per cell."""
    for number, mark in enumerate(board):
        expect(cell(page, number)).to_have_attribute("data-mark", mark.strip("."))


def has_marks(page: Page, x: int, o: int) -> None:
    expect(on_board(page, ".mark.X")).to_have_count(x)
    expect(on_board(page, ".mark.O")).to_have_count(o)


def place(number: int, columns: int = 3) -> str:
    """The name of a cell."""
    return f"{'abcdefghi'[number % columns]}{number // columns + 1}"


def play_to_the_end(page: Page) -> None:
    """Play the example of plain fetch, whose games all differ."""
    status = page.get_by_role("status")
    for _ in range(5):
        page.get_by_role("button", name=re.compile("empty$"), disabled=False).first.click()
        expect(status).to_have_text(re.compile(r"Your move\.$|^[XO] wins\.$|^A draw\.$"))
        if not (status.text_content() or "").endswith("Your move."):
            return
    pytest.fail("five moves of X did not end the game")
