"""The metrics of the service, in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate
from time import time
from typing import Any, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from service.logs.lines import Request
from service.logs.writer import LogWriter

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
CLIENT_LEFT: Final = 499  # what web servers note for a client that has not waited
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BOUNDS: Final = [*(str(float(bound)) for bound in BUCKETS), "+Inf"]
NOT_FOUND: Final = 404


class Metrics:
    """The series of one application; it tells the log, too, of each request."""

    def __init__(self, *collectors: Collector, log: LogWriter | None = None) -> None:
        self._log = log if log and log.with_requests else None
        self._requests = RequestMetrics()
        self._registry = CollectorRegistry()
        for collector in (*collectors, self._requests, LogMetrics(log.dropped if log else {})):
            self._registry.register(collector)

    def note(
        self, route: str, method: str, seconds: float, state: Mapping[str, Any], path: str = ""
    ) -> None:
        """Count and log a request, of which the state of its scope tells the rest."""
        method = method if method in METHODS else UNKNOWN
        status = state.get("status", CLIENT_LEFT)
        self._requests.note(route, method, status, seconds)
        if self._log:
            self._log.put(
                Request(
                    time(),
                    state.get("request_id"),
                    method,
                    route,
                    status,
                    seconds,
                    state.get("nodes"),
                    path if status == NOT_FOUND else None,
                )
            )

    def text(self) -> bytes:
        """All series in Prometheus' text format."""
        return generate_latest(self._registry)


class RequestMetrics(Collector):
    """How many requests there were, and how long they took.

    Counted in plain numbers, as one thread notes all requests: the counters of the client library
    take a lock for each.
    """

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests[route, method, str(status)] += 1
        buckets = self._buckets.get(route)
        if buckets is None:
            buckets = self._buckets[route] = [0] * (len(BUCKETS) + 1)
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds[route] += seconds

    def collect(self) -> Iterator[Metric]:
        """A counter and a histogram."""
        requests = CounterMetricFamily(
            "noughts_requests",
            "Requests answered, by route template, method and status.",
            labels=["route", "method", "status"],
        )
        for labels, count in self._requests.items():
            requests.add_metric(labels, count)
        yield requests
        seconds = HistogramMetricFamily(
            "noughts_request_seconds",
            "Seconds from a request to the end of its answer, by route template.",
            labels=["route"],
        )
        for route, buckets in self._buckets.items():
            cumulated = zip(BOUNDS, accumulate(buckets), strict=True)
            seconds.add_metric([route], list(cumulated), self._seconds[route])
        yield seconds


class LogMetrics(Collector):
    """The lines that the log has dropped, by kind."""

    def __init__(self, dropped: Mapping[str, int]) -> None:
        self._dropped = dropped

    def collect(self) -> Iterator[Metric]:
        """One counter."""
        text = "Log lines that were not written, by kind."
        lines = CounterMetricFamily("noughts_log_lines_dropped", text, labels=["kind"])
        for kind, number in self._dropped.items():
            lines.add_metric([kind], number)
        yield lines


def gauge(name: str, text: str, value: int) -> Metric:
    """A gauge read from a count that is kept elsewhere."""
    return GaugeMetricFamily(f"noughts_{name}", text, value=value)


def counter(name: str, text: str, value: int) -> Metric:
    """A counter read from a count that is kept elsewhere."""
    return CounterMetricFamily(f"noughts_{name}", text, value=value)
