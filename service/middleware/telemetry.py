"""Identify, measure, count and log each request.

A route is named by the path template that matched, and all unknown paths have the same name, so
clients cannot create time series. The metrics and the log contain no part of a query or a body.
"""

import logging
import re
from collections.abc import Awaitable, Iterable, MutableMapping
from secrets import token_hex
from time import perf_counter
from typing import Any, Final

from prometheus_client import Counter, Histogram
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..logs import ACCESS
from ..metrics import Metrics

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
MAX_PATH: Final = 100  # Maximum characters of a path in the log.
MESSAGE: Final = "%(method)s %(route)s %(status)d in %(duration_ms).1f ms"  # Text for a terminal.
DISCONNECTED: Final = 499  # As in nginx's log: the client disconnected before the response began.

access_log = logging.getLogger(ACCESS)


class TelemetryMiddleware:
    """Middleware that records each request in the metrics and, with its ID, in the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        text = "Requests, by route template, method and status."
        self._requests = metrics.counter("requests", text, "route", "method", "status")
        text = "Seconds from a request to the end of its response, by route template."
        self._seconds = metrics.histogram("request_seconds", text, "route")
        self._problems = metrics.problems
        # A cache, because `labels` is slower than counting. Clients cannot make it grow.
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        # The middleware below changes this copy, so a parent application keeps its own route.
        inner = {**scope, "route": None, "endpoint": None}
        state = inner.setdefault("state", {})
        note_ids(inner["headers"], state)
        state["root_path"] = scope.get("root_path", "")  # Before mounts extend it.
        request_id = state["request_id"].encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                state["status"] = message["status"]
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message = {**message, "headers": [*message["headers"], *ours]}
            return send(message)

        try:
            await self.app(inner, receive, send_with_headers)
        finally:
            method = scope["method"] if scope["method"] in METHODS else UNKNOWN
            self._record(inner, method, perf_counter() - started)

    def _record(self, scope: Scope, method: str, seconds: float) -> None:
        """Count and log a request and its duration in seconds."""
        state, route = scope["state"], scope["route"]
        name = str(route.path) if route else _template(scope)
        status = state.get("status", DISCONNECTED)
        key = (name, method, status)
        if key not in self._children:
            requests = self._requests.labels(name, method, str(status))
            self._children[key] = requests, self._seconds.labels(name)
        requests, durations = self._children[key]
        requests.inc()
        durations.observe(seconds)
        if "problem" in state:
            self._problems.labels(state["problem"]).inc()
        log_request(scope, method, name, status, seconds)


def log_request(scope: Scope, method: str, route: str, status: int, seconds: float) -> None:
    """Log a request and its duration in seconds, and its path if the status is 404."""
    if not access_log.isEnabledFor(logging.INFO):
        return
    state = scope["state"]
    fields = {"request_id": state["request_id"]}
    if "trace_id" in state:
        fields["trace_id"] = state["trace_id"]
    fields |= {"method": method, "route": route, "status": status}
    fields |= {"duration_ms": round(seconds * 1000, 2), "nodes": state.get("nodes")}
    if status == 404:
        fields["path"] = "".join(filter(str.isprintable, scope["path"][:MAX_PATH]))
    # Logger.info would look for its caller, which takes as long as the rest of this function.
    record = logging.LogRecord(ACCESS, logging.INFO, "", 0, MESSAGE, (fields,), None)
    record.fields = fields
    access_log.handle(record)


def _template(scope: Scope) -> str:
    """Return the declared path of the matched Starlette route or mount; UNKNOWN if none matched.

    FastAPI puts its own routes into the scope. For a Starlette route or mount, it puts only the
    endpoint there.
    """
    if endpoint := scope["endpoint"]:
        for route in scope["app"].routes:
            if isinstance(route, Mount) and route.app is endpoint:
                return f"{route.path}/*"
            if isinstance(route, Route) and route.endpoint is endpoint:
                return route.path
    return UNKNOWN


def note_ids(headers: Iterable[tuple[bytes, bytes]], state: MutableMapping[str, Any]) -> None:
    """Put the `request_id` into the state of a scope, and the `trace_id` if the client sent one.

    Of repeated headers, the first valid one counts.
    """
    for name, value in headers:
        if name == NAME and "request_id" not in state and VALID_ID.fullmatch(value):
            state["request_id"] = value.decode()
        elif name == TRACEPARENT and (found := VALID_TRACE.fullmatch(value)):
            state.setdefault("trace_id", found[1].decode())
    if "request_id" not in state:
        state["request_id"] = token_hex(16)  # It is unique among all replicas.
