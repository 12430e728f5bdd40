"""The attributes of the element."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.elsewhere.pages import put_page
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    has_marks,
    on_board,
    says,
    shows,
)


@at_every_look
def test_one_tag_is_a_game_elsewhere(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, "")
    page.goto(elsewhere)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert_in_order(page)


def test_attributes_take_effect(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'columns="4" rows="3" in-a-row="4" side="O" show-scores seed="7"')
    page.goto(elsewhere)
    expect(on_board(page, ".cell")).to_have_count(12)
    has_marks(page, 1, 0)
    expect(on_board(page, ".score")).to_have_count(11)


def test_the_same_seed_is_the_same_game_and_a_level_can_be_set(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'level="perfect" seed="7"')
    boards = []
    for _ in range(2):
        page.goto(elsewhere)
        cell(page, 0).click()
        expect(on_board(page, ".mark")).to_have_count(2)
        boards.append(page.locator("noughts-board").evaluate("(b) => b.game.position.notation"))
    assert boards == ["X../.O./..."] * 2  # the only move that does not lose


def test_misere_and_starting_side_take_effect(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'misere starting-side="O" side="both"')
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "O completed a line, so X wins.")


def test_an_attribute_that_changes_begins_anew(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    cell(page, 0).click()
    shows(page, "X........")
    page.locator("noughts-board").evaluate("(board) => board.setAttribute('columns', 4)")
    expect(on_board(page, ".cell")).to_have_count(12)
    shows(page, "." * 12)
