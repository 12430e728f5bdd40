"""Every page is accessible, and fits into the narrowest window in every state."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import on_board
from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    at_looks_in_turn,
    on_a_dark_phone,
)
from tests.browser.playground import LOST

MIN_WIDTH = 320  # CSS pixels: WCAG 2.2, 1.4.10
PUZZLE = "/puzzles#puzzle=.O./XO./.X."
REVIEW = "#ending >> text=Review"

PAGES = [
    "/?seed=1&moves=4.0",
    PUZZLE,
    "/learn?lesson=cut",
    "/learn/player",
    "/learn/practice?seed=1",
    "/docs",
]

in_every_state = pytest.mark.parametrize(
    ("query", "clicks", "shown"),
    [
        ("/?level=medium&seed=3&moves=4.2.0.8", ["[data-cell='1']"], REVIEW),
        (LOST, [REVIEW, ".plies button >> nth=4", "text=Show the next move"], ".detail"),
        ("/?columns=7&rows=7", ["#change"], "[name=columns]:visible"),
        ("/?columns=7&rows=7&in_a_row=4&side=both&moves=24.25&scores=true", [], ".score >> nth=46"),
        (PUZZLE, ["#puzzle >> text=Hint", "[data-cell='0']", "#puzzle >> text=Try again"], "#list"),
    ],
    ids=["ended", "reviewed", "settings", "scored", "puzzle"],
)


def bring_about(page: Page, query: str, clicks: list[str], shown: str) -> None:
    """Open the playground in a state, with reduced motion."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(query)
    for selector in clicks:
        page.locator(selector).click()
    expect(page.locator(shown)).to_be_attached()
    for line in on_board(page, ".lines line").all():
        expect(line).to_have_css("animation-name", "none")


@at_looks_in_turn("path", PAGES)
def test_page_is_accessible(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert_accessible(page)


@on_a_dark_phone
def test_forced_colors_keep_a_reviewed_game_accessible(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    bring_about(page, LOST, [REVIEW, ".plies button >> nth=4"], ".detail")
    assert_accessible(page)


@in_every_state
def test_narrowest_window_fits_the_playground(
    page: Page, query: str, clicks: list[str], shown: str
) -> None:
    page.set_viewport_size({"width": MIN_WIDTH, "height": 640})
    bring_about(page, query, clicks, shown)
    assert_fits(page)
    assert_large_targets(page)


@pytest.mark.parametrize(
    "path",
    [
        "learn",
        "learn?lesson=cut",
        "learn/player",
        "learn/practice?seed=1",
        "examples/",
        "docs",
        "problems",
    ],
)
def test_narrowest_window_fits_other_pages(page: Page, path: str) -> None:
    page.set_viewport_size({"width": MIN_WIDTH, "height": 640})
    page.goto(f"/{path}")
    page.wait_for_load_state("networkidle")
    assert_fits(page)
    assert_large_targets(page)
