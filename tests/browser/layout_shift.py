"""Layout shifts: what moves in view by itself, and a network slow enough to see it.

What moves within 500 ms of an input does not count (https://wicg.github.io/layout-instability/).
"""

from typing import Final

from playwright.sync_api import Page

SHIFTS: Final = """
() => new Promise((resolve) => {
  const shifts = [];
  const names = (sources) => sources.map(({ node }) => node?.id || node?.className);
  const add = (list) => list.getEntries().forEach(({ value, hadRecentInput, sources }) =>
    hadRecentInput || shifts.push([value, names(sources)]));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(shifts), 200);
})
"""


def delay(page: Page, milliseconds: int) -> None:
    """Delay every answer of the network."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "latency": milliseconds}
    conditions |= {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", conditions)


def assert_nothing_moved(page: Page) -> None:
    """No layout shift since the page was opened."""
    assert page.evaluate(SHIFTS) == []
