"""The metrics of searches, workers and kept answers, read whenever they are asked for."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service import __version__
from service.api.responder import Responder
from service.engine.search.solvers import search_name
from service.middleware.metrics import counter, gauge, histogram, labelled_counter
from service.search_pool.in_flight import Searches


class SearchMetrics(Collector):
    """Reads the counts that the searches and the responder keep."""

    def __init__(self, searches: Searches, responder: Responder) -> None:
        self._searches = searches
        self._responder = responder

    def collect(self) -> Iterator[Metric]:
        """The metrics of searches, workers and kept answers."""
        searches, pool, responder = self._searches, self._searches.pool, self._responder
        at_once = searches.at_once.cache_info()
        hits = searches.hits + at_once.hits + responder.hits
        misses = searches.misses + at_once.misses
        size = searches.kept + at_once.currsize + responder.kept
        build = GaugeMetricFamily(
            "noughts_build_info",
            "The release, and which search runs.",
            labels=["version", "search"],
        )
        build.add_metric([__version__, search_name()], 1)
        yield build
        yield gauge("searches_running", "Searches that a worker is at.", pool.running)
        yield gauge("workers", "Workers that there may be.", pool.workers)
        yield gauge("searches_waiting", "Searches that wait for a worker.", pool.waiting)
        yield gauge("max_waiting", "Searches that may wait for a worker.", pool.max_waiting)
        yield gauge("requests_pending", "Requests that wait for a search.", searches.callers)
        yield gauge("max_pending", "Requests that may wait for a search.", searches.max_callers)
        yield counter("worker_restarts", "Workers that have died at work.", pool.deaths)
        yield counter("nodes", "Positions that searches have entered.", pool.counts.nodes)
        sizes = list(pool.counts.by_size())
        yield labelled_counter(
            "search_nodes",
            "Positions that searches have entered, by the cells of the board.",
            "cells",
            [(size, nodes) for size, nodes, _ in sizes],
        )
        yield histogram(
            "search_seconds",
            "Seconds that searches have taken, without waiting, by the cells of the board.",
            "cells",
            [(size, durations) for size, _, durations in sizes],
        )
        yield counter("cache_hits", "Questions answered from memory.", hits)
        yield counter("cache_misses", "Questions that took a search.", misses)
        yield gauge("cache_answers", "Answers kept in memory.", size)
