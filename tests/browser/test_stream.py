"""The stream of a long search in a browser's EventSource."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.live import running_service

FOLLOW = """
async (target) => {
  const source = new EventSource(target);
  const seen = [];
  source.addEventListener("progress", (event) => seen.push(JSON.parse(event.data).nodes));
  return await new Promise((resolve, reject) => {
    source.addEventListener("analysis", (event) => {
      source.close();
      resolve([seen, JSON.parse(event.data)]);
    });
    source.addEventListener("error", reject);
  });
}
"""
BEGIN_AND_CLOSE = """
async (target) => {
  const source = new EventSource(target);
  await new Promise((resolve) => source.addEventListener("progress", resolve));
  source.close();
}
"""
STATUS = "async (target) => (await fetch(target)).status"
HARD = "board=" + "/".join(["......."] * 7) + "&in_a_row=5"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service with a single place for searches."""
    with running_service(workers="1", max_waiting="0") as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A plain page: one that closes a stream or is refused complains in its console."""
    page = browser.new_page()
    yield page
    page.close()


def test_an_event_source_follows_a_search(page: Page, url: str) -> None:
    page.goto(f"{url}/problems")
    nodes, analysis = page.evaluate(FOLLOW, f"/v1/analysis/stream?{HARD}&max_nodes=50000")
    assert nodes == [1, 20_000, 40_000]
    whole = page.evaluate(
        "async (target) => await (await fetch(target)).json()",
        f"/v1/analysis?{HARD}&max_nodes=50000",
    )
    assert analysis == whole


def test_closing_it_ends_the_search(page: Page, url: str) -> None:
    page.goto(f"{url}/problems")
    page.evaluate(BEGIN_AND_CLOSE, f"/v1/analysis/stream?{HARD}&max_nodes=20000000")
    target = f"/v1/analysis?{HARD}&max_nodes=1001"
    statuses = [page.evaluate(STATUS, target) for _ in range(200)]
    first_free = statuses.index(200)  # the server hears of the closing a moment later
    assert set(statuses[:first_free]) <= {503}
    assert set(statuses[first_free:]) == {200}
