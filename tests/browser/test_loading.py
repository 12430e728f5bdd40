"""Pages whose files arrive late or not at all, and the weight of pages whose files arrive."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from service.api.pages import PAGES

AGAIN = {"en": "Try again", "de": "Noch einmal versuchen", "es": "Reintentar"}
OPENED = [path for path in PAGES if path != "/learn/player/sandbox"] + ["/nowhere/at/all"]
PATIENCE = 10_000  # milliseconds until a page reports that a file hangs
# By page, the largest numbers of requests and KB of a first visit.
GOALS = {"/": (18, 60), "/puzzles": (20, 65), "/learn": (26, 90)}
LOG = """
    log_format sent '["$request_uri", $status, $bytes_sent]';
    access_log sent sent;
"""


@pytest.fixture
def new_tab(browser: Browser, url: str) -> Iterator[Callable[[str], BrowserContext]]:
    """Open a browser in a language, which has no files yet; errors of its pages are expected."""
    with ExitStack() as stack:
        yield lambda language: stack.enter_context(
            browser.new_context(base_url=url, locale=language, reduced_motion="reduce")
        )


def files_of(context: BrowserContext, path: str) -> list[str]:
    """The URLs of the scripts, style sheets and tables that a page loads."""
    page, urls = context.new_page(), dict[str, None]()
    page.on(
        "request",
        lambda request: urls.setdefault(request.url) if "/static/" in request.url else None,
    )
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.close()
    return [each for each in urls if each.endswith((".js", ".css", ".json"))]


@pytest.mark.parametrize(("path", "language"), [*product(OPENED, AGAIN)])
def test_page_says_that_a_file_is_missing(
    new_tab: Callable[[str], BrowserContext], path: str, language: str
) -> None:
    files = files_of(new_tab(language), path)
    assert len(files) > 2
    pages = {}
    for file in files:
        pages[file] = page = new_tab(language).new_page()
        page.route(file, lambda route: route.abort())
        page.goto(path, wait_until="commit")
    for file, page in pages.items():
        link = page.get_by_role("alert").get_by_role("link", name=AGAIN[language])
        expect(link, file).to_be_visible()
        page.unroute(file)
        link.click()
        page.wait_for_load_state("load")
        expect(page.get_by_role("alert"), file).to_be_hidden()


@pytest.mark.parametrize(("path", "language"), [("/", "de"), ("/puzzles", "es"), ("/learn", "en")])
def test_page_says_that_a_file_hangs_until_it_arrives(
    new_tab: Callable[[str], BrowserContext], path: str, language: str
) -> None:
    for file in files_of(new_tab(language), path):
        held: list[Route] = []
        page = new_tab(language).new_page()
        page.clock.install()
        page.route(file, held.append)
        page.goto(path, wait_until="commit")
        page.wait_for_function("document.readyState !== 'loading'")
        page.clock.run_for(PATIENCE)
        expect(page.get_by_role("alert").get_by_role("link", name=AGAIN[language])).to_be_visible()
        page.unroute(file)
        for route in held:
            route.continue_()
        expect(page.get_by_role("alert")).to_be_hidden()
