"""Two searches of a position of one's own on the page "See the search"."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import (
    button,
    is_drawn,
    open_learn,
    sentence,
)
from tests.browser.looks import assert_in_order, at_every_look


@at_every_look
def test_a_position_and_two_searches_are_chosen(page: Page, url: str) -> None:
    open_learn(page, url)
    page.get_by_text("Choose a position and searches").click()
    page.get_by_label("Board, row by row").fill("XO./O.X/.X.")
    first, second = page.get_by_label("Algorithm").all()
    first.select_option("alpha_beta")
    second.select_option("alpha_beta")
    page.get_by_label("Cell order").nth(1).select_option("left-up")
    assert_in_order(page)
    page.get_by_role("button", name="See the search", exact=True).click()
    expect(page.locator(".search:visible h2")).to_have_text(
        ["Alpha-beta", "Alpha-beta, cells to the left, then up"]
    )
    expect(page.locator("#lesson h2")).to_have_text("Your own position")
    button(page, "Last step").click()
    for search in (0, 1):
        expect(sentence(page, search)).to_contain_text("The search ends with 0 for O.")
    assert_in_order(page)


@at_every_look
def test_what_cannot_be_shown_is_explained(page: Page, url: str, complaints: list[str]) -> None:
    page.goto(f"{url}/learn?board=.../.../...&algorithm=minimax")
    expect(page.get_by_role("alert")).to_contain_text("The search lists more than")
    page.get_by_label("Algorithm").first.select_option("alpha_beta_cached")
    page.get_by_role("button", name="See the search", exact=True).click()
    is_drawn(page)
    expect(page.locator("#fault")).to_be_empty()
    [complaint] = complaints  # the browser's, of the answer
    assert "422" in complaint
    complaints.clear()


@pytest.mark.parametrize("board", ["XXX/OO./...", "XOX/XOO/OXX"])
def test_a_finished_game_is_one_node(page: Page, url: str, board: str) -> None:
    open_learn(page, url, f"?board={board}&step=2")
    expect(page.locator(".node")).to_have_count(1)
    expect(page.locator("#noughts")).to_have_text("The game is over. There is nothing to search.")
