"""A real browser on a real server; an error or warning in a page fails the test."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect

from tests.browser.embedding import ELEMENT, PAGE, Embed
from tests.browser.looks import LIGHT, Look, NewContext, chromium, delay_requests
from tests.deploy.proxy import Site
from tests.docs.pages import ADDRESS_SHOWN
from tests.live import answering

PATIENCE = 120_000  # milliseconds
# Milliseconds by which each request of a script is delayed. With 400, tests that rely on a fast
# service fail, and so do pages that ignore what a person does while they wait.
DELAY = int(os.environ.get("DELAY_REQUESTS", "0"))
expect.set_options(timeout=PATIENCE)

# Mulberry32, a generator by Tommy Ettinger: games and puzzles are the same in every run.
SAME_RANDOM_NUMBERS = """
let state = 0;
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
"""
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  console.error(`Policy violation: ${effectiveDirective} ${blockedURI}`));
"""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test in this folder needs a browser."""
    item.add_marker(pytest.mark.full)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture(scope="package")
def direct(site: Site) -> str:
    """The URL of a replica."""
    return site.replicas[0].url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def elsewhere(folder: Path) -> Iterator[str]:
    """The URL of another origin, with the files of a folder."""
    files = partial(SimpleHTTPRequestHandler, directory=folder)
    with answering(ThreadingHTTPServer(("127.0.0.1", 0), files)) as url:
        yield url


@pytest.fixture
def look() -> Look:
    """Width and color scheme of the window; `at_every_look` makes it a parameter."""
    return LIGHT


@pytest.fixture
def url(look: Look, site: Site, direct: str) -> str:
    """The base URL of every page: a replica itself in the light look, nginx in the dark one."""
    return direct if look is LIGHT else site.proxy.url


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """Errors and warnings of the pages; a test removes those that it expects."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@pytest.fixture
def new_context(
    browser: Browser, look: Look, url: str, elsewhere: str, complaints: list[str]
) -> Iterator[NewContext]:
    """Open a browser that records errors, policy violations and requests to other hosts."""

    def check_host(request: Request) -> None:
        if not request.url.startswith((f"{url}/", f"{elsewhere}/", "data:", "blob:")):
            complaints.append(f"elsewhere: {request.url}")

    def check_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # aborted by the page itself
            complaints.append(f"failed: {request.url}")

    with ExitStack() as stack:

        def new_context(**options: Any) -> BrowserContext:  # noqa: ANN401  of any type
            viewport = {"width": look.width, "height": 900}
            options = {"viewport": viewport, "color_scheme": look.scheme, **options}
            options.setdefault("reduced_motion", "reduce")
            context = stack.enter_context(browser.new_context(base_url=url, **options))
            context.set_default_timeout(PATIENCE)
            context.add_init_script(f"{{ {SAME_RANDOM_NUMBERS} {REPORT_VIOLATIONS} }}")
            if DELAY:
                delay_requests(context, DELAY)
            context.on("console", lambda m: complaints.append(m.text) if m.type != "log" else None)
            context.on("weberror", lambda error: complaints.append(str(error.error)))
            context.on("request", check_host)
            context.on("requestfailed", check_failure)
            return context

        yield new_context


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def embed(page: Page, url: str, elsewhere: str, folder: Path) -> Embed:
    """Open a page with an element for a board, as in the documentation, and more attributes."""

    def embed(attributes: str = "", element: str = ELEMENT, style: str = "") -> Locator:
        element = element.replace(ADDRESS_SHOWN, url)
        element = element.replace("<noughts-board", f"<noughts-board {attributes}")
        (folder / "index.html").write_text(PAGE.format(style=style, element=element))
        page.goto(f"{elsewhere}/?{quote(attributes)}")  # The browser caches what has the same URL.
        return page.locator("noughts-board")

    return embed


@pytest.fixture
def attacked(page: Page, complaints: list[str]) -> Iterator[Page]:
    """A page whose errors and policy violations are expected."""
    yield page
    page.goto("about:blank")  # after the last of them
    complaints.clear()
