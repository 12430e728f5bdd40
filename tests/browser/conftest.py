"""A real browser on a real server; a page on which anything untoward fails the test."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.browser.looks import LIGHT, Look
from tests.deploy.proxy import Site, find_nginx
from tests.live import running_service

TELL_OF_VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  console.error(`Against the policy: ${effectiveDirective} ${blockedURI}`));
"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's chromium; without one the tests fail in CI and are skipped elsewhere."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        outcome = pytest.fail if os.environ.get("CI") else pytest.skip
        outcome("there is no chromium on this machine")
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
def proxied(direct: str) -> Iterator[str]:
    """The address of nginx in front of replicas; without nginx, in CI it has to be, the other."""
    if not (find_nginx() or os.environ.get("CI")):
        yield direct
        return
    site = Site()
    try:
        yield site.proxy.url
    finally:
        site.close()


@pytest.fixture
def url(look: Look, direct: str, proxied: str) -> str:
    """What is tested: what is looked at in two ways is so first directly, and then by nginx."""
    return direct if look is LIGHT else proxied


@pytest.fixture
def hosts(url: str) -> tuple[str, ...]:
    """The beginnings of all addresses that a page may ask."""
    return (f"{url}/", "data:", "blob:")


@pytest.fixture
def look() -> Look:
    """How the window is; a test of more than one look has it as a parameter."""
    return LIGHT


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What pages complain of; a test takes out what it expects, and nothing may be left."""
    complaints: list[str] = []
    yield complaints
    assert complaints == []


@contextmanager
def watched(
    browser: Browser, look: Look, hosts: tuple[str, ...], complaints: list[str]
) -> Iterator[BrowserContext]:
    """A browser that notes errors, breaches of the policy, and requests to another host."""

    def check_host(request: Request) -> None:
        if not request.url.startswith(hosts):
            complaints.append(f"elsewhere: {request.url}")

    def check_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what a page itself has given up
            complaints.append(f"failed: {request.url}")

    context = browser.new_context(
        viewport={"width": look.width, "height": 900}, color_scheme=look.scheme
    )
    context.set_default_timeout(10_000)
    context.add_init_script(TELL_OF_VIOLATIONS)
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
    """What the tabs of one person share."""
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
