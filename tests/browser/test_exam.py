"""The panel of the exam: the verdict on a player, and the game that proves it on the board."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import ask, on_board, open_tab, place, says, shows

# Answers X in a corner with the cell beside it.
BESIDE = {"X../.../...": 1, "XO./.X./...": 8, "XO./XX./..O": 5}
LOST = [0, 1, 4, 8, 3, 5, 6]


def examine(page: Page, url: str, player: str, side: str, moves: str = "") -> Locator:
    page.goto(url)
    says(page, "Your turn: X.")
    panel = open_tab(page, "Exam")
    panel.get_by_label("Player").select_option(player)
    panel.get_by_label("Its side").select_option(side)
    if moves:
        panel.get_by_label("Its moves").fill(moves)
    panel.get_by_role("button", name="Examine").click()
    return panel


@at_every_look
def test_a_level_is_examined(page: Page, url: str) -> None:
    panel = examine(page, url, "beginner", "X")
    expect(panel.get_by_role("heading")).to_have_text("Beginner as X can be beaten.")
    expect(panel.get_by_role("table", name="mistakes")).to_be_visible()
    assert_in_order(page)


def test_only_the_perfect_level_is_perfect(page: Page, url: str) -> None:
    panel = examine(page, url, "perfect", "O")
    expect(panel.get_by_role("heading")).to_have_text("Perfect as O is perfect.")
    expect(panel.get_by_role("table")).to_have_count(0)


@at_every_look
def test_the_game_that_refutes_a_player_is_shown_move_by_move(page: Page, url: str) -> None:
    panel = examine(page, url, "own", "O", json.dumps(BESIDE))
    expect(panel.get_by_role("heading")).to_have_text("The player as O can be beaten.")
    game = panel.get_by_role("group", name="The game").get_by_role("button")
    names = [f"{ply}. {'OX'[ply % 2]} {place(cell)}" for ply, cell in enumerate(LOST, 1)]
    expect(game).to_have_text(["Start", *names])
    game.nth(2).click()
    shows(page, "XO.......")
    expect(game.nth(2)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Forward one move").click()
    shows(page, "XO..X....")
    expect(game.nth(3)).to_have_attribute("aria-current", "step")
    game.last.click()
    says(page, "Move 7 of 7. X played a3. X wins.")
    expect(page.get_by_role("tabpanel", name="Exam")).to_be_visible()
    assert_in_order(page)


def test_a_mistake_is_shown_on_the_board(page: Page, url: str) -> None:
    panel = examine(page, url, "own", "O", json.dumps(BESIDE))
    row = panel.get_by_role("row").nth(1)
    expect(row).to_contain_text("draw → loss 6")
    row.get_by_role("button").click()
    shows(page, "X........")
    says(page, "O to move.")


@pytest.mark.parametrize("is_report", [False, True], ids=["moves", "report"])
def test_moves_that_are_missing_are_named(page: Page, url: str, is_report: bool) -> None:
    exam = {"side": "O", "moves": {"X../.../...": 1}}
    report = ask(page, f"{url}/v1/exam", exam)
    pasted = json.dumps(report if is_report else exam["moves"])
    panel = examine(page, url, "own", "O", pasted)
    expect(panel.get_by_role("heading")).to_contain_text("moves are missing")
    expect(panel.locator("pre")).to_contain_text(report["needed"][0])


def test_an_illegal_move_is_named(page: Page, url: str) -> None:
    panel = examine(page, url, "own", "O", json.dumps({"X../.../...": 0}))
    expect(panel.get_by_role("heading")).to_have_text("The player as O makes an illegal move.")
    expect(panel.get_by_role("group", name="The game")).to_contain_text("then cell 0")
    panel.get_by_role("button", name="1. X a1").click()
    shows(page, "X........")


@at_every_look
def test_what_cannot_be_read_is_said(page: Page, url: str) -> None:
    panel = examine(page, url, "own", "O", "4, 5")
    expect(panel.locator(".wrong")).to_contain_text("Paste them as {")
    assert_in_order(page)


def test_an_exam_ends_when_it_is_cancelled(page: Page, url: str) -> None:
    page.route("**/v1/best-move?*", lambda _: None)
    panel = examine(page, url, "easy", "X")
    expect(panel.get_by_role("status")).to_have_text("Examining…")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("status")).to_have_text("Canceled.")
    expect(on_board(page, ".fault")).to_be_hidden()


def test_an_exam_can_be_asked_for_again(page: Page, url: str, complaints: list[str]) -> None:
    page.route("**/v1/exam", lambda route: route.abort())
    panel = examine(page, url, "easy", "X")
    expect(panel.locator(".wrong")).to_have_text("The service does not respond. The game is kept.")
    page.unroute("**/v1/exam")
    panel.get_by_role("button", name="Examine").click()
    expect(panel.get_by_role("heading")).to_contain_text("Easy as X")
    complaints.clear()
