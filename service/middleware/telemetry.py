"""What can be seen of the service while it runs: metrics, timing, and a line for each request.

Routes are named by their template, and other paths by one name, so that no client can make new
series; neither metrics nor log hold anything of a query or a body.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import lru_cache
from time import perf_counter
from typing import Any, Final

import structlog
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.routing import Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.search_pool.in_flight import Searches

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
CLIENT_LEFT: Final = 499  # what web servers note for a client that has not waited
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

access_log = logging.getLogger("noughts.access")


class Metrics:
    """The series of one application."""

    def __init__(self, searches: Searches) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_SearchMetrics(searches))
        self._requests = Counter(
            "noughts_requests",
            "Requests answered, by route template, method and status.",
            ["route", "method", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "noughts_request_seconds",
            "Seconds from a request to the end of its answer, by route template.",
            ["route"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._series = lru_cache(maxsize=None)(self._find_series)

    def note(self, route: str, method: str, seconds: float, state: Mapping[str, Any]) -> None:
        """Count and log a request, of which the state of its scope tells the rest."""
        method = method if method in METHODS else UNKNOWN
        status = state.get("status", CLIENT_LEFT)
        requests, took = self._series(route, method, status)
        requests.inc()
        took.observe(seconds)
        if access_log.isEnabledFor(logging.INFO):  # not where nobody has configured it
            structlog.get_logger().info(
                "request",
                logger=access_log.name,
                request_id=state.get("request_id"),
                method=method,
                route=route,
                status=status,
                duration_ms=round(seconds * 1000, 2),
                nodes=state.get("nodes"),
            )

    # Labels are few, so that what they stand for can be kept.
    def _find_series(self, route: str, method: str, status: int) -> tuple[Counter, Histogram]:
        return self._requests.labels(route, method, status), self._seconds.labels(route)

    def text(self) -> bytes:
        """All series in Prometheus' text format."""
        return generate_latest(self._registry)


class _SearchMetrics(Collector):
    """Reads what the searches count themselves whenever the metrics are asked for."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches

    def collect(self) -> Iterator[Metric]:
        """The series of searches, workers and caches."""
        searches, pool = self._searches, self._searches.pool
        yield _gauge("searches_running", "Searches that a worker is at.", pool.running)
        yield _gauge("searches_waiting", "Searches that wait for a worker.", pool.waiting)
        yield _counter("worker_restarts", "Workers that have died at work.", pool.deaths)
        yield _counter("nodes", "Positions that searches have entered.", searches.nodes)
        hits, misses, size = searches.cached
        yield _counter("cache_hits", "Questions answered from memory.", hits)
        yield _counter("cache_misses", "Questions that took a search.", misses)
        yield _gauge("cache_answers", "Answers kept in memory.", size)


def _gauge(name: str, text: str, value: int) -> Metric:
    return GaugeMetricFamily(f"noughts_{name}", text, value=value)


def _counter(name: str, text: str, value: int) -> Metric:
    return CounterMetricFamily(f"noughts_{name}", text, value=value)


def server_timing(seconds: float) -> str:
    """What tells the client how long its answer took."""
    return f"total;dur={seconds * 1000:.2f}"


class Telemetry:
    """Measures each request, counts it, logs it, and tells the client how long it took."""

    def __init__(self, app: ASGIApp, site: FastAPI) -> None:
        self.app = app
        self.metrics: Metrics = site.state.metrics
        contexts = list(iter_route_contexts(site.routes))
        self.folders = [each.path for each in contexts if isinstance(each.route, Mount)]
        self.paths = {each.path for each in contexts} - set(self.folders)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        state = scope.setdefault("state", {})

        async def send_with_timing(message: Message) -> None:
            if message["type"] == "http.response.start":
                state.setdefault("status", message["status"])  # the connection may have refused
                timing = server_timing(perf_counter() - started)
                message["headers"].append((b"server-timing", timing.encode()))
            await send(message)

        try:
            await self.app(scope, receive, send_with_timing)
        finally:
            seconds = perf_counter() - started
            self.metrics.note(self._route(scope["path"]), scope["method"], seconds, state)

    def _route(self, path: str) -> str:
        """The template that a path belongs to."""
        if path in self.paths:
            return path
        within = (f"{folder}/*" for folder in self.folders if path.startswith(f"{folder}/"))
        return next(within, UNKNOWN)
