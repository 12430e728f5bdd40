"""The metrics of searches, workers and kept results."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from service import __version__
from service.engine.analysis import Analysis
from service.engine.explain.review import Review
from service.engine.search.solvers import search_name
from service.engine.tasks import ExamTask, Result, ReviewTask, Task, TraceTask

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# By the number of cells, up to so many.
SIZES: Final = {9: "9", 16: "10-16", 25: "17-25", 36: "26-36", 81: "37-81"}


class SearchMetrics:
    """The series of one application's searches."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"noughts_{name}", text, labels, registry=registry)

        self.hits = counter("cache_hits", "Requests answered from memory.")
        self.misses = counter("cache_misses", "Requests that took a search.")
        self.worker_restarts = counter("worker_restarts", "Workers that died during a search.")
        self._nodes = counter("nodes", "Positions searched.")
        nodes = counter("search_nodes", "Positions searched, by the cells of the board.", "cells")
        seconds = Histogram(
            "noughts_search_seconds",
            "Seconds that searches took, without waiting, by the cells of the board.",
            ["cells"],
            registry=registry,
            buckets=SECONDS,
        )
        self._by_size = {
            size: (nodes.labels(size), seconds.labels(size)) for size in SIZES.values()
        }
        build = Gauge(
            "noughts_build_info",
            "The release, and the search in use.",
            ["version", "search"],
            registry=registry,
        )
        build.labels(__version__, search_name()).set(1)

    def note(self, task: Task, result: Result, seconds: float) -> None:
        """Count a search."""
        nodes, durations = self._by_size[_size_of(task)]
        searched = nodes_of(result) or 0
        self.misses.inc()
        self._nodes.inc(searched)
        nodes.inc(searched)
        durations.observe(seconds)

    def gauge(self, name: str, text: str, read: Callable[[], int]) -> None:
        """Add a gauge that is read whenever the metrics are requested."""
        Gauge(f"noughts_{name}", text, registry=self.registry).set_function(read)


def _size_of(task: Task) -> str:
    """The size class of a task's board."""
    if isinstance(task, ReviewTask | ExamTask):
        position = task.start
    else:
        position = task.question.position if isinstance(task, TraceTask) else task.position
    cells = position.geometry.size
    return next(name for most, name in SIZES.items() if cells <= most)


def nodes_of(result: Result) -> int | None:
    """The positions that the searches of a result entered; None if it has no such count."""
    return result.nodes if isinstance(result, Analysis | Review) else None
