"""A service that is gone: the page shows it, and goes on when the service is back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import cell, on_board, shows
from tests.browser.playground import press
from tests.live import ROOT, Service

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


def test_end_of_a_game_waits_for_the_service(
    page: Page, service: Service, complaints: list[str]
) -> None:
    page.goto("/?side=both&moves=4.0.2.1")
    shows(page, "OOX.X....")
    page.wait_for_load_state("networkidle")
    service.stop()
    cell(page, 6).click()
    expect(on_board(page, ".status")).to_have_text("X wins.")
    tree = page.locator("#tree")
    expect(tree).to_contain_text("The service does not respond.")
    press(page, "Review")
    expect(page.locator("#report")).to_contain_text("The service does not respond.")
    service.start()
    page.locator("#report").get_by_role("button", name="Try again").click()
    expect(page.locator(".chart")).to_be_visible()
    press(page, "Close")
    tree.get_by_role("button", name="Try again").click()
    expect(tree).to_contain_text("of 255,168.")
    complaints.clear()
