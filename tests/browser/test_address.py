"""Address and history: they hold the game, and "back" undoes what the person did last."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    choose,
    has_mark,
    has_marks,
    on_board,
    open_more,
    open_tab,
    says,
    shows,
)

LOST = "?level=medium&seed=3&moves=4.2.0.8.1.5"
REPLIES = re.compile("/v1/best-move")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


@at_every_look
def test_back_leads_away_also_where_the_service_moves_first(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/")
    page.goto(f"{url}/?side=O")
    has_marks(page, 1, 0)
    page.go_back()
    expect(page).to_have_url(f"{url}/examples/")
    page.go_forward()
    has_marks(page, 1, 0)
    expect(page).to_have_url(re.compile(r"side=O.*&moves=\d$"))


def test_back_takes_back_an_undo(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=4.1")
    shows(page, ".O..X....")
    press(page, "Undo")
    shows(page, "....X....")
    page.go_back()
    shows(page, ".O..X....")
    page.go_forward()
    shows(page, "....X....")
    press(page, "Redo")
    shows(page, ".O..X....")


def test_back_takes_back_a_new_game_and_other_settings(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    says(page, "O wins.")
    press(page, "New game")
    shows(page, "." * 9)
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    choose(page, board="4 4 4")
    expect(on_board(page, ".cell")).to_have_count(16)
    page.go_back()
    expect(on_board(page, ".cell")).to_have_count(9)
    expect(on_board(page, ".mark")).to_have_count(2)
    expect(page.locator("[name=board]:checked")).to_have_value("3 3 3")
    page.go_back()
    shows(page, "." * 9)
    page.go_back()
    says(page, "O wins.")
    shows(page, "XXO.XO..O")


def test_what_follows_the_position_shown_outlasts_a_reload(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    page.locator(".plies button").nth(1).click()
    shows(page, "..O.X....")
    page.reload()
    shows(page, "..O.X....")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    open_tab(page, "Review").get_by_role("button", name="Review this game").click()
    expect(page.locator(".plies li")).to_have_count(6)
    page.locator(".plies button").last.click()
    says(page, "Move 6 of 6. O played c2. O wins.")


def test_a_move_outlasts_a_reload_while_it_is_answered(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=perfect&seed=1")
    says(page, "Your turn: X.")
    held: list[Route] = []
    page.route(REPLIES, lambda route: held.append(route))  # noqa: PLW0108  asked for
    with page.expect_request(REPLIES):
        cell(page, 4).click()
    page.unroute(REPLIES)
    page.reload()
    expect(on_board(page, ".mark")).to_have_count(2)
    has_mark(page, 4, "X")


@at_every_look
def test_the_first_change_of_a_level_or_a_side_goes_on_with_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    choose(page, level="hard")
    choose(page, side="both")
    expect(on_board(page, ".status")).to_contain_text("X to move.")
    expect(on_board(page, ".mark")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"side=both.*level=hard.*moves=4\.\d$"))


@at_every_look
def test_a_custom_board_that_cannot_be_bars_no_other(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    says(page, "Your turn: X.")
    open_more(page)
    field = page.get_by_label("Columns", exact=True)
    for wrong in ("12", ""):
        field.fill(wrong)
        field.press("Enter")
        expect(on_board(page, ".cell")).to_have_count(9)
        assert field.evaluate("field => field.matches(':invalid')")
    assert_in_order(page)
    choose(page, board="4 4 4")
    choose(page, level="hard")
    expect(on_board(page, ".cell")).to_have_count(16)
    expect(page).to_have_url(re.compile("columns=4&.*level=hard"))
