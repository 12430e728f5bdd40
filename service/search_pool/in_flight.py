"""Searches in flight, which equal tasks share, and the results that are kept in memory.

A task that takes a few milliseconds is run at once, in the event loop. Any other goes to a worker.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import lru_cache, partial
from time import perf_counter
from typing import Final, NamedTuple, cast

from service.engine.analysis import Analysis, Progress
from service.engine.tasks import AnalysisTask, Result, Task
from service.search_pool.pool import OnProgress, SearchPool
from service.search_pool.shares import Shares

MAX_INSTANTANEOUS: Final = 16_384  # results kept: enough for every position of 3x3

logger = logging.getLogger("noughts")


class Searches:
    """Answers tasks: from memory, at once, or by a worker."""

    def __init__(self, pool: SearchPool, max_waiting: int, max_kept: int) -> None:
        self.pool = pool
        self.max_callers = max_waiting
        self._callers = Shares(max_waiting, max(1, max_waiting // 8))
        self.hits = 0  # tasks that another worker's search has answered
        self.misses = 0  # tasks that took a worker
        self._max_kept = max_kept
        self._kept: OrderedDict[Task, Found] = OrderedDict()
        self._in_flight: dict[Task, InFlight] = {}
        self.at_once = lru_cache(MAX_INSTANTANEOUS)(self._run_at_once)

    @property
    def kept(self) -> int:
        """The number of results from workers that are in memory."""
        return len(self._kept)

    @property
    def callers(self) -> int:
        """The number of callers that wait for a result."""
        return self._callers.taken

    async def search(
        self, task: Task, client: str, on_progress: OnProgress = lambda _: None
    ) -> Result:
        """The result of a task; `on_progress` gets every report of its search, past ones too.

        Cancelling it ends the search, unless others wait for an equal task. Raises
        OverloadedError, ClosedError, SearchTimeoutError or WorkerDiedError.
        """
        if task.is_instantaneous:
            return self.run_at_once(task)
        found = self._kept.get(task)
        if found:
            self.hits += 1
            self._kept.move_to_end(task)
            for progress in found.reports:
                on_progress(progress)
            return found.result
        with self._callers.hold(client):
            return await self._in_flight_search(task, client).wait(on_progress)

    def run_at_once(self, task: Task) -> Result:
        """The result of a task that takes a few milliseconds.

        A search knows the sides as own and other only, so that positions which differ by an
        exchange of the marks share an analysis.
        """
        if not isinstance(task, AnalysisTask):
            return self.at_once(task)
        shared = AnalysisTask(task.position.with_x_to_move, task.max_nodes)
        return replace(cast("Analysis", self.at_once(shared)), position=task.position)

    def _in_flight_search(self, task: Task, client: str) -> "InFlight":
        """The search of this task that is in flight, else a new one."""
        in_flight = self._in_flight.get(task)
        if in_flight and not in_flight.is_abandoned:
            self.hits += 1
            logger.debug("search %x joined", id(in_flight))
            return in_flight
        in_flight = InFlight(partial(self.pool.run, task, client))
        logger.debug("search %x started", id(in_flight))
        in_flight.search.add_done_callback(partial(self._on_end, task, in_flight))
        self._in_flight[task] = in_flight
        return in_flight

    def _on_end(self, task: Task, in_flight: "InFlight", search: asyncio.Task[Result]) -> None:
        """Keep what has been found; a task whose search has failed is searched anew."""
        if self._in_flight.get(task) is in_flight:
            del self._in_flight[task]
        logger.debug("search %x ended: %s", id(in_flight), _end_of(search))
        if search.cancelled() or search.exception():
            return
        self.misses += 1
        if task.is_kept:
            self._kept[task] = Found(in_flight.reports, search.result())
        while len(self._kept) > self._max_kept:
            self._kept.popitem(last=False)

    def _run_at_once(self, task: Task) -> Result:
        started = perf_counter()
        result = task.run()
        self.pool.counts.note(task, result, perf_counter() - started)
        return result

    async def close(self) -> None:
        """End all searches."""
        await self.pool.close()


class Found(NamedTuple):
    """What a search has reported and found."""

    reports: list[Progress]
    result: Result


class InFlight:
    """A search that several callers may wait for; it is cancelled when the last of them leaves."""

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
        return "cancelled"
    error = search.exception()
    return type(error).__name__ if error else "done"
