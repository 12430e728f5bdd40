"""Identifies each request, measures it, counts it and logs it, along with any unexpected error.

Routes are named by their template, and unknown paths by one name, so that no client can create
series; neither metrics nor log contain anything of a query or a body.
"""

import logging
import re
from collections.abc import Awaitable, Iterable, MutableMapping
from secrets import token_hex
from time import perf_counter, time
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from prometheus_client import Counter, Histogram
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.logs.lines import Request
from service.logs.writer import log_request
from service.metrics import Metrics
from service.problems.catalogue import CATALOGUE
from service.problems.errors import ProblemError

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
TRACEPARENT: Final = b"traceparent"  # W3C Trace Context, 3.2
# Version 00 has 55 characters, a later one can have more, and ff is not a version.
VALID_TRACE: Final = re.compile(
    rb"(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})

logger = logging.getLogger("noughts")


class Telemetry:
    """Records every request in the metrics and in the log, under the id in its response."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        text = "Requests, by route template, method and status."
        self._requests = metrics.counter("requests", text, "route", "method", "status")
        text = "Seconds from a request to the end of its response, by route template."
        self._seconds = metrics.histogram("request_seconds", text, "route")
        problems = metrics.counter("problems", "Problem responses, by code.", "code")
        self._problems = {code: problems.labels(code) for code in CATALOGUE}
        # `labels` takes longer than counting. No client can add a route, a method or a status.
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
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
        state["root_path"] = scope.get("root_path", "")  # before mounts extend it
        request_id = state["request_id"].encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                state["status"] = message["status"]
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message["headers"] = [*message["headers"], *ours]
            return send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            self._record(scope, perf_counter() - started)

    def _record(self, scope: Scope, seconds: float) -> None:
        """Count and log a request."""
        state, path = scope["state"], scope["path"]
        status = state.get("status", 499)  # nginx logs 499 for a client that has left
        route = self._route(scope["app"], path)
        method = scope["method"] if scope["method"] in METHODS else UNKNOWN
        key = (route, method, status)
        if key not in self._children:
            requests = self._requests.labels(route, method, str(status))
            self._children[key] = requests, self._seconds.labels(route)
        requests, durations = self._children[key]
        requests.inc()
        durations.observe(seconds)
        if "problem" in state:
            self._problems[state["problem"]].inc()
        request_id, nodes, trace_id = map(state.get, ("request_id", "nodes", "trace_id"))
        unknown = path if status == 404 else None
        log_request(
            Request(time(), request_id, method, route, status, seconds, nodes, unknown, trace_id)
        )

    def _route(self, app: FastAPI, path: str) -> str:
        """The template that a path belongs to."""
        if not self._templates:
            self._templates = {each.path for each in iter_route_contexts(app.routes) if each.path}
            self._folders = [each.path for each in app.routes if isinstance(each, Mount)]
        if path in self._templates:
            return path
        return next((f"{at}/*" for at in self._folders if path.startswith(f"{at}/")), UNKNOWN)


def note_ids(headers: Iterable[tuple[bytes, bytes]], state: MutableMapping[str, Any]) -> None:
    """Put the `request_id` into the state of a scope, and the `trace_id` if the client sent one.

    Of repeated headers, the first valid one counts.
    """
    for name, value in headers:
        if name == NAME and VALID_ID.fullmatch(value):
            state.setdefault("request_id", value.decode())
        elif name == TRACEPARENT and (found := VALID_TRACE.fullmatch(value)):
            state.setdefault("trace_id", found[1].decode())
    if "request_id" not in state:
        state["request_id"] = token_hex(16)  # no two are equal on any replica


class UnexpectedErrors:
    """Logs unhandled exceptions and responds with a problem that has the request id.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request id nor CORS headers. A response that has started cannot be replaced.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI)."""
        try:
            await self.app(scope, receive, send)
        except Exception:
            if scope["type"] != "http" or "status" in scope["state"]:
                raise
            request_id = scope["state"]["request_id"]
            logger.exception("request %s failed", request_id)
            problem = ProblemError("internal_error", request_id=request_id)
            await problem.response(scope)(scope, receive, send)
