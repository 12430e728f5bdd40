"""Nothing in view moves by itself: not while a page loads, and not when the service answers."""

import pytest
from playwright.sync_api import Page, expect

from service.engine.play.levels import Level
from tests.browser.games import game
from tests.browser.layout_shift import assert_nothing_moved, delay
from tests.browser.looks import at_every_look
from tests.browser.playground import FIRST_MOVES, cell, choose, on_board, open_tab, says

LOADING = 400  # milliseconds of delay of every request
ANSWERING = 700  # the same, later than an input excuses


@at_every_look
@pytest.mark.parametrize(
    "path",
    [
        "",
        FIRST_MOVES,
        "?columns=5&rows=5&in_a_row=4&side=O",
        "learn",
        "learn?lesson=cache&step=20",
        "examples/",
        "docs",
    ],
)
def test_while_a_page_loads(page: Page, url: str, path: str) -> None:
    delay(page, LOADING)
    page.goto(f"{url}/{path}")
    page.wait_for_load_state("networkidle")
    assert_nothing_moved(page)


@at_every_look
def test_in_a_game_and_its_review(page: Page, url: str) -> None:
    script = game(Level.MEDIUM, "O")
    delay(page, ANSWERING)
    page.goto(f"{url}/{script.query}")
    for ply in range(0, len(script.cells), 2):
        expect(cell(page, script.cells[ply])).to_have_attribute("aria-disabled", "false")
        cell(page, script.cells[ply]).click()
        expect(on_board(page, ".mark")).to_have_count(ply + 2)
    says(page, "O wins.")
    expect(page.locator(".plies li")).to_have_count(len(script.cells))
    page.get_by_role("button", name="See the deciding move").click()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert_nothing_moved(page)


@at_every_look
def test_when_answers_come(page: Page, url: str) -> None:
    delay(page, ANSWERING)
    page.goto(f"{url}/{FIRST_MOVES}")
    says(page, "Your turn: X.")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint-text")).to_contain_text("Hint")
    page.get_by_role("button", name="Scores").click()
    expect(on_board(page, ".score")).to_have_count(7)
    open_tab(page, "Game tree")
    expect(page.locator(".counts")).to_be_visible()
    open_tab(page, "Build")
    choose(page, side="none")
    expect(on_board(page, ".mark")).to_have_count(3)
    assert_nothing_moved(page)
