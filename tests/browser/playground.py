"""Helpers for the playground around the board: settings, tabs, the service and the keyboard."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

FIRST_MOVES: Final = "/?seed=1&moves=4.1"  # of X, a person; O has answered
BOARD: Final = ".O./.X./..."  # the position after them
STARTING: Final = 400  # milliseconds of delay of every request, to act while the game starts
LOST: Final = "/?level=medium&seed=3&moves=4.2.0.8.1.5"


@contextmanager
def in_settings(page: Page) -> Iterator[None]:
    """With the settings in view; on narrow windows, they are a sheet."""
    opener = page.locator("#open-settings")
    if opener.is_visible():
        opener.click()
    yield
    if opener.is_visible():
        page.keyboard.press("Escape")


def choose(page: Page, **settings: str) -> None:
    with in_settings(page):
        for name, value in settings.items():
            page.locator(f"[name={name}][value='{value}']").check()


def ends(page: Page, verdict: str) -> None:
    """Wait for the end of the game, and its verdict below the board."""
    expect(page.locator("#verdict")).to_have_text(verdict)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def open_more(page: Page) -> None:
    page.locator("#more > summary").click()


def open_tab(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def ask(page: Page, target: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON response of the service to a GET, or to a POST of this body."""
    method = "POST" if body else "GET"
    response = page.request.fetch(target, method=method, data=body, timeout=60_000)
    assert response.ok
    return dict(response.json())


def analysis(page: Page, board: str = BOARD) -> dict[str, Any]:
    """The analysis of a position, by default the one after the first moves."""
    return ask(page, f"/v1/analysis?board={board}")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")
