"""A service that is gone, slow or behind a broken proxy: the page shows it, and goes on later."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.board import begin, cell, has_mark, on_board, says, shows
from tests.browser.looks import assert_fits
from tests.browser.playground import FIRST_MOVES, LOST, choose, ends, press
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


def test_board_and_moves_need_no_service(page: Page, gone: Gone, complaints: list[str]) -> None:
    begin(page, "/?seed=1")
    with gone():
        choose(page, board="4 4 4")
        expect(on_board(page, ".cell")).to_have_count(16)
        cell(page, 5).click()
        expect(on_board(page, ".fault")).to_contain_text(GONE)
        has_mark(page, 5, "X")
    press(page, "Try again")
    expect(on_board(page, ".mark")).to_have_count(2)
    assert REFUSED in complaints
    complaints.clear()

    page.goto("/?side=both")
    with gone():
        page.evaluate("document.querySelector('noughts-board').newGame({moves: [0, 3, 1, 4, 2]})")
        expect(on_board(page, ".fault")).to_contain_text(GONE)
        shows(page, "XXXOO....")
    press(page, "Try again")
    ends(page, "X wins.")
    expect_refusals(complaints, 1)


@pytest.mark.parametrize(
    ("respond", "words"),
    [
        (lambda route: route.fulfill(status=502, body="<h1>"), "cannot respond right now (502)"),
    ],
)
def test_unreachable_service_is_reported(
    page: Page, complaints: list[str], respond: Callable[[Route], None], words: str
) -> None:
    page.route("**/v1/**", respond)
    page.goto("/")
    shows(page, "." * 9)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".fault span")).to_have_text(
        f"The service {words}. Your game is not lost."
    )
    has_mark(page, 4, "X")
    assert_fits(page)
    page.unroute("**/v1/**")
    press(page, "Try again")
    expect(on_board(page, ".mark")).to_have_count(2)
    assert all(re.search("502|failed|FAILED", each) for each in complaints)
    complaints.clear()


@pytest.mark.parametrize(
    ("target", "read", "sign"),
    [
        ("[data-cell='0']", ".status", "X played a1. O is thinking…"),
        ("#hint", ".status", "Scoring every move…"),
        ("#undo", ".status", "Start of the game. Your turn: X."),
        ("[name=side][value=O]", ".status", "X is thinking…"),
        ("[name=board][value='4 4 4']", ".status", "Your turn: X."),
    ],
)
def test_click_has_an_immediate_effect(page: Page, target: str, read: str, sign: str) -> None:
    begin(page, FIRST_MOVES)
    page.route("**/v1/**", lambda _: None)  # no response, however slow this machine is
    page.locator(target).dispatch_event("click")  # also if it is not visible
    page.wait_for_timeout(100)  # milliseconds, by when there has to be a sign
    assert page.locator(read).text_content() == sign


def test_new_game_shows_its_board_before_the_response(page: Page) -> None:
    page.goto(FIRST_MOVES)
    expect(on_board(page, ".mark")).to_have_count(2)
    page.route("**/v1/**", lambda _: None)
    choose(page, side="O")
    expect(on_board(page, ".mark")).to_have_count(0)
    says(page, "X is thinking…")
