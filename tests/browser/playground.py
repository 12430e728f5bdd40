"""Helpers for the game around the board: settings, review, the service and the keyboard."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import on_board

LISTEN: Final = Path(__file__).with_name("walks") / "listen.js"
FIRST_MOVES: Final = "/?seed=1&moves=4.1"  # of X, a person; O has answered
LOST: Final = "/?level=medium&seed=3&moves=4.2.0.8.1.5"


@contextmanager
def in_settings(page: Page) -> Iterator[None]:
    page.locator("#change").click()
    yield
    page.keyboard.press("Escape")


def ends(page: Page, verdict: str) -> None:
    """Wait for the end of the game, and its verdict above the board."""
    expect(on_board(page, ".status")).to_have_text(re.compile(f"{re.escape(verdict)}$"))
    expect(page.locator("#ending")).to_be_visible()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def show_scores(page: Page) -> None:
    with in_settings(page):
        page.get_by_label("Show what each move is worth").check()


def review(page: Page) -> None:
    press(page, "Review")
    expect(page.locator(".chart")).to_be_visible()


def listen(page: Page) -> None:
    """Keep in `heard` what a screen reader would announce from now on."""
    page.evaluate(LISTEN.read_text())


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")
