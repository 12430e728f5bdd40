"""Pages whose files arrive late or not at all, and the weight of pages whose files arrive."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import cycle

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Route, expect

from service.api.pages import DOCUMENTS, PAGES
from tests.browser.lessons import is_drawn
from tests.deploy.proxy import Proxy
from tests.parameters import in_release

AGAIN = {"en": "Try again", "de": "Noch einmal versuchen", "es": "Reintentar"}
# Documents have the same frame, of which one is opened.
ALONE = {"/learn/player/sandbox", *(f"/docs/{name}" for name in DOCUMENTS[1:])}
OPENED = [path for path in PAGES if path not in ALONE] + ["/nowhere/at/all"]
LATE = 10_000  # milliseconds until a page reports that a file hangs
MOST_DELAY = 1_500  # milliseconds from a failure to the notice, which appears within two seconds
DELAYS = "document.getAnimations().map(({ effect }) => effect.getTiming().delay)"
# Requests and bytes of a first visit.
GOALS = dict.fromkeys(OPENED[:-1], (10, 45_000)) | {
    "/": (8, 50_000),
    "/learn": (9, 55_000),
    "/learn/player": (10, 55_000),  # with an editor
    "/learn?lesson=cache": (11, 80_000),
    "/learn?lesson=cut": (11, 80_000),
    "/puzzles": (10, 46_000),
    "/docs/api": (10, 25_600),
    "/docs/embedding": (10, 25_600),
    "/problems": (10, 20_480),
}
NEXT = (3, 5_000)  # requests and bytes of the next visit
OpenBrowser = Callable[[str], BrowserContext]
LOG = """
http {
    log_format sent '["$request_uri", $bytes_sent]';
    access_log sent sent;
"""


@pytest.fixture
def open_browser(browser: Browser, url: str) -> Iterator[OpenBrowser]:
    """Open a browser in a language, which has no files yet; errors of its pages are expected."""
    with ExitStack() as stack:
        yield lambda language: stack.enter_context(
            browser.new_context(base_url=url, locale=language, reduced_motion="reduce")
        )


def files_of(context: BrowserContext, path: str) -> list[str]:
    """The URLs of the scripts, style sheets and tables that a page loads."""
    page, urls = context.new_page(), dict[str, None]()
    page.on("request", lambda request: urls.setdefault(request.url))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.close()
    return [each for each in urls if "/static/" in each and each.endswith((".js", ".css"))]


def link(page: Page, language: str) -> Locator:
    return page.locator("#notice").get_by_role("link", name=AGAIN[language])


@pytest.mark.parametrize("path", [*OPENED[::2], *in_release(*OPENED[1::2])])
@pytest.mark.parametrize("is_complete", [False, *in_release(True)], ids=["each", "all"])
def test_page_says_that_a_file_is_missing(
    open_browser: OpenBrowser, path: str, is_complete: bool
) -> None:
    """Block each file of the page in one language, or, if complete, in all languages.

    The notice waits for no timer, because all timers stand still; only if page.js is missing, it
    waits for an animation.
    """
    languages = cycle(AGAIN)
    for language in AGAIN:
        context = open_browser(language)
        for file in files_of(context, path):
            is_table = f"/{language}." in file
            if not (is_complete or is_table or next(languages) == language):
                continue
            page = context.new_page()
            page.clock.install(time=0)
            page.clock.pause_at(1)
            page.route(file, lambda route: route.abort())
            page.goto(path, wait_until="commit")
            expect(link(page, language), file).to_be_visible()
            assert max(page.evaluate(DELAYS), default=0) <= MOST_DELAY
            assert page.locator("nav").first.is_visible()
            if file.endswith(("/page.js", "/site.css")):  # the link alone, and with page.js
                page.unroute(file)
                link(page, language).click()
                expect(link(page, language), file).to_be_hidden()
            page.close()


def hold(page: Page, file: str) -> list[Route]:
    held: list[Route] = []
    page.route(file, lambda route: held.append(route))  # noqa: PLW0108  Playwright marks it
    return held


@pytest.mark.parametrize(("path", "language"), [("/", "de"), ("/learn", "en")])
def test_page_says_that_a_file_hangs_until_it_arrives(
    open_browser: OpenBrowser, path: str, language: str
) -> None:
    context = open_browser(language)
    for file in files_of(context, path):
        page = context.new_page()
        page.clock.install()
        held = hold(page, file)
        with page.expect_request(file):
            page.goto(path, wait_until="commit")
        if not file.endswith("/page.js"):
            expect(page.locator("html.shown")).to_be_attached()  # by page.js, which sets a timer
        page.clock.run_for(LATE)
        expect(link(page, language), file).to_be_visible()
        page.unroute(file)
        for route in held:
            with suppress(Error):  # The page has given up the request.
                route.continue_()
        expect(page.locator("#notice"), file).to_be_hidden()
        page.close()


def test_translated_page_appears_before_its_modules(open_browser: OpenBrowser) -> None:
    page = open_browser("de").new_page()
    for name in ("play/main.js", "client/noughts-board.bundle.js"):
        hold(page, f"**/{name}")
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("link", name="Entwickler")).to_be_visible()


@pytest.mark.parametrize("path", GOALS)
def test_weight_of_a_first_and_a_next_visit(browser: Browser, direct: str, path: str) -> None:
    with (
        Proxy([direct], changes={"http {": LOG}) as proxy,
        browser.new_context(base_url=proxy.url, reduced_motion="reduce") as context,
    ):
        log = proxy.folder / "sent"
        for most_requests, most_bytes in (GOALS[path], NEXT):
            log.write_text("")
            page = context.new_page()
            page.goto(path)
            if "lesson" in path:
                is_drawn(page)  # with responses of the service
            page.wait_for_load_state("networkidle")
            page.close()
            sent = [json.loads(line) for line in log.read_text().splitlines()]
            assert 0 < len(sent) <= most_requests, sent
            assert sum(size for _, size in sent) <= most_bytes, sent
