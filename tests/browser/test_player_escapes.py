"""The code of a player reaches neither the network, nor the page, nor its storage."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.players import FIRST_EMPTY, first_move, frame_of, open_player
from tests.live import answering, wait_until

# Each resolves if it has escaped, and otherwise fails or never ends. TARGET is the URL of a script.
NETWORK: Final = {
    "fetch": "await fetch(TARGET)",
    "opaque fetch": "await fetch(TARGET, { mode: 'no-cors' })",
    "fetch that is kept": "await fetch(TARGET, { method: 'POST', body: 'x', keepalive: true })",
    "request": """
        const request = new XMLHttpRequest();
        request.open("GET", TARGET, false);
        request.send();""",
    "event source": """
        await new Promise((resolve, reject) => {
          const source = new EventSource(TARGET);
          source.onopen = resolve;
          source.onerror = reject;
        });""",
    "script": "importScripts(TARGET)",
    "nested worker": """
        const code = `fetch("${TARGET}").then(() => postMessage(1), () => postMessage(0))`;
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => data ? resolve() : reject(Error("blocked"));
        });""",
    "font": "await new FontFace('escape', `url(${TARGET})`).load()",
}
# A worker of a page can do these, too.
STORAGE: Final = {
    "database": """
        await new Promise((resolve, reject) => {
          const request = indexedDB.open("escape");
          request.onsuccess = resolve;
          request.onerror = reject;
        });""",
    "files": "await navigator.storage.getDirectory()",
    "code from strings": "new Function('return 1')()",
    "evaluation": "(0, eval)('1')",
}
# The result of an attempt: whether it has escaped.
ATTEMPT: Final = """
const TARGET = {target};
let result = null;
(async () => {{ {attempt} }})().then(() => (result = 1), () => (result = 0));
"""
# Plays 8 until the attempt has ended, and then 1 if it has escaped, otherwise 0.
PLAYER: Final = ATTEMPT + "const move = () => result ?? 8;"
WORKER: Final = ATTEMPT + "setInterval(() => result === null || postMessage(result), 20);"
UNCONFINED: Final = """
(code) => new Promise((resolve) => {
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  worker.onmessage = ({ data }) => resolve(data);
})
"""
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


def attempt(source: str, target: str, frame: str = PLAYER) -> str:
    """The code of an attempt, by default as a player."""
    return frame.format(attempt=source, target=repr(target))


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, list[str]]]:
    """The URL of a server of another origin, and the requests it got."""
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            is_stream = "event-stream" in self.headers["Accept"]
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            kind = "text/event-stream" if is_stream else "text/javascript"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(b"data: 1\n\n" if is_stream else b"globalThis.escaped = 1;")

        def do_POST(self) -> None:
            self.do_GET()

    with answering(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        yield url, requests


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
