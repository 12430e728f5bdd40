"""Undo, redo, and steps through a game; links to a position."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    LOST,
    cell,
    has_mark,
    on_board,
    open_tab,
    says,
    shows,
)


@at_every_look
def test_undo_and_redo_go_by_the_persons_moves(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1&moves=4.1.3.5")
    undo, redo = (page.get_by_role("button", name=name) for name in ["Undo", "Redo"])
    shows(page, ".O.XXO...")
    undo.click()
    shows(page, ".O..X....")
    undo.click()
    shows(page, "." * 9)
    expect(undo).to_be_disabled()
    expect(redo).to_be_focused()
    assert_in_order(page)
    redo.click()
    shows(page, ".O..X....")
    redo.click()
    shows(page, ".O.XXO...")
    expect(redo).to_be_disabled()


def test_another_move_after_undo_takes_the_place_of_what_followed(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1&moves=4.1.3.5")
    shows(page, ".O.XXO...")
    page.get_by_role("button", name="Undo").click()
    cell(page, 0).click()
    expect(on_board(page, ".mark")).to_have_count(4)
    has_mark(page, 0, "X")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


@at_every_look
def test_the_back_button_takes_a_move_back(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1")
    addresses = []
    for number, marks in [(4, 2), (None, 4)]:
        open_cells = page.locator("noughts-board .cell:not(.X):not(.O)")
        (open_cells.first if number is None else cell(page, number)).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
        addresses.append(page.url)
    page.go_back()
    expect(page).to_have_url(addresses[0])
    expect(on_board(page, ".mark")).to_have_count(2)
    page.go_forward()
    expect(page).to_have_url(addresses[1])
    expect(on_board(page, ".mark")).to_have_count(4)
    page.go_back()
    page.go_back()
    expect(on_board(page, ".mark")).to_have_count(0)
    assert_in_order(page)


@at_every_look
def test_a_link_leads_to_the_position_and_its_settings(
    page: Page, context: BrowserContext, others_page: Page, url: str
) -> None:
    target = "?columns=4&rows=3&in_a_row=3&side=O&starting_side=O&level=hard&misere=true"
    page.goto(f"{url}/{target}&scores=true&moves=5.6")
    shows(page, ".....OX.....")
    says(page, "Your turn: O.")
    link = open_tab(page, "Build").get_by_role("link").get_attribute("href")
    assert link == page.url
    for elsewhere in (context.new_page(), others_page):
        elsewhere.goto(link)
        shows(elsewhere, ".....OX.....")
        says(elsewhere, "Your turn: O.")
        values = {"side": "O", "starting_side": "O", "level": "hard"}
        for name, value in values.items():
            expect(elsewhere.locator(f"[name={name}]:checked")).to_have_value(value)
        expect(elsewhere.locator("[name=board]:checked")).to_have_value("4 3 3")
        expect(elsewhere.locator("[name=misere]")).to_be_checked()
        scores = elsewhere.get_by_role("button", name="Scores")
        expect(scores).to_have_attribute("aria-pressed", "true")
    assert_in_order(others_page)


def test_a_board_without_moves_has_a_link_too(page: Page, url: str) -> None:
    page.goto(f"{url}/?board=XX./OO./...&side_to_move=X")
    shows(page, "XX.OO....")
    cell(page, 2).click()
    says(page, "X wins.")
    expect(page).to_have_url(re.compile(r"&board=XXX/OO\./\.\.\.&side_to_move=O$"))
    expect(page.get_by_role("tabpanel")).to_contain_text("began on an empty board")


@at_every_look
def test_buttons_and_arrow_keys_step_through_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    says(page, "O wins.")
    page.locator(".plies button").last.click()  # on a phone, to read the review
    for name, board in [
        ("First position", "........."),
        ("Forward one move", "....X...."),
        ("Last position", "XXO.XO..O"),
        ("Back one move", "XXO.X...O"),
    ]:
        page.get_by_role("button", name=name).click()
        shows(page, board)
    page.get_by_role("heading", name="Noughts").click()
    page.keyboard.press("ArrowLeft")
    shows(page, "X.O.X...O")
    says(page, "Move 4 of 6. O played c3. Your turn: X.")
    page.keyboard.press("ArrowRight")
    shows(page, "XXO.X...O")
    assert_in_order(page)


def test_undo_and_redo_are_announced(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1&moves=4.1.3.5")
    says(page, "Your turn: X.")
    page.get_by_role("button", name="Undo").click()
    says(page, "Move 2 of 4. O played b1. Your turn: X.")
    page.get_by_role("button", name="Undo").click()
    says(page, "Start of the game. Your turn: X.")
    page.get_by_role("button", name="Redo").click()
    says(page, "Move 2 of 4. O played b1. Your turn: X.")


NOTE_STATUS = """
() => {
  window.said = [];
  const status = document.querySelector("noughts-board").shadowRoot.querySelector(".status");
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
}
"""


def test_a_reply_is_announced_once(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=perfect&seed=1")
    says(page, "Your turn: X.")
    page.evaluate(NOTE_STATUS)
    cell(page, 0).click()
    says(page, "O played b2. Your turn: X.")
    assert page.evaluate("said") == ["X played a1. O is thinking…", "O played b2. Your turn: X."]
