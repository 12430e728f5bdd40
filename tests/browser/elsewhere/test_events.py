"""The events of the element."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.elsewhere.pages import NOTE_EVENTS, put_page
from tests.browser.playground import (
    cell,
    has_marks,
    on_board,
    says,
)


def test_moves_and_the_end_are_told_to_the_page(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'level="perfect" seed="7"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    cell(page, 0).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    (first, by_person), (second, by_level) = page.evaluate("noted")
    assert first == second == "move"
    assert [by_person[name] for name in ("side", "cell", "by")] == ["X", 0, "person"]
    assert [by_level[name] for name in ("side", "cell", "by")] == ["O", 4, "level"]
    assert by_person["position"]["notation"] == "X../.../..."
    assert by_level["position"]["notation"] == "X../.O./..."


def test_the_end_is_told_to_the_page(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "X wins.")
    name, detail = page.evaluate("noted.at(-1)")
    assert name == "gameover"
    assert detail["winner"] == "X"
    assert detail["status"] == "won"
    assert detail["position"]["winning_lines"] == [[0, 1, 2]]


def test_an_error_is_told_to_the_page_and_a_right_setting_ends_it(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'in-a-row="9" side="o" rows="abc"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    expect(on_board(page, ".fault span")).to_have_text("Set rows to a whole number from 3 to 9.")
    assert page.evaluate("noted.map(([name, { error }]) => [name, error])") == [
        ["fault", "wrong_setting"]
    ]
    board.evaluate("board => board.setAttribute('rows', 9)")
    has_marks(page, 1, 0)
    board.evaluate("board => board.setAttribute('level', 'godlike')")
    expect(on_board(page, ".fault")).to_contain_text("Set level to beginner")
    board.evaluate("board => board.setAttribute('level', 'easy')")
    expect(on_board(page, ".fault")).to_be_hidden()
    has_marks(page, 1, 0)


def test_the_move_that_wins_says_so(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "X wins.")
    moves = page.evaluate("noted.filter(([name]) => name === 'move').map(([, detail]) => detail)")
    statuses = [move["position"]["status"] for move in moves]
    assert statuses == [*["in_progress"] * 4, "won"]


def test_a_fault_is_no_error_of_a_script(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'rows="abc"')
    page.add_init_script("window.onerror = () => { window.reported = true; };" + NOTE_EVENTS)
    page.goto(elsewhere)
    expect(on_board(page, ".fault")).to_be_visible()
    assert page.evaluate("[window.reported ?? false, noted.length]") == [False, 1]
