"""The metrics of the service, in the text format of Prometheus."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from time import time
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.logs.lines import Request
from service.logs.writer import LogWriter

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
CLIENT_LEFT: Final = 499  # what web servers note for a client that has not waited
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

NOT_FOUND: Final = 404


class Metrics:
    """The series of one application; it tells the log, too, of each request."""

    def __init__(self, *collectors: Collector, log: LogWriter | None = None) -> None:
        self._log = log if log and log.with_requests else None
        self._registry = CollectorRegistry()
        for collector in (*collectors, LogMetrics(log.dropped if log else {})):
            self._registry.register(collector)
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

    def note(
        self, route: str, method: str, seconds: float, state: Mapping[str, Any], path: str = ""
    ) -> None:
        """Count and log a request, of which the state of its scope tells the rest."""
        method = method if method in METHODS else UNKNOWN
        status = state.get("status", CLIENT_LEFT)
        requests, took = self._series(route, method, status)
        requests.inc()
        took.observe(seconds)
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

    # Labels are few, so that what they stand for can be kept.
    def _find_series(self, route: str, method: str, status: int) -> tuple[Counter, Histogram]:
        return self._requests.labels(route, method, status), self._seconds.labels(route)

    def text(self) -> bytes:
        """All series in Prometheus' text format."""
        return generate_latest(self._registry)


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
