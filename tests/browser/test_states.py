"""In forced colours and in the narrowest window every page is accessible, in every state."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import (
    assert_accessible,
    assert_in_order,
    assert_large_targets,
    assert_nothing_sticks_out,
    at_every_look,
)
from tests.browser.playground import LOST, cell, choose, on_board, open_tab, says

MIN_WIDTH = 320  # CSS pixels: WCAG 2.2, 1.4.10


def ended(page: Page) -> None:
    """A game that a person has lost, with its card and its review."""
    says(page, "Your turn: X.")
    cell(page, 1).click()
    expect(page.get_by_role("region", name="Medium beat you.")).to_be_visible()
    expect(page.locator(".plies li")).to_have_count(6)


def reviewed(page: Page) -> None:
    """The position after the third move of a reviewed game."""
    page.locator(".plies button").nth(2).click()
    expect(page.locator(".points [aria-current=step]")).to_have_count(1)


def scored(page: Page) -> None:
    """A large board with estimates."""
    expect(on_board(page, ".score")).to_have_count(47)


def watched(page: Page) -> None:
    """Two levels, paused after some moves."""
    choose(page, side="none")
    expect(on_board(page, ".mark").first).to_be_visible()
    page.get_by_role("button", name="Pause").click()


def examined(page: Page) -> None:
    """The report of an exam, with its game and its mistakes."""
    open_tab(page, "Exam").get_by_role("button", name="Examine").click()
    expect(page.locator(".mistakes tr").first).to_be_visible()
    page.locator(".moves button").nth(2).click()


def grown(page: Page) -> None:
    """The game tree with its counts."""
    open_tab(page, "Game tree")
    expect(page.locator(".counts")).to_be_visible()


def built(page: Page) -> None:
    """The last request and its answer."""
    expect(open_tab(page, "Build").locator("pre").last).to_be_visible()


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "ending": ("?level=medium&seed=3&moves=4.2.0.8", ended),
    "review": (LOST, reviewed),
    "scores": ("?columns=7&rows=7&in_a_row=5&side=both&moves=24.25&scores=true", scored),
    "watch": ("?seed=1", watched),
    "exam": ("?seed=1", examined),
    "tree": ("?seed=1&moves=4.0", grown),
    "build": ("?seed=1&moves=4.0", built),
}
in_every_state = pytest.mark.parametrize("state", STATES)


def bring_about(page: Page, url: str, state: str) -> None:
    """Open the playground in this state."""
    query, act = STATES[state]
    page.goto(f"{url}/{query}")
    act(page)


@in_every_state
@at_every_look
def test_in_forced_colours(page: Page, url: str, state: str) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    bring_about(page, url, state)
    assert_accessible(page)


@in_every_state
def test_in_the_narrowest_window(page: Page, url: str, state: str) -> None:
    page.set_viewport_size({"width": MIN_WIDTH, "height": 640})
    page.emulate_media(reduced_motion="reduce")
    bring_about(page, url, state)
    assert_in_order(page)
    assert_large_targets(page)


@pytest.mark.parametrize("path", ["learn", "learn?lesson=cut", "examples/", "docs", "problems"])
def test_another_page_in_the_narrowest_window(page: Page, url: str, path: str) -> None:
    page.set_viewport_size({"width": MIN_WIDTH, "height": 640})
    page.goto(f"{url}/{path}")
    page.wait_for_load_state("networkidle")
    assert_nothing_sticks_out(page)
    if path != "docs":  # whose buttons are those of Swagger UI
        assert_large_targets(page)
