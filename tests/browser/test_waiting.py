"""A service that does not answer, or not soon: there is always a sign."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import (
    assert_accessible,
    assert_in_order,
    assert_large_targets,
    at_every_look,
)
from tests.browser.playground import FIRST_MOVES, cell, choose, has_mark, on_board, says, shows

SOON = 100  # milliseconds, by when there has to be a sign
CLICK_AND_LOOK = """
async ([press, read, soon]) => {
  const found = (selector) => document.querySelector(selector)
    ?? document.querySelector("noughts-board").shadowRoot.querySelector(selector);
  found(press).click();
  await new Promise((resolve) => setTimeout(resolve, soon));
  return found(read).textContent;
}
"""
STATUS = ".status"


@pytest.mark.parametrize(
    ("press", "read", "sign"),
    [
        ("[data-cell='0']", STATUS, "X played a1. O is thinking…"),
        ("#scores", STATUS, "Scoring every move…"),
        ("#hint", STATUS, "Scoring every move…"),
        ("#undo", STATUS, "Start of the game. Your turn: X."),
        ("#new-game", STATUS, "Your turn: X."),
        ("[name=side][value=O]", STATUS, "X is thinking…"),
        ("[name=board][value='4 4 4']", STATUS, "Your turn: X."),
        ("#review button", "#review", "Reviewing the game…"),
        ("#exam [type=submit]", "#exam .report", "Examining…"),
        ("#tab-tree", "#tree", "Building the tree…"),
    ],
)
def test_there_is_a_sign_at_once(page: Page, url: str, press: str, read: str, sign: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    says(page, "Your turn: X.")
    expect(page.get_by_role("button", name="Review this game")).to_be_visible()
    page.route("**/v1/**", lambda _: None)  # no answer, however slow this machine is
    assert page.evaluate(CLICK_AND_LOOK, [press, read, SOON]) == sign


@at_every_look
def test_a_proxy_that_cannot_reach_the_service(page: Page, url: str, complaints: list[str]) -> None:
    page.route("**/v1/**", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    page.goto(url)
    cell(page, 4).click()
    words = "The service cannot respond right now (502). The game is kept."
    expect(on_board(page, ".fault span")).to_have_text(words)
    has_mark(page, 4, "X")
    assert_in_order(page)
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert all("502" in complaint for complaint in complaints)
    complaints.clear()


@at_every_look
def test_no_service_at_the_start(page: Page, url: str, complaints: list[str]) -> None:
    page.route("**/v1/**", lambda route: route.abort())
    page.goto(url)
    shows(page, "." * 9)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".fault span")).to_have_text(
        "The service does not respond. The game is kept."
    )
    assert_in_order(page)
    complaints.clear()


@at_every_look
def test_every_target_is_large_enough_for_a_thumb(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=medium&seed=3&moves=4.2.0.8.1.5&scores=true")
    expect(page.locator(".plies li")).to_have_count(6)
    page.locator("#more > summary").click()
    choose(page, side="none")
    assert_large_targets(page)
    choose(page, side="X")
    page.locator(".plies button").nth(2).click()
    assert_large_targets(page)


@at_every_look
def test_forced_colours_and_reduced_motion(page: Page, url: str) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(f"{url}/?level=medium&seed=3&moves=4.2.0.8.1.5&scores=true")
    expect(page.locator(".plies li")).to_have_count(6)
    assert_accessible(page)
    expect(on_board(page, ".lines line")).to_have_css("animation-name", "none")
