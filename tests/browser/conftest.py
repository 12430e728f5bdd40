"""A real browser on a real server; an error or warning in a page fails the test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests.browser.looks import LIGHT, Look
from tests.deploy.proxy import Site
from tests.live import running_service

PATIENCE = 60_000  # milliseconds for whatever has to happen
expect.set_options(timeout=PATIENCE)

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  console.error(`Policy violation: ${effectiveDirective} ${blockedURI}`));
"""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test in this folder needs a browser."""
    item.add_marker(pytest.mark.full)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "there is no chromium on this machine"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def direct() -> Iterator[str]:
    """The address of a running service."""
    with running_service() as url:
        yield url


@pytest.fixture(scope="package")
def proxied() -> Iterator[str]:
    """The address of nginx in front of replicas."""
    site = Site()
    try:
        yield site.proxy.url
    finally:
        site.close()


@pytest.fixture
def url(look: Look, direct: str, proxied: str) -> str:
    """The address under test: the service itself in the light look, nginx in the dark one."""
    return direct if look is LIGHT else proxied


@pytest.fixture
def hosts(url: str) -> tuple[str, ...]:
    """Prefixes of the addresses that a page may request."""
    return (f"{url}/", "data:", "blob:")


@pytest.fixture
def look() -> Look:
    """Width and colour scheme of the window; `at_every_look` makes it a parameter."""
    return LIGHT


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """Errors and warnings of the pages; a test removes those that it expects."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@contextmanager
def watched(
    browser: Browser, look: Look, hosts: tuple[str, ...], complaints: list[str]
) -> Iterator[BrowserContext]:
    """A browser context that records errors, policy violations and requests to other hosts."""

    def check_host(request: Request) -> None:
        if not request.url.startswith(hosts):
            complaints.append(f"elsewhere: {request.url}")

    def check_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # aborted by the page itself
            complaints.append(f"failed: {request.url}")

    context = browser.new_context(
        viewport={"width": look.width, "height": 900}, color_scheme=look.scheme
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(REPORT_VIOLATIONS)
    context.on("console", lambda m: complaints.append(m.text) if m.type != "log" else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("request", check_host)
    context.on("requestfailed", check_failure)
    yield context
    context.close()


@pytest.fixture
def context(
    browser: Browser, look: Look, hosts: tuple[str, ...], complaints: list[str]
) -> Iterator[BrowserContext]:
    """One person's browser context, shared by their tabs."""
    with watched(browser, look, hosts, complaints) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A tab."""
    return context.new_page()


@pytest.fixture
def others_page(
    browser: Browser, look: Look, hosts: tuple[str, ...], complaints: list[str]
) -> Iterator[Page]:
    """A tab of another person."""
    with watched(browser, look, hosts, complaints) as context:
        yield context.new_page()
