"""The code of a player reaches neither the network, nor the page, nor its storage."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.escapes import NETWORK, STORAGE, UNCONFINED, WORKER, attempt, trap
from tests.browser.players import FIRST_EMPTY, first_move, frame_of, open_player
from tests.live import wait_until

DISTURB: Final = """
() => {
  const opened = open("/learn/player");
  setInterval(() => {
    for (let i = 0; i < opened.length; i += 1) opened[i].postMessage({ code: "throw 1" }, "*");
  });
}
"""
LISTEN: Final = """
() => {
  globalThis.heard = 0;
  globalThis.channel = new BroadcastChannel("c");
  channel.onmessage = () => {
    heard += 1;
  };
}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, list[str]]]:
    with trap() as server:
        yield server


@pytest.mark.parametrize("attempts", [NETWORK, STORAGE], ids=["network", "storage"])
@pytest.mark.usefixtures("attacked")
def test_code_of_a_player_does_not_escape(
    page: Page, url: str, server: tuple[str, list[str]], attempts: dict[str, str]
) -> None:
    elsewhere, requests = server
    seen: list[str] = []
    page.context.route("**/escape*", lambda route: seen.append(route.request.url))
    open_player(page)
    for (name, source), origin in product(attempts.items(), (elsewhere, url)):
        assert first_move(page, attempt(source, f"{origin}/escape.js")) != 1, name
        assert seen == [], name
        assert [each for each in requests if "/escape" in each] == [], name
        assert len(page.context.pages) == 1, name
        assert page.evaluate("[localStorage.escape, document.cookie]") == [None, ""], name


@pytest.mark.usefixtures("attacked")
def test_same_code_escapes_from_a_worker_without_a_sandbox(
    page: Page, server: tuple[str, list[str]]
) -> None:
    elsewhere, requests = server
    for name, attack in (NETWORK | STORAGE).items():
        page.goto(f"{elsewhere}/page")
        source = attempt(attack, f"{elsewhere}/reached.js", WORKER)
        has_escaped = page.evaluate(UNCONFINED, source) == 1
        assert "/reached.js" in requests if name in NETWORK else has_escaped, name
        requests.clear()


@pytest.mark.usefixtures("attacked")
def test_sandbox_cannot_leave_its_page(page: Page, server: tuple[str, list[str]]) -> None:
    elsewhere, requests = server
    open_player(page)
    frame_of(page).evaluate(f"() => {{ location.href = '{elsewhere}/escape'; }}")
    page.wait_for_timeout(500)
    assert [each for each in requests if "/escape" in each] == []


def test_broadcast_does_not_reach_the_page(page: Page) -> None:
    open_player(page)
    page.evaluate(LISTEN)
    source = "new BroadcastChannel('c').postMessage(1); const move = () => 0;"
    assert first_move(page, source) == 0
    page.evaluate("new BroadcastChannel('c').postMessage(1)")
    wait_until(lambda: page.evaluate("heard > 0"))
    assert page.evaluate("heard") == 1


def test_sandbox_ignores_messages_of_other_windows(page: Page) -> None:
    open_player(page)
    with page.expect_popup() as opened:
        page.evaluate(DISTURB)
    popup = opened.value
    popup.wait_for_load_state()
    for _ in range(3):
        assert first_move(popup, FIRST_EMPTY) == 0
