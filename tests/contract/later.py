"""A service of a later release of version 1, which has grown as docs/reference.md allows.

It forwards each request, and adds to the response: a field in each object, and values that no
client knows.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import httpx

from tests.live import answering

NEW_FIELD: Final = {"since_1_9": {"is": ["new", None, 1]}}
NEW: Final = {
    "reason": "sacrifice",
    "level": "grandmaster",
    "opponent": "grandmaster",
    "verdict": "brilliancy",
    "code": "too_early",
}
NEW_EVENT: Final = 'event: heartbeat\ndata: {"since_1_9": true}\n\n'


def grown(value: Any) -> Any:  # noqa: ANN401  any JSON
    """The value as a later release could send it."""
    if isinstance(value, list):
        return [grown(item) for item in value]
    if not isinstance(value, dict):
        return value
    new = {name: text for name, text in NEW.items() if isinstance(value.get(name), str)}
    return {name: grown(item) for name, item in value.items()} | new | NEW_FIELD


def grown_text(text: str, media_type: str) -> str:
    if media_type == "text/event-stream":
        return NEW_EVENT + re.sub("(?<=^data: ).*", grown_line, text, flags=re.MULTILINE)
    return re.sub(".+", grown_line, text)


def grown_line(found: re.Match[str]) -> str:
    return json.dumps(grown(json.loads(found[0])))


@contextmanager
def later_release(url: str) -> Iterator[str]:
    """The base URL of a service that is ahead of the one at this URL."""

    class Handler(BaseHTTPRequestHandler):
        def forward(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            names = ("Accept", "Content-Type")
            headers = {name: self.headers[name] for name in names if name in self.headers}
            answer = httpx.request(
                self.command, url + self.path, content=body, headers=headers, timeout=120
            )
            media_type = answer.headers["Content-Type"].partition(";")[0]
            content = grown_text(answer.text, media_type).encode()
            self.send_response(answer.status_code)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = forward  # noqa: N815  names of http.server

    with answering(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as later:
        yield later
