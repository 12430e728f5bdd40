"""The card at the end of a game."""

from playwright.sync_api import Page, expect

from service.engine.play.levels import Level
from tests.browser.games import Script, game
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    has_marks,
    on_board,
    says,
    shows,
)


def play(page: Page, url: str, script: Script) -> None:
    page.goto(url + "/" + script.query)
    for ply in range(0, len(script.cells), 2):
        expect(cell(page, script.cells[ply])).to_have_attribute("aria-disabled", "false")
        cell(page, script.cells[ply]).click()
        expect(on_board(page, ".mark")).to_have_count(min(ply + 2, len(script.cells)))


def ending(page: Page, title: str) -> None:
    expect(page.get_by_role("region", name=title)).to_be_visible()


@at_every_look
def test_a_won_game_leads_to_the_next_level(page: Page, url: str) -> None:
    play(page, url, game(Level.BEGINNER, "X"))
    ending(page, "You beat beginner.")
    expect(page.locator("#ending")).to_contain_text("1 won, 0 drawn, 0 lost")
    assert_in_order(page)
    page.get_by_role("button", name="Play easy").click()
    shows(page, "." * 9)
    expect(page.locator("[name=level]:checked")).to_have_value("easy")
    expect(page.locator("#ending")).to_be_hidden()


def test_a_lost_game_can_be_played_again_from_the_other_side(page: Page, url: str) -> None:
    play(page, url, game(Level.BEGINNER, "O"))
    ending(page, "Beginner beat you.")
    page.get_by_role("button", name="Swap sides").click()
    has_marks(page, 1, 0)
    expect(page.locator("[name=side]:checked")).to_have_value("O")


def test_a_drawn_game_has_a_rematch(page: Page, url: str) -> None:
    play(page, url, game(Level.PERFECT, None))
    ending(page, "You and perfect drew.")
    page.get_by_role("button", name="Rematch").click()
    shows(page, "." * 9)


def test_in_misere_the_card_says_who_completed_a_line(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    says(page, "Your turn: X.")
    cell(page, 2).click()
    ending(page, "You completed a line, so O wins.")


def test_a_link_to_a_finished_game_has_no_card(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.3.1.4.2")
    says(page, "X wins.")
    expect(page.locator(".plies li")).to_have_count(5)
    expect(page.locator("#ending")).to_be_hidden()
