"""Chromium, its windows, and the requirements for every state of a page in each."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, sync_playwright

NewContext = Callable[..., BrowserContext]


class Look(NamedTuple):
    """The width of the window and the preferred color scheme."""

    width: int
    scheme: Literal["light", "dark"]


LIGHT: Final = Look(1440, "light")
LOOKS: Final = [LIGHT, Look(360, "dark")]  # width and scheme are independent
at_every_look: Final = pytest.mark.parametrize(
    "look", LOOKS, ids=lambda look: f"{look.width}-{look.scheme}"
)
on_a_dark_phone: Final = pytest.mark.parametrize("look", LOOKS[1:], ids=["360-dark"])

AXE: Final = Axe()
SMALL: Final = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((target) => target.checkVisibility())
  .map((target) => [target.textContent.trim() || target.id, target.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)
"""
# Those of the frame that is being drawn count, too.
SHIFTS: Final = """
async () => {
  const found = [];
  const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return [...found, ...observer.takeRecords()]
    .filter(({ value, hadRecentInput }) => value > 1e-5 && !hadRecentInput)
    .map(({ value, sources }) => [value, sources.map((each) => each.node?.id)]);
}
"""
# Milliseconds by which each command to the browser is delayed. With 400, tests fail that rely on
# being faster than the page.
DELAY_COMMANDS: Final = int(os.environ.get("DELAY_COMMANDS", "0"))
STILL: Final = "Promise.allSettled(document.getAnimations().map(({ finished }) => finished))"
DELAY_REQUESTS: Final = """
const { fetch, setTimeout } = globalThis;
globalThis.fetch = async (...request) => {
  await new Promise((resolve) => setTimeout(resolve, MILLISECONDS));
  return fetch(...request);
};
"""
TARGETS: Final = (
    "main button:not(.points button), main label:has(:checked, [type=radio]), main select,"
    " summary, nav a"
)


def at_looks_in_turn(name: str, values: list[str]) -> pytest.MarkDecorator:
    """Test each value at one look, for tests that take long at each."""
    looks = [(value, LOOKS[index % len(LOOKS)]) for index, value in enumerate(values)]
    return pytest.mark.parametrize((name, "look"), looks, ids=values)


@contextmanager
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is missing"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"], slow_mo=DELAY_COMMANDS
        )
        yield browser
        browser.close()


def box(part: Locator) -> FloatRect:
    """The place of a visible part."""
    found = part.bounding_box()
    assert found
    return found


def assert_fits(page: Page) -> None:
    """The page is as wide as the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def assert_accessible(page: Page) -> None:
    page.evaluate(STILL)  # no color is between two others
    response = AXE.run(page, options={"resultTypes": ["violations"]}).response
    found = [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in response["violations"]
        for node in rule["nodes"]
    ]
    assert not found, "\n".join(found)


def assert_large_targets(page: Page) -> None:
    """Touch targets are 44 pixels each way; the chart's points are in the list, too."""
    assert page.evaluate(SMALL, TARGETS) == []


def assert_nothing_moved(page: Page) -> None:
    """The page has not visibly moved by itself: within 500 ms of an input, it may."""
    assert page.evaluate(SHIFTS) == []


def delay(page: Page, milliseconds: int) -> None:
    """Delay every response, so that a shift can be seen."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {**conditions, "latency": milliseconds})


def delay_requests(target: Page | BrowserContext, milliseconds: int) -> None:
    """Delay every request of a script, but not the page itself."""
    target.add_init_script(DELAY_REQUESTS.replace("MILLISECONDS", str(milliseconds)))
