"""The settings: boards, rules, sides and levels, and messages about invalid ones."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import begin, cell, has_marks, on_board, says
from tests.browser.looks import assert_fits, on_a_dark_phone
from tests.browser.playground import ask, choose, ends, in_settings, show_scores


@on_a_dark_phone
def test_custom_board_and_misere_are_played(page: Page) -> None:
    page.goto("/?side=both")
    says(page, "X to move.")
    with in_settings(page):
        page.locator("[name=board][value='']").check()
        for name, value in [("Columns", "5"), ("Rows", "4"), ("In a row", "4")]:
            field = page.get_by_label(name, exact=True)
            field.fill(value)
            field.press("Enter")
        expect(on_board(page, ".cell")).to_have_count(20)
        page.get_by_label("Misère").check()
    for verdict in ("X completed a line, so O wins.", "X wins."):
        for number in (0, 5, 1, 6, 2, 7, 3):
            cell(page, number).click()
        ends(page, verdict)
        expect(on_board(page, ".lines line")).to_have_count(1)
        assert_fits(page)
        with in_settings(page):
            page.get_by_label("Misère").uncheck()


def test_other_boards_are_chosen_by_size_or_chip(page: Page) -> None:
    begin(page)
    with in_settings(page):
        page.locator("[name=board][value='']").check()
        field = page.get_by_role("spinbutton", name="Columns")
        for wrong in ("12", ""):
            field.fill(wrong)
            field.press("Enter")
            expect(on_board(page, ".cell")).to_have_count(9)
            assert field.evaluate("field => field.matches(':invalid')")
        assert_fits(page)
        field.fill("9")
        field.press("Enter")
        expect(on_board(page, ".cell")).to_have_count(27)
        expect(page.get_by_role("radio", name="9x3, 3 in a row")).to_be_checked()
        field.fill("")
        field.press("Enter")
    choose(page, board="4 4 4", level="hard")
    expect(on_board(page, ".cell")).to_have_count(16)
    expect(page.locator("label:has([name=board][value=''])")).to_have_text("other")
    expect(page).to_have_url(re.compile("columns=4&.*level=hard"))
    cell(page, 5).click()
    has_marks(page, 1, 1)
    on_board(page, "[data-mark='']").last.click()
    has_marks(page, 2, 2)
    show_scores(page)
    expect(on_board(page, ".score")).to_have_count(12)
    assert_fits(page)


def test_sides_decide_who_moves_first_and_levels_are_described(page: Page) -> None:
    begin(page, "/?level=perfect&seed=1")
    with in_settings(page):
        page.locator("[name=starting_side][value=O]").check()
    has_marks(page, 0, 1)
    expect(on_board(page, ".status")).to_contain_text("Your turn: X.")
    begin(page, "/?seed=1")
    choose(page, side="O")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")
    for level in ask(page, "/v1/levels")["levels"]:
        choose(page, level=level["level"])
        expect(page.locator("#level-text")).to_contain_text(level["description"])
        expect(page).to_have_url(re.compile(f"&level={level['level']}&"))


def test_perfect_can_set_traps(page: Page) -> None:
    begin(page, "/?seed=1")
    switch = page.get_by_label("Sets traps")
    with in_settings(page):
        expect(switch).to_be_hidden()
        page.locator("[name=level][value=perfect]").check()
        expect(switch).to_be_checked()
        switch.uncheck()
        expect(page).to_have_url(re.compile("&traps=false"))
        switch.check()
        assert_fits(page)
    choose(page, side="O")
    has_marks(page, 1, 0)
    played = on_board(page, ".cell[data-mark=X]").get_attribute("data-cell")
    assert played in {"0", "2", "6", "8"}  # where a reply is hardest
    choose(page, level="hard")
    expect(switch).to_be_hidden()
    page.reload()
    choose(page, level="perfect")
    expect(switch).to_be_checked()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("in_a_row=4", "in-a-row must be at least 3, and at most the longer side of the board."),
        ("level=godlike", "level must be beginner, easy, medium, hard or perfect."),
        ("board=XO./.../...&moves=3", "Set either board or moves, not both."),
    ],
)
def test_invalid_setting_in_the_url_is_reported(
    page: Page, complaints: list[str], query: str, words: str
) -> None:
    page.goto(f"/?{query}")
    expect(on_board(page, ".fault span")).to_have_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    assert_fits(page)
    page.goto("/")
    choose(page, board="4 4 4")
    page.goto(f"/?{query}")
    choose(page, board="3 3 3", side="X", level="easy")
    says(page, "Your turn: X.")
    expect(on_board(page, ".fault")).to_be_hidden()
    assert set(complaints) == {f"<noughts-board>: {words}"}
    complaints.clear()
