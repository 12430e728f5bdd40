"""The element as an object of a script: its properties, its methods, its language."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.elsewhere.pages import put_page
from tests.browser.playground import (
    cell,
    on_board,
    says,
    shows,
)


def test_attributes_are_properties(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'in-a-row="3" side="both"')
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    says(page, "X to move.")
    board.evaluate("(board) => Object.assign(board, { columns: 4, inARow: 4, level: 'hard' })")
    expect(on_board(page, ".cell")).to_have_count(12)
    found = board.evaluate("(b) => [b.getAttribute('in-a-row'), b.columns, b.misere, b.seed]")
    assert found == ["4", 4, False, None]


def test_board_moves_and_position_can_be_set(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    board.evaluate("(board) => { board.moves = [0, 3, 1, 4, 2]; }")
    says(page, "X wins.")
    won = board.evaluate("(board) => board.position")
    board.evaluate("(board) => { board.board = 'XO./.../...'; }")
    shows(page, "XO.......")
    assert board.evaluate("(board) => board.board") == "XO./.../..."
    board.evaluate("(board, position) => { board.position = position; }", won)
    shows(page, "XXXOO....")
    says(page, "X wins.")


def test_the_page_may_forbid_a_move(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    forbid = "(board) => board.addEventListener('beforemove', (event) => {"
    forbid += " if (event.detail.cell === 4) event.preventDefault(); })"
    page.locator("noughts-board").evaluate(forbid)
    cell(page, 4).click()
    cell(page, 0).click()
    shows(page, "X........")


def test_the_page_may_make_the_moves(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/")
    board = page.locator("#controlled")
    for number in (0, 4):
        board.locator(f"[data-cell='{number}']").click()
    expect(board.locator(".mark")).to_have_count(2)
    expect(page.locator("#two")).to_have_text("The page has kept 2 moves: 0, 4.")


def test_the_board_speaks_the_language_of_the_page(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'lang="de" side="both"')
    page.goto(elsewhere)
    says(page, "X ist am Zug.")
    board = page.locator("noughts-board")
    board.evaluate("(board) => { board.messages = { toMove: (side) => `${side}, los!` }; }")
    says(page, "X, los!")
    board.evaluate("(board) => { board.lang = 'es'; board.messages = {}; }")
    says(page, "Juega X.")
