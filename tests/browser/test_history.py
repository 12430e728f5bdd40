"""The game in the URL: links, the browser's history, undo, redo and steps through the game."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, has_marks, on_board, says, shows
from tests.browser.looks import assert_fits, delay_requests
from tests.browser.playground import LOST, STARTING, choose, ends, press, review

REPLIES = re.compile("/v1/best-move")
NOTE_STATUS = """
() => {
  window.said = [];
  const status = document.querySelector("noughts-board").shadowRoot.querySelector(".status");
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
}
"""


def test_back_leaves_a_game_that_the_service_began(page: Page) -> None:
    page.goto("/examples/")
    page.goto("/?side=O&level=perfect&seed=3")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")
    page.go_back()
    expect(page).to_have_url("/examples/")
    page.go_forward()
    has_marks(page, 1, 0)
    expect(page).to_have_url(re.compile(r"side=O.*&moves=\d$"))


def test_back_and_forward_undo_and_redo_moves(page: Page) -> None:
    page.goto("/?side=both")
    says(page, "X to move.")
    cell(page, 4).click()
    says(page, "X played b2. O to move.")
    first = page.url
    cell(page, 1).click()
    says(page, "O played b1. X to move.")
    second = page.url
    page.go_back()
    expect(page).to_have_url(first)
    shows(page, "....X....")
    page.go_forward()
    expect(page).to_have_url(second)
    shows(page, ".O..X....")

    press(page, "Undo")
    shows(page, "....X....")
    page.go_back()
    shows(page, ".O..X....")
    page.go_forward()
    shows(page, "....X....")
    assert_fits(page)


def test_undo_while_a_game_starts_has_its_own_entry(page: Page) -> None:
    delay_requests(page, STARTING)
    page.goto("/?side=both&moves=4.1")
    press(page, "Undo")
    shows(page, "....X....")
    page.go_back()
    shows(page, ".O..X....")


def test_back_restores_settings_and_the_previous_game(page: Page) -> None:
    page.goto(LOST)
    ends(page, "Medium beat you.")
    choose(page, level="easy")
    shows(page, "." * 9)
    cell(page, 4).click()
    has_marks(page, 1, 1)
    moved = page.url
    choose(page, board="4 4 4")
    expect(on_board(page, ".cell")).to_have_count(16)
    page.go_back()
    expect(on_board(page, ".cell")).to_have_count(9)
    expect(page).to_have_url(moved)
    has_marks(page, 1, 1)
    expect(page.locator("[name=board]:checked")).to_have_value("3 3 3")
    page.go_back()
    shows(page, "." * 9)
    page.go_forward()
    expect(page).to_have_url(moved)
    has_marks(page, 1, 1)
    page.go_back()
    page.go_back()
    ends(page, "Medium beat you.")
    shows(page, "XXO.XO..O")


def test_reply_is_announced_once_and_survives_a_reload(page: Page) -> None:
    begin(page, "/?level=perfect&seed=1")
    page.evaluate(NOTE_STATUS)
    cell(page, 0).click()
    says(page, "O played b2. Your turn: X.")
    assert page.evaluate("said") == ["X played a1. O is thinking…", "O played b2. Your turn: X."]
    page.route(REPLIES, lambda _: None)
    with page.expect_request(REPLIES):
        cell(page, 1).click()
    page.unroute(REPLIES)
    page.reload()
    shows(page, "XXO.O....")


def test_game_can_be_stepped_through_and_survives_a_reload(page: Page) -> None:
    page.goto(LOST)
    ends(page, "Medium beat you.")
    review(page)
    for name, board in [
        ("First position", "........."),
        ("Forward one move", "....X...."),
        ("Last position", "XXO.XO..O"),
        ("Back one move", "XXO.X...O"),
    ]:
        press(page, name)
        shows(page, board)
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    shows(page, "X.O.X...O")
    says(page, "Move 4 of 6. O played c3.")
    page.keyboard.press("ArrowRight")
    shows(page, "XXO.X...O")
    assert_fits(page)
    page.reload()  # which keeps what follows
    shows(page, "XXO.X...O")
    review(page)
    expect(page.locator(".plies li")).to_have_count(6)
    page.locator(".plies button").last.click()
    ends(page, "Medium beat you.")


def test_link_opens_the_same_position_and_settings(
    page: Page, new_context: Callable[[], BrowserContext]
) -> None:
    values = {"side": "O", "starting_side": "O", "level": "hard"}
    query = "&".join(f"{name}={value}" for name, value in values.items())
    page.goto(f"/?columns=4&rows=3&in_a_row=3&{query}&misere=true&scores=true&moves=5.6")
    shows(page, ".....OX.....")
    says(page, "Your turn: O.")
    for tab in (page.context.new_page(), new_context().new_page()):
        tab.goto(page.url)
        shows(tab, ".....OX.....")
        says(tab, "Your turn: O.")
        for name, value in values.items():
            expect(tab.locator(f"[name={name}]:checked")).to_have_value(value)
        expect(tab.locator("[name=board]:checked")).to_have_value("")
        expect(tab.locator("[name=misere]")).to_be_checked()
        expect(tab.locator("[name=scores]")).to_be_checked()
    assert_fits(tab)
    page.goto("/?board=XX./OO./...&side_to_move=X")
    shows(page, "XX.OO....")
    cell(page, 2).click()
    ends(page, "You beat medium!")
    expect(page).to_have_url(re.compile(r"&board=XXX/OO\./\.\.\.&side_to_move=O$"))
    expect(page.get_by_role("button", name="Review")).to_have_count(0)
