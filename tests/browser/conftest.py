"""A real browser on a real server; a page on which anything untoward fails the test."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.live import running_service


@pytest.fixture(scope="module")
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


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a running service."""
    with running_service() as url:
        yield url


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A page on which there is no console error and no request to another host."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type != "log" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((url, "data:", "blob:"))
            else complaints.append(f"elsewhere: {request.url}")
        ),
    )
    yield page
    page.close()
    assert complaints == []
