"""Searches: run at once or by a worker, shared by equal tasks, and kept in memory.

A task that takes a few milliseconds runs at once, in the event loop. Any other goes to a worker.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from time import perf_counter

from service.engine.analysis import Progress
from service.engine.tasks import Result, Task
from service.search_pool.metrics import SearchMetrics
from service.search_pool.pool import OnProgress, SearchPool
from service.search_pool.shares import Shares
from service.settings import Settings

logger = logging.getLogger("noughts")


class Kept:
    """What is kept of a task: once it is solved, its result and the reports on the way."""

    __slots__ = ("reports", "result")

    def __init__(self, _: Task) -> None:
        self.result: Result | None = None
        self.reports: list[Progress] = []


class Searches:
    """Solves tasks: from memory, at once, or by a worker."""

    def __init__(self, settings: Settings, metrics: SearchMetrics) -> None:
        self.metrics = metrics
        self.pool = SearchPool(
            settings.workers, settings.max_waiting, settings.search_timeout, metrics
        )
        # The other connections are for requests that do not wait for a search.
        self.max_callers = min(settings.max_pending, max(1, settings.max_connections // 2))
        self._callers = Shares(self.max_callers, max(1, self.max_callers // 8))
        # An entry is made empty and filled later, because a worker's result comes from elsewhere.
        self.kept = lru_cache(maxsize=settings.kept_answers)(Kept)
        self._in_flight: dict[Task, InFlight] = {}
        metrics.gauge(
            "requests_pending", "Requests waiting for a search.", lambda: self._callers.taken
        )
        metrics.gauge(
            "max_pending", "Maximum number of requests waiting.", lambda: self.max_callers
        )
        metrics.gauge(
            "cache_answers", "Results in memory.", lambda: self.kept.cache_info().currsize
        )

    def run_at_once(self, task: Task) -> Result:
        """The result of an instantaneous task."""
        kept = self.kept(task)
        if kept.result is None:
            started = perf_counter()
            kept.result = task.run()
            self.metrics.note(task, kept.result, perf_counter() - started)
        else:
            self.metrics.hits.inc()
        return kept.result

    async def search(
        self, task: Task, client: str, on_progress: OnProgress = lambda _: None
    ) -> Result:
        """The result of a task; `on_progress` gets every report of its search, past ones too.

        Cancelling it ends the search, unless others wait for an equal task. Raises
        OverloadedError, ClosedError, SearchTimeoutError or WorkerDiedError.
        """
        if task.is_instantaneous:
            return self.run_at_once(task)
        kept = self.kept(task) if task.is_kept else Kept(task)
        if kept.result is not None:
            self.metrics.hits.inc()
            for progress in kept.reports:
                on_progress(progress)
            return kept.result
        with self._callers.hold(client):
            return await self._in_flight_search(task, kept, client).wait(on_progress)

    def _in_flight_search(self, task: Task, kept: Kept, client: str) -> "InFlight":
        """The search of this task that is in flight, else a new one."""
        in_flight = self._in_flight.get(task)
        if in_flight and not in_flight.is_abandoned:
            self.metrics.hits.inc()
            logger.debug("search %x joined", id(in_flight))
            return in_flight
        in_flight = InFlight(partial(self.pool.run, task, client))
        logger.debug("search %x started", id(in_flight))
        in_flight.search.add_done_callback(partial(self._on_end, task, kept, in_flight))
        self._in_flight[task] = in_flight
        return in_flight

    def _on_end(
        self, task: Task, kept: Kept, in_flight: "InFlight", search: asyncio.Task[Result]
    ) -> None:
        """Keep the result; a task whose search has failed is searched again."""
        if self._in_flight.get(task) is in_flight:
            del self._in_flight[task]
        logger.debug("search %x ended: %s", id(in_flight), _end_of(search))
        if not search.cancelled() and not search.exception():
            kept.result, kept.reports = search.result(), in_flight.reports

    async def close(self) -> None:
        """End all searches."""
        await self.pool.close()


class InFlight:
    """A search that several callers may wait for; it is canceled when the last of them leaves."""

    def __init__(self, run: Callable[[OnProgress], Awaitable[Result]]) -> None:
        self.reports: list[Progress] = []
        self._listeners: list[OnProgress] = []
        self.search = asyncio.ensure_future(run(self._report))

    @property
    def is_abandoned(self) -> bool:
        """Whether all callers have left before its end."""
        return self.search.cancelling() > 0

    async def wait(self, on_progress: OnProgress) -> Result:
        """The result; `on_progress` gets every report, from the first."""
        for progress in self.reports:
            on_progress(progress)
        self._listeners.append(on_progress)
        try:
            return await asyncio.shield(self.search)
        finally:
            self._listeners.remove(on_progress)
            if not self._listeners and not self.search.done():
                self.search.cancel()
                await asyncio.wait([self.search])  # its worker is free, or gone, from then on

    def _report(self, progress: Progress) -> None:
        self.reports.append(progress)
        for listener in self._listeners:
            listener(progress)


def _end_of(search: asyncio.Task[Result]) -> str:
    """How a search has ended, in words."""
    if search.cancelled():
        return "canceled"
    error = search.exception()
    return type(error).__name__ if error else "done"
