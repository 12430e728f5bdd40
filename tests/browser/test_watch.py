"""Two levels play each other, with a speed and a pause button."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import choose, on_board, says


@at_every_look
def test_two_levels_are_watched(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    choose(page, side="none")
    page.get_by_label("Speed").fill("4")
    expect(page.get_by_role("region", name=re.compile(r"wins\.$|draw"))).to_be_visible(
        timeout=30_000
    )
    assert_in_order(page)
    page.get_by_role("button", name="Rematch").click()
    expect(on_board(page, ".mark").first).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    marks = on_board(page, ".mark").count()
    page.wait_for_timeout(400)  # three pauses at this speed
    assert on_board(page, ".mark").count() <= marks + 1  # what was under way when it was pressed
    page.get_by_role("button", name="Resume").click()
    choose(page, side="X")
    expect(page.locator("#watch")).to_be_hidden()


def test_who_is_asked_for_a_move_is_thinking(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    says(page, "Your turn: X.")
    page.route("**/v1/best-move**", lambda _: None)
    choose(page, side="none")
    says(page, "X is thinking…")


@at_every_look
def test_a_game_that_is_watched_goes_on_after_an_outage(
    page: Page, url: str, complaints: list[str]
) -> None:
    page.goto(f"{url}/")
    says(page, "Your turn: X.")
    page.route("**/v1/best-move**", lambda route: route.abort())
    choose(page, side="none")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert_in_order(page)
    page.unroute("**/v1/best-move**")
    again.click()
    expect(on_board(page, ".mark").nth(1)).to_be_visible()
    complaints.clear()
