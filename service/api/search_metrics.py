"""The metrics of searches, workers and kept answers, read whenever they are asked for."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service import __version__
from service.api.responder import Responder
from service.engine.search.solvers import search_name
from service.middleware.metrics import counter, gauge
from service.search_pool.in_flight import Searches


class SearchMetrics(Collector):
    """Reads the counts that the searches and the responder keep."""

    def __init__(self, searches: Searches, responder: Responder) -> None:
        self._searches = searches
        self._responder = responder

    def collect(self) -> Iterator[Metric]:
        """The metrics of searches, workers and kept answers."""
        searches, pool, responder = self._searches, self._searches.pool, self._responder
        at_once = searches.run_at_once.cache_info()
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
        yield gauge("searches_waiting", "Searches that wait for a worker.", pool.waiting)
        yield counter("worker_restarts", "Workers that have died at work.", pool.deaths)
        yield counter("nodes", "Positions that searches have entered.", searches.nodes)
        yield counter("cache_hits", "Questions answered from memory.", hits)
        yield counter("cache_misses", "Questions that took a search.", misses)
        yield gauge("cache_answers", "Answers kept in memory.", size)
