"""The metrics of requests, in the text format of Prometheus."""

from collections.abc import Iterator, Mapping
from time import time
from typing import Any, Final

from prometheus_client import (
    PROCESS_COLLECTOR,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from service.logs.lines import Request
from service.logs.writer import LogWriter
from service.problems.catalogue import CATALOGUE
from service.search_pool.metrics import SECONDS

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
CLIENT_LEFT: Final = 499  # what web servers log for a client that has not waited
NOT_FOUND: Final = 404

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The series of one application's requests; each request is also logged."""

    def __init__(self, registry: CollectorRegistry, log: LogWriter | None = None) -> None:
        self.registry = registry
        self._log = log if log and log.with_requests else None
        registry.register(PROCESS_COLLECTOR)
        registry.register(LogMetrics(log.dropped if log else {}))
        self._requests = Counter(
            "noughts_requests",
            "Requests, by route template, method and status.",
            ["route", "method", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "noughts_request_seconds",
            "Seconds from a request to the end of its response, by route template.",
            ["route"],
            registry=registry,
            buckets=SECONDS,
        )
        problems = Counter(
            "noughts_problems", "Problem responses, by code.", ["code"], registry=registry
        )
        self._problems = {code: problems.labels(code) for code in CATALOGUE}
        # `labels` takes longer than counting. No client can add a route, a method or a status.
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def note(
        self, route: str, method: str, seconds: float, state: Mapping[str, Any], path: str = ""
    ) -> None:
        """Count and log a request; the rest is in the state of its scope."""
        method = method if method in METHODS else UNKNOWN
        status = state.get("status", CLIENT_LEFT)
        key = (route, method, status)
        if key not in self._children:
            requests = self._requests.labels(route, method, str(status))
            self._children[key] = requests, self._seconds.labels(route)
        requests, durations = self._children[key]
        requests.inc()
        durations.observe(seconds)
        if problem := state.get("problem"):
            self._problems[problem].inc()
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
                    state.get("trace_id"),
                )
            )

    def text(self) -> bytes:
        """All series in the text format of Prometheus."""
        return generate_latest(self.registry)


class LogMetrics(Collector):
    """The lines that the log has dropped, by kind."""

    def __init__(self, dropped: Mapping[str, int]) -> None:
        self._dropped = dropped

    def collect(self) -> Iterator[Metric]:
        """One counter, read from the log's own counts."""
        family = CounterMetricFamily(
            "noughts_log_lines_dropped", "Log lines not written, by kind.", labels=["kind"]
        )
        for kind, count in self._dropped.items():
            family.add_metric([kind], count)
        yield family
