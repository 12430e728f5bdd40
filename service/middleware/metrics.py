"""The metrics of the service, in the text format of Prometheus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from time import time
from typing import Any, Final

from prometheus_client import PROCESS_COLLECTOR, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from service.logs.lines import Request
from service.logs.writer import LogWriter
from service.schemas.problems import ProblemCode
from service.search_pool.counts import Durations

UNKNOWN: Final = "unknown"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
CLIENT_LEFT: Final = 499  # what web servers note for a client that has not waited
NOT_FOUND: Final = 404


class Metrics:
    """The series of one application; it tells the log, too, of each request."""

    def __init__(self, *collectors: Collector, log: LogWriter | None = None) -> None:
        self._log = log if log and log.with_requests else None
        self._requests = RequestMetrics()
        self._registry = CollectorRegistry()
        dropped = LogMetrics(log.dropped if log else {})
        for collector in (*collectors, self._requests, dropped, PROCESS_COLLECTOR):
            self.register(collector)

    def register(self, collector: Collector) -> None:
        """Add what a collector reads whenever the metrics are asked for."""
        self._registry.register(collector)

    def note(
        self, route: str, method: str, seconds: float, state: Mapping[str, Any], path: str = ""
    ) -> None:
        """Count and log a request, of which the state of its scope tells the rest."""
        method = method if method in METHODS else UNKNOWN
        status = state.get("status", CLIENT_LEFT)
        self._requests.note(route, method, status, seconds, state.get("problem"))
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
        """All series in Prometheus' text format."""
        return generate_latest(self._registry)


class RequestMetrics(Collector):
    """How many requests there were, how long they took, and why they were refused.

    Counted in plain numbers, as one thread notes all requests: the counters of the client library
    take a lock for each.
    """

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._durations: dict[str, Durations] = {}
        self._problems = Counter(dict.fromkeys(ProblemCode, 0))

    def note(
        self, route: str, method: str, status: int, seconds: float, problem: ProblemCode | None
    ) -> None:
        """Count one request."""
        self._requests[route, method, str(status)] += 1
        durations = self._durations.get(route)
        if durations is None:
            durations = self._durations[route] = Durations()
        durations.note(seconds)
        if problem:
            self._problems[problem] += 1

    def collect(self) -> Iterator[Metric]:
        """Two counters and a histogram."""
        requests = CounterMetricFamily(
            "noughts_requests",
            "Requests answered, by route template, method and status.",
            labels=["route", "method", "status"],
        )
        for labels, count in self._requests.items():
            requests.add_metric(labels, count)
        yield requests
        yield histogram(
            "request_seconds",
            "Seconds from a request to the end of its answer, by route template.",
            "route",
            self._durations.items(),
        )
        text = "Requests answered with a problem, by its code."
        yield labelled_counter("problems", text, "code", self._problems.items())


class LogMetrics(Collector):
    """The lines that the log has dropped, by kind."""

    def __init__(self, dropped: Mapping[str, int]) -> None:
        self._dropped = dropped

    def collect(self) -> Iterator[Metric]:
        """One counter."""
        text = "Log lines that were not written, by kind."
        yield labelled_counter("log_lines_dropped", text, "kind", self._dropped.items())


def gauge(name: str, text: str, value: int) -> Metric:
    """A gauge read from a count that is kept elsewhere."""
    return GaugeMetricFamily(f"noughts_{name}", text, value=value)


def counter(name: str, text: str, value: int) -> Metric:
    """A counter read from a count that is kept elsewhere."""
    return CounterMetricFamily(f"noughts_{name}", text, value=value)


def labelled_counter(name: str, text: str, label: str, values: Iterable[tuple[str, int]]) -> Metric:
    """A counter for each value of a label."""
    family = CounterMetricFamily(f"noughts_{name}", text, labels=[label])
    for key, value in values:
        family.add_metric([key], value)
    return family


def histogram(name: str, text: str, label: str, values: Iterable[tuple[str, Durations]]) -> Metric:
    """A histogram for each value of a label."""
    family = HistogramMetricFamily(f"noughts_{name}", text, labels=[label])
    for key, durations in values:
        family.add_metric([key], durations.cumulated, durations.seconds)
    return family
