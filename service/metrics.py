"""Define the metrics of an application and of its searches."""

from functools import partial
from typing import Final

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info

from . import __version__
from .catalogue import CATALOGUE
from .engine.search.compiled.interface import SearchName, search_name, using
from .tasks import R, Task

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# The label of a board is that of the first key that is at least its number of cells.
SIZES: Final = {9: "9", 16: "10-16", 25: "17-25", 36: "26-36", 81: "37-81"}


class Metrics:
    """The metrics of one application."""

    def __init__(self, search: SearchName = "compiled") -> None:
        with using(search):
            self.search = search_name()  # The search in use.
        self.registry = CollectorRegistry()
        self.registry.register(prometheus_client.PROCESS_COLLECTOR)
        self.counter = partial(Counter, namespace="noughts", registry=self.registry)
        self.gauge = partial(Gauge, namespace="noughts", registry=self.registry)
        self.histogram = partial(
            Histogram, namespace="noughts", registry=self.registry, buckets=SECONDS
        )
        self.problems = self.counter("problems", "Problem responses, by code.", ["code"])
        for code in CATALOGUE:
            self.problems.labels(code)  # A series exists before its first problem.
        self.hits = self.counter("cache_hits", "Responses and results found in memory.")
        self.misses = self.counter("cache_misses", "Searches, in workers or in the server.")
        text = "Uses of the cache that replicas share, by outcome."
        self.shared = self.counter("shared_cache", text, ["outcome"])
        self.deaths = self.counter("worker_restarts", "Workers that died during a search.")
        text = "Workers that did not start, or ended while they were idle."
        self.failures = self.counter("worker_failures", text)
        self._nodes = self.counter("nodes", "Nodes searched.")
        text = "Nodes searched, by the cells of the board."
        nodes = self.counter("search_nodes", text, ["cells"])
        text = "Search duration in seconds, without waiting, by the cells of the board."
        seconds = self.histogram("search_seconds", text, ["cells"])
        self._by_size = {
            most: (nodes.labels(name), seconds.labels(name)) for most, name in SIZES.items()
        }
        build = Info("noughts_build", "The release, and the search in use.", registry=self.registry)
        build.info({"version": __version__, "search": self.search})

    def note(self, task: Task[R], result: R, seconds: float) -> None:
        """Record a search, its nodes and its duration in seconds."""
        size = task.position.geometry.size
        nodes, durations = self._by_size[min(filter(size.__le__, self._by_size))]
        searched = task.nodes_of(result) or 0
        self.misses.inc()
        self._nodes.inc(searched)
        nodes.inc(searched)
        durations.observe(seconds)
