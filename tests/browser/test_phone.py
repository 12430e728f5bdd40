"""A player's path on a phone, from the first sight of the page to a link for somebody else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looks import assert_accessible, assert_large_targets
from tests.browser.playground import on_board

WIDTH, HEIGHT = 360, 740
OPEN = ".cell[aria-disabled=false]"
MARKS = """
() => [...document.querySelector("noughts-board").shadowRoot.querySelectorAll(".cell")]
  .map((cell) => cell.dataset.mark)
"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A tab on a phone."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def lose(page: Page) -> None:
    """Play the last free cell until the game is over."""
    card = page.get_by_role("region", name="Medium beat you.")
    while not card.is_visible():
        expect(on_board(page, OPEN).last).to_be_visible()
        on_board(page, OPEN).last.tap()
        expect(on_board(page, OPEN).first.or_(card)).to_be_visible()


def test_from_a_lost_game_to_a_better_one(phone: Page, direct: str) -> None:
    phone.goto(f"{direct}/?seed=1")
    phone.get_by_label("4x4").tap()
    expect(on_board(phone, ".cell")).to_have_count(16)
    lose(phone)

    phone.get_by_role("button", name="See the deciding move").tap()
    detail = phone.locator(".detail")
    expect(detail).to_contain_text("decided the game")
    expect(detail).to_contain_text("Best ")
    expect(phone.locator(".chart")).to_be_in_viewport(ratio=0.9)
    frame = phone.locator(".play").bounding_box()
    assert frame
    assert 0 <= frame["y"] <= frame["height"] <= HEIGHT * 0.4
    assert_accessible(phone)
    assert_large_targets(phone)

    lost_by = int(phone.locator(".plies .turning .number").inner_text())
    phone.get_by_role("button", name="Back one move").tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by - 1)
    on_board(phone, OPEN).first.tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by + 1)

    phone.get_by_role("tab", name="Build").tap()
    link = phone.get_by_role("link", name="Link to this position").get_attribute("href")
    assert link == phone.url
    marks = phone.evaluate(MARKS)
    phone.goto("about:blank")
    phone.goto(link)
    expect(on_board(phone, ".mark")).to_have_count(lost_by + 1)
    assert phone.evaluate(MARKS) == marks
