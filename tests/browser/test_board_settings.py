"""The settings: boards, rules, sides and levels, and what is said of wrong ones."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    ask,
    cell,
    choose,
    has_marks,
    on_board,
    open_more,
    says,
    shows,
)


@at_every_look
def test_4x4_can_be_chosen_and_is_played_and_scored(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=easy&seed=1")
    says(page, "Your turn: X.")
    choose(page, board="4 4 4")
    expect(on_board(page, ".cell")).to_have_count(16)
    for number, marks in [(5, 2), (None, 4)]:
        empty = page.locator("noughts-board [data-mark='']")
        (empty.last if number is None else cell(page, number)).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
    page.get_by_role("button", name="Scores").click()
    expect(on_board(page, ".score")).to_have_count(12)
    assert_in_order(page)


@pytest.mark.parametrize("height", [900, 390])
@pytest.mark.parametrize("rows", [3, 9])
def test_a_board_fits_into_the_window(page: Page, url: str, rows: int, height: int) -> None:
    page.set_viewport_size({"width": 844, "height": height})
    page.goto(f"{url}/?rows={rows}")
    expect(on_board(page, ".cell")).to_have_count(3 * rows)
    board, first = (each.bounding_box() for each in [on_board(page, ".board"), cell(page, 0)])
    assert board
    assert first
    assert min(first["width"], first["height"]) > 39  # to be touched, even if it does not fit
    assert board["y"] + board["height"] <= height or (rows, height) == (9, 390)


@at_every_look
def test_a_custom_board(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    says(page, "X to move.")
    open_more(page)
    for name, value in [("Columns", "5"), ("Rows", "4"), ("In a row", "4")]:
        field = page.get_by_label(name, exact=True)
        field.fill(value)
        field.press("Enter")
    expect(on_board(page, ".cell")).to_have_count(20)
    for number in (0, 5, 1, 6, 2, 7, 3):
        cell(page, number).click()
    says(page, "X wins.")
    assert_in_order(page)


@at_every_look
def test_in_misere_who_completes_a_line_has_lost(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    open_more(page)
    page.get_by_label("Misère").check()
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "X completed a line, so O wins.")
    expect(on_board(page, ".lines line")).to_have_count(1)
    assert_in_order(page)


def test_a_level_plays_misere(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    shows(page, "XX...OO..")
    cell(page, 2).click()
    says(page, "X completed a line, so O wins.")


def test_the_starting_side_can_be_o(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=perfect&seed=1")
    says(page, "Your turn: X.")
    open_more(page)
    choose(page, starting_side="O")
    has_marks(page, 0, 1)
    expect(on_board(page, ".status")).to_contain_text("Your turn: X.")


def test_taking_the_other_side_lets_the_level_move(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1")
    says(page, "Your turn: X.")
    choose(page, side="O")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")


def test_a_level_is_described(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=hard")
    for level in ask(page, f"{url}/v1/levels")["levels"]:
        choose(page, level=level["level"])
        expect(page.locator("#level-text")).to_have_text(level["description"])
        expect(page).to_have_url(re.compile(f"&level={level['level']}&"))


@at_every_look
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("in_a_row=4", "Set in-a-row to at least 3, and at most the longer side of the board."),
        ("columns=50000000", "Set columns to a whole number from 3 to 9."),
        ("rows=9999999999999999", "Set rows to a whole number from 3 to 9."),
        ("level=godlike", "Set level to beginner, easy, medium, hard or perfect."),
        ("seed=9999999999999999", "Set seed to a whole number from 0 to 2^53 - 1."),
        ("side=Z", "Set side to X, O, both or none."),
        ("board=XO./.../...&moves=3", "Set a board or moves, not both."),
    ],
)
def test_settings_that_are_wrong_are_said_to_be(
    page: Page, url: str, query: str, words: str
) -> None:
    page.goto(f"{url}/?{query}")
    expect(on_board(page, ".fault span")).to_have_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    assert_in_order(page)
    page.goto(f"{url}/")
    choose(page, board="4 4 4")
    page.goto(f"{url}/?{query}")
    choose(page, board="3 3 3", side="X", level="easy")
    page.get_by_role("button", name="New game").click()
    says(page, "Your turn: X.")
    expect(on_board(page, ".fault")).to_be_hidden()


def test_the_last_chip_stands_for_every_other_board(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    says(page, "Your turn: X.")
    page.locator("#other").click()
    page.get_by_role("spinbutton", name="Columns").fill("9")
    page.get_by_role("spinbutton", name="Columns").press("Enter")
    expect(on_board(page, ".cell")).to_have_count(27)
    expect(page.get_by_role("radio", name="9x3")).to_be_checked()
    choose(page, board="4 4 4")
    expect(on_board(page, ".cell")).to_have_count(16)
    expect(page.locator("#other")).to_contain_text("other")
