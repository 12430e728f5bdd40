"""Identifies each request, measures it, counts it and logs it.

Routes are named by their template, and unknown paths by one name, so that no client can create
series; neither metrics nor log contain anything of a query or a body.
"""

import os
import re
from collections.abc import Awaitable, Iterable, Iterator, MutableMapping
from time import perf_counter
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.middleware.metrics import UNKNOWN, Metrics

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
TRACEPARENT: Final = b"traceparent"  # W3C Trace Context, 3.2
# Version 00 has 55 characters, a later one can have more, and ff is not a version.
VALID_TRACE: Final = re.compile(
    rb"(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
IDS: Final = frozenset((NAME, TRACEPARENT))
BYTES: Final = 16  # of an id, so that no two are equal on any replica
AT_ONCE: Final = 256  # ids for which randomness is fetched with one system call


class Telemetry:
    """Records every request in the metrics and in the log, under the id in its response."""

    def __init__(self, app: ASGIApp, service: FastAPI, metrics: Metrics) -> None:
        self.app = app
        self.service = service
        self.metrics = metrics
        self._templates: set[str] = set()  # read when all routes have been added
        self._folders: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        state = scope.setdefault("state", {})
        note_ids(scope["headers"], state)
        request_id = state["request_id"].encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                state.setdefault("status", message["status"])  # unless the server has responded
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message["headers"] = [*message["headers"], *ours]
            return send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            seconds = perf_counter() - started
            path = scope["path"]
            self.metrics.note(self._route(path), scope["method"], seconds, state, path)

    def _route(self, path: str) -> str:
        """The template that a path belongs to."""
        if not self._templates:
            routes = list(iter_route_contexts(self.service.routes))
            self._templates = {each.path for each in routes if each.path}
            self._folders = [each.path for each in self.service.routes if isinstance(each, Mount)]
        if path in self._templates:
            return path
        return next((f"{at}/*" for at in self._folders if path.startswith(f"{at}/")), UNKNOWN)


def random_ids() -> Iterator[str]:
    """Ids without end, of 32 hexadecimal digits; nobody can guess one from the others."""
    while True:
        digits = os.urandom(BYTES * AT_ONCE).hex()
        yield from (digits[i : i + 2 * BYTES] for i in range(0, len(digits), 2 * BYTES))


_ids: Final = random_ids()


def note_ids(headers: Iterable[tuple[bytes, bytes]], state: MutableMapping[str, Any]) -> None:
    """Put the `request_id` into the state of a scope, and the `trace_id` if the client sent one.

    A request that the server has already rejected keeps its id.
    """
    for name, value in headers:
        if name in IDS:  # one look-up for each header of each request, and usually no more
            _note_sent(name, value, state)
    if "request_id" not in state:
        state["request_id"] = next(_ids)


def _note_sent(name: bytes, value: bytes, state: MutableMapping[str, Any]) -> None:
    """Note the first id of its kind, if it is valid."""
    if name == NAME and VALID_ID.fullmatch(value):
        state.setdefault("request_id", value.decode())
    elif name == TRACEPARENT and (found := VALID_TRACE.fullmatch(value)):
        state.setdefault("trace_id", found[1].decode())


def server_timing(seconds: float) -> str:
    """The value of the header Server-Timing (W3C Server Timing)."""
    return f"total;dur={seconds * 1000:.2f}"
