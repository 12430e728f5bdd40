"""Identify, measure, count and log each request.

A route is named by the path template that matched, and all unknown paths have the same name, so
clients cannot create time series. The metrics and the log contain no part of a query or a body.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable
from datetime import UTC, datetime
from random import getrandbits
from time import perf_counter
from typing import Any, Final

from prometheus_client import Counter, Histogram
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..context import KEY, RequestContext, context_of
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
DELAY_SECONDS: Final = 0.1  # Requests within this time are recorded together,
MAX_RECORDED: Final = 512  # but not more than this many.
INDENTED: Final = "\n".ljust(20)  # In a terminal, the first line begins with its time and level.
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
DISCONNECTED: Final = 499  # As in nginx's log: the client disconnected before the response began.

access_log = logging.getLogger(ACCESS)


class TelemetryMiddleware:
    """Middleware that gives each request an ID, and records it in the metrics and the log."""

    def __init__(self, app: ASGIApp, recorder: "RequestRecorder") -> None:
        self.app = app
        self._recorder = recorder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        # The middleware below changes this copy, so a parent application keeps its own route.
        context = context_for(scope)
        inner = {**scope, "root_path": context.root_path, "route": None, "endpoint": None}
        inner[KEY] = context
        request_id = context.request_id.encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                context.status = message["status"]
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message = {**message, "headers": [*message["headers"], *ours]}
            return send(message)

        try:
            await self.app(inner, receive, send_with_headers)
        finally:
            self._recorder.add(inner, perf_counter() - started)


class Requests(list[dict[str, Any]]):
    """Fields of requests; as text, each request is a line."""

    def __str__(self) -> str:
        text = "{method} {route} {status} in {duration_ms:.1f} ms"
        return INDENTED.join(map(text.format_map, self))


class RequestRecorder:
    """Count and log requests, many at a time, which takes less time for each of them."""

    def __init__(self, metrics: Metrics, *, logs_probes: bool = True) -> None:
        self._logs_probes = logs_probes
        text = "Requests, by route template, method and status."
        self._counts = metrics.counter("requests", text, "route", "method", "status")
        text = "Seconds from a request to the end of its response, by route template."
        self._seconds = metrics.histogram("request_seconds", text, "route")
        self._metrics = metrics
        # A cache, because `labels` is slower than counting. Clients cannot make it grow.
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._requests = Requests()
        self._hits = 0

    def add(self, scope: Scope, seconds: float) -> None:
        """Record a request and its duration in seconds, and its path if the status is 404."""
        context, route = context_of(scope), scope["route"]
        fields = {
            "timestamp": datetime.now(UTC),
            "request_id": context.request_id,
            "method": context.method if context.method in METHODS else UNKNOWN,
            "route": str(route.path) if route else _template(scope),
            "status": context.status or DISCONNECTED,
            "duration_ms": round(seconds * 1000, 2),
            "nodes": context.nodes,
        }
        if context.trace_id:
            fields["trace_id"] = context.trace_id
        if fields["status"] == 404:
            fields["path"] = "".join(filter(str.isprintable, scope["path"][:MAX_PATH]))
        if context.problem:
            self._metrics.problems.labels(context.problem).inc()
        self._hits += context.is_cached
        self._requests.append(fields)
        if len(self._requests) == 1:
            asyncio.get_running_loop().call_later(DELAY_SECONDS, self.flush)
        elif len(self._requests) == MAX_RECORDED:
            self.flush()

    def flush(self) -> None:
        """Count and log the requests that have been added since the last time."""
        self._metrics.hits.inc(self._hits)
        self._hits = 0
        requests, self._requests = self._requests, Requests()
        for fields in requests:
            key = (fields["route"], fields["method"], fields["status"])
            if key not in self._children:
                counts, seconds = self._counts.labels(*key), self._seconds.labels(key[0])
                self._children[key] = counts, seconds
            counts, seconds = self._children[key]
            counts.inc()
            seconds.observe(fields["duration_ms"] / 1000)
        if not self._logs_probes:
            requests = Requests(each for each in requests if not _is_probe(each))
        if requests:
            access_log.info(requests, extra={"requests": requests})


def _is_probe(fields: dict[str, Any]) -> bool:
    """Return whether a request was a successful health check or scrape."""
    return fields["status"] == 200 and fields["route"] in PROBES


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


def context_for(scope: Scope) -> RequestContext:
    """Return the context of a new request, with the IDs in its headers.

    Of repeated headers, the first valid one counts. Without one, the request ID is new.
    """
    request_id = trace_id = None
    for name, value in scope["headers"]:
        if name == NAME and not request_id and VALID_ID.fullmatch(value):
            request_id = value.decode()
        elif name == TRACEPARENT and not trace_id and (found := VALID_TRACE.fullmatch(value)):
            trace_id = found[1].decode()
    request_id = request_id or f"{getrandbits(128):032x}"  # It is unique among all replicas.
    return RequestContext(request_id, trace_id, scope["method"], scope.get("root_path") or "")
