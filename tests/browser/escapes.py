"""Attempts to escape from the sandbox of a player, and the server that they try to reach."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from tests.live import answering

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


def attempt(source: str, target: str, frame: str = PLAYER) -> str:
    """The code of an attempt, by default as a player."""
    return frame.format(attempt=source, target=repr(target))


@contextmanager
def trap() -> Iterator[tuple[str, list[str]]]:
    """The URL of a server of another origin, and the requests it got."""
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            is_stream = "event-stream" in self.headers["Accept"]
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header(
                "Content-Type", "text/event-stream" if is_stream else "text/javascript"
            )
            self.end_headers()
            self.wfile.write(b"data: 1\n\n" if is_stream else b"globalThis.escaped = 1;")

        def do_POST(self) -> None:
            self.do_GET()

    with answering(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        yield url, requests
