"""A service that is gone: the page shows it, and goes on when the service is back."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import cell, on_board, says, shows
from tests.browser.looks import assert_fits
from tests.browser.playground import LOST, ends, press
from tests.live import ROOT, Service

Gone = Callable[[], AbstractContextManager[None]]

GONE = "The service does not respond."
REFUSED = "Failed to load resource: net::ERR_CONNECTION_REFUSED"
ICON = ROOT / "service" / "static" / "icon.svg"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as service:
        yield service


@pytest.fixture(scope="module")
def url(service: Service) -> str:
    return service.url


@pytest.fixture
def page(page: Page) -> Page:
    """A tab that keeps its icon: Chromium requests it whenever the URL changes."""
    page.route("**/icon.svg", lambda route: route.fulfill(path=ICON))
    return page


@pytest.fixture
def gone(page: Page, service: Service) -> Gone:
    """Stop the service for the time of a context, once the page has requested everything."""

    @contextmanager
    def gone() -> Iterator[None]:
        page.wait_for_load_state("networkidle")
        service.stop()
        try:
            yield
        finally:
            service.start()

    return gone


def expect_refusals(complaints: list[str], count: int) -> None:
    assert complaints.count(REFUSED) == count
    failed = [each for each in complaints if each != REFUSED]
    assert len(failed) == count
    assert all("/v1/" in each or each.endswith(".js") for each in failed)
    complaints.clear()


def test_game_continues_after_an_outage(page: Page, gone: Gone, complaints: list[str]) -> None:
    page.goto("/?seed=1&level=perfect&moves=4.0")
    shows(page, "O...X....")
    with gone():
        cell(page, 8).click()
        expect(on_board(page, ".fault")).to_contain_text(GONE)
        shows(page, "O...X...X")
        assert_fits(page)
    press(page, "Try again")
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".fault")).to_be_hidden()
    expect(on_board(page, ".status")).to_have_text(re.compile(r"^O played .*\. Your turn: X\.$"))
    expect_refusals(complaints, 1)


def test_hint_and_review_are_repeated(page: Page, gone: Gone, complaints: list[str]) -> None:
    page.goto("/?seed=1&moves=4.0")
    shows(page, "O...X....")
    with gone():
        press(page, "Hint")
        expect(page.locator("#hint-text")).to_contain_text("There is no hint")
        expect(on_board(page, ".fault")).to_contain_text(GONE)
    press(page, "Try again")
    expect(on_board(page, ".fault")).to_be_hidden()
    press(page, "Hint")
    expect(page.locator("#hint-text")).to_contain_text("Hint: ")
    says(page, "Your turn: X.")
    expect_refusals(complaints, 2)  # of the stream, and of the plain request in its place

    page.goto(LOST)
    ends(page, "Medium beat you.")
    with gone():
        press(page, "Review")
        expect(page.locator("#review").get_by_role("alert")).to_contain_text(GONE)
        assert_fits(page)
    press(page, "Try again")
    expect(page.locator(".plies li")).to_have_count(6)
    expect_refusals(complaints, 2)
