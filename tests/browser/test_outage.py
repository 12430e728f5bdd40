"""The service goes away in the middle of a game, and comes back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    choose,
    has_mark,
    on_board,
    open_tab,
    says,
    shows,
)
from tests.browser.servers import gone
from tests.live import ROOT, Service

REFUSED = "Failed to load resource: net::ERR_CONNECTION_REFUSED"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service that can be stopped and started again."""
    service = Service()
    yield service
    service.stop()


@pytest.fixture(scope="module")
def url(service: Service) -> str:
    """Its address."""
    return service.url


@pytest.fixture
def page(page: Page) -> Page:
    """A tab that keeps its icon: chromium asks for it anew whenever the address changes."""
    icon = (ROOT / "service" / "static" / "icon.svg").read_bytes()
    page.route("**/icon.svg", lambda route: route.fulfill(body=icon, content_type="image/svg+xml"))
    return page


def settled(page: Page) -> None:
    """Wait until the page has asked for nothing for a while."""
    page.wait_for_load_state("networkidle")


def expect_one_refusal(complaints: list[str], url: str) -> None:
    failure, refusal = sorted(complaints, reverse=True)
    assert failure.startswith(f"failed: {url}/v1/")
    assert refusal == REFUSED
    complaints.clear()


@at_every_look
def test_a_game_goes_on_after_an_outage(
    page: Page, service: Service, complaints: list[str]
) -> None:
    page.goto(f"{service.url}/?seed=1&level=perfect&moves=4.0")
    shows(page, "O...X....")
    settled(page)
    with gone(service):
        cell(page, 8).click()
        expect(on_board(page, ".fault")).to_contain_text("The service does not respond.")
        shows(page, "O...X...X")
        assert_in_order(page)
    page.get_by_role("button", name="Try again").click()
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".fault")).to_be_hidden()
    expect(on_board(page, ".status")).to_have_text(re.compile(r"^O played .*\. Your turn: X\.$"))
    expect_one_refusal(complaints, service.url)


def test_a_hint_can_be_asked_for_again(page: Page, service: Service, complaints: list[str]) -> None:
    page.goto(f"{service.url}/?seed=1&moves=4.0")
    shows(page, "O...X....")
    settled(page)
    with gone(service):
        page.get_by_role("button", name="Hint").click()
        expect(on_board(page, ".fault")).to_contain_text("The service does not respond.")
    page.get_by_role("button", name="Try again").click()
    expect(on_board(page, ".fault")).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint-text")).to_contain_text("Hint")
    says(page, "Your turn: X.")
    assert complaints.count(REFUSED) == 2  # the stream, and the plain request in its place
    complaints.clear()


def test_a_review_can_be_asked_for_again(
    page: Page, service: Service, complaints: list[str]
) -> None:
    page.goto(f"{service.url}/?seed=1&moves=4.0")
    shows(page, "O...X....")
    panel = page.get_by_role("tabpanel", name="Review")
    settled(page)
    with gone(service):
        panel.get_by_role("button", name="Review this game").click()
        expect(panel.get_by_role("alert")).to_contain_text("The service does not respond.")
        assert_in_order(page)
    panel.get_by_role("button", name="Try again").click()
    expect(page.locator(".plies li")).to_have_count(2)
    assert complaints.count(REFUSED) == 2  # the stream, and the plain request in its place
    complaints.clear()


def test_a_tree_can_be_asked_for_again(page: Page, service: Service, complaints: list[str]) -> None:
    page.goto(f"{service.url}/?seed=1&moves=4.0")
    shows(page, "O...X....")
    settled(page)
    with gone(service):
        panel = open_tab(page, "Game tree")
        expect(panel.get_by_role("alert")).to_contain_text("The service does not respond.")
    panel.get_by_role("button", name="Try again").click()
    expect(panel.locator("[aria-level='2']")).to_have_count(4)  # the others are symmetric
    assert complaints.count(REFUSED) == 3
    complaints.clear()


def test_a_board_is_there_before_the_service_is(
    page: Page, service: Service, complaints: list[str]
) -> None:
    page.goto(f"{service.url}/?seed=1")
    says(page, "Your turn: X.")
    settled(page)
    with gone(service):
        choose(page, board="4 4 4")
        expect(on_board(page, ".cell")).to_have_count(16)
        cell(page, 5).click()
        expect(on_board(page, ".fault")).to_contain_text("The service does not respond.")
        has_mark(page, 5, "X")
    page.get_by_role("button", name="Try again").click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert REFUSED in complaints
    complaints.clear()


def test_moves_of_a_link_are_there_before_the_service_is(
    page: Page, service: Service, complaints: list[str]
) -> None:
    page.goto(f"{service.url}/?side=both")
    settled(page)
    with gone(service):
        page.evaluate("document.querySelector('noughts-board').newGame({moves: [0, 3, 1, 4, 2]})")
        expect(on_board(page, ".fault")).to_contain_text("The service does not respond.")
        shows(page, "XXXOO....")
    page.get_by_role("button", name="Try again").click()
    says(page, "X wins.")
    page.get_by_role("tabpanel").get_by_role("listitem").first.wait_for()
    expect_one_refusal(complaints, service.url)
