"""Count and log requests.

A route is named by the path template that matched, and all unknown paths have the same name, so
clients cannot create time series. The metrics and the log contain no part of a query or a body.
"""

import asyncio
import logging
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from starlette.routing import Mount, Route
from starlette.types import Scope

from .context import context_of
from .logs import ACCESS
from .metrics import Metrics

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
MAX_PATH: Final = 100  # Maximum characters of a path in the log.
DELAY_SECONDS: Final = 0.1  # Requests within this time are recorded together,
MAX_RECORDED: Final = 512  # but not more than this many.
INDENTED: Final = "\n".ljust(20)  # In a terminal, the first line begins with its time and level.
PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
# The statuses of requests without a response: the service has stopped, or else, as in nginx's log,
# the client disconnected.
STOPPED, DISCONNECTED = 503, 499

access_log = logging.getLogger(ACCESS)


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
        self._counter = metrics.counter("requests", text, ["route", "method", "status"])
        text = "Seconds from a request to the end of its response, by route template."
        seconds = metrics.histogram("request_seconds", text, ["route"])
        # `labels` is slower than counting. Clients cannot make this cache grow.
        self._histogram_of = lru_cache(maxsize=None)(seconds.labels)
        self._metrics = metrics
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
            "status": context.status
            or (STOPPED if scope["app"].state.is_draining else DISCONNECTED),
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
        requests, self._requests, self._hits = self._requests, Requests(), 0
        served = Counter((each["route"], each["method"], each["status"]) for each in requests)
        for labels, number in served.items():
            self._counter.labels(*labels).inc(number)
        for each in requests:
            self._histogram_of(each["route"]).observe(each["duration_ms"] / 1000)
        if not self._logs_probes:  # Of these, only failures are logged.
            requests = Requests(
                each for each in requests if each["status"] != 200 or each["route"] not in PROBES
            )
        if requests:
            access_log.info(requests, extra={"requests": requests})


def _template(scope: Scope) -> str:
    """Return the path of a Starlette route or mount, for which FastAPI notes only the endpoint."""
    endpoint = scope["endpoint"]
    for route in scope["app"].routes if endpoint else ():
        if isinstance(route, Mount) and route.app is endpoint:
            return f"{route.path}/*"
        if isinstance(route, Route) and route.endpoint is endpoint:
            return route.path
    return UNKNOWN
