"""Searches: run at once or by a worker, shared by equal tasks, and kept in memory.

A task that takes a few milliseconds runs at once, in the event loop. Any other goes to a worker,
unless replicas share results and one of them has it. If the worker dies, another one runs the task
again, at most twice.
"""

import asyncio
import logging
from contextlib import suppress
from functools import lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

from service.engine.tasks import Result, Task
from service.metrics import Metrics
from service.search_pool.scheduler import OnProgress, Scheduler, Search
from service.search_pool.workers import Workers
from service.settings import Settings
from service.shares import Shares

if TYPE_CHECKING:
    from service.search_pool.shared import SharedResults

MAX_ATTEMPTS: Final = 3
MIN_SHARED_SECONDS: Final = 0.01  # a shorter search costs little more than reading its result

logger = logging.getLogger("noughts")


class WorkerDiedError(Exception):
    """A worker died in the middle of a search, at each of its attempts."""


class Searches:
    """Solves tasks: from memory, at once, or by a worker."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.workers = Workers()
        self.scheduler = Scheduler(settings.workers)
        self._max_seconds = settings.search_timeout
        places = settings.workers + settings.max_waiting
        self._places = Shares(places, places)
        # The other connections are for requests that do not wait for a search.
        callers = min(settings.max_pending, max(1, settings.max_connections // 2))
        self._callers = Shares(callers, max(1, callers // 8))
        # An entry is made empty and filled later, because a worker's result comes from elsewhere.
        self.kept = lru_cache(maxsize=settings.kept_answers)(Search)
        self._in_flight: dict[Task, Search] = {}
        self.shared = _shared_results(settings, metrics)
        running, waiting = self.scheduler.running, self.scheduler.waiting
        for name, text, read in (
            ("workers", "Maximum number of workers.", lambda: settings.workers),
            ("searches_running", "Searches running in a worker.", lambda: len(running)),
            ("max_waiting", "Maximum number of searches waiting.", lambda: settings.max_waiting),
            ("searches_waiting", "Searches waiting for a worker.", lambda: len(waiting)),
            ("max_pending", "Maximum number of requests waiting.", lambda: callers),
            ("requests_pending", "Requests waiting for a search.", lambda: self._callers.taken),
            ("cache_answers", "Results in memory.", lambda: self.kept.cache_info().currsize),
        ):
            metrics.gauge(name, text, read)

    async def open(self, workers: int) -> None:
        """Allow searches, also after `close`, start workers, and connect to the shared results."""
        self.workers.open(workers)
        if self.shared:
            await self.shared.open()

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

        Cancelling it ends the search, unless others wait for an equal task. Raises an EngineError,
        OverloadedError, ClosedError, TimeoutError or WorkerDiedError.
        """
        if task.is_instantaneous:
            return self.run_at_once(task)
        kept = self.kept(task) if task.is_kept else Search(task)
        if kept.result is not None:
            self.metrics.hits.inc()
            for progress in kept.reports:
                on_progress(progress)
            return kept.result
        with self._callers.hold(client):
            search = self._in_flight.get(task)
            if search and search.callers:
                self.metrics.hits.inc()
                logger.debug("search %x joined", id(search))
            else:
                search = self._in_flight[task] = Search(task)
                search.run = asyncio.create_task(self._run(search, client))
                search.run.add_done_callback(partial(self._on_end, search, kept))
                logger.debug("search %x started", id(search))
            return await self._wait(search, (client, on_progress))

    async def _wait(self, search: Search, caller: tuple[str, OnProgress]) -> Result:
        """The result of a search, which is canceled when the last caller leaves."""
        for progress in search.reports:
            caller[1](progress)
        search.callers.append(caller)
        self.scheduler.update()
        try:
            return await asyncio.shield(search.run)
        finally:
            search.callers.remove(caller)
            self.scheduler.update()
            if not search.callers:
                search.run.cancel()
                await asyncio.wait([search.run])  # its worker is free, or gone, from then on

    def _on_end(self, search: Search, kept: Search, run: asyncio.Task[Result]) -> None:
        """Keep the result; a task whose search has failed is searched again."""
        if self._in_flight.get(search.task) is search:
            del self._in_flight[search.task]
        if run.cancelled():
            ending = "canceled"
        elif error := run.exception():
            ending = type(error).__name__
        else:
            ending = "done"
            kept.result, kept.reports = run.result(), search.reports
        logger.debug("search %x ended: %s", id(search), ending)

    async def _run(self, search: Search, client: str) -> Result:
        """The result that replicas share, or that of a worker."""
        shared, task = self.shared, search.task
        if shared and (found := await shared.read(task)):
            for progress in found.reports:
                search.report(progress)
            return found.result
        result, seconds = await self._run_in_worker(search, client)
        if shared and seconds > MIN_SHARED_SECONDS:
            await shared.write(task, search.reports, result)
        return result

    async def _run_in_worker(self, search: Search, client: str) -> tuple[Result, float]:
        """The result from the first worker that neither dies nor is stopped, and its seconds."""
        deaths = 0
        with self._places.hold(client):
            while deaths < MAX_ATTEMPTS:
                async with self.scheduler.turn(search), self.workers.take() as worker:
                    search.stop = worker.kill
                    self.scheduler.update()  # it may have to stop already
                    started = perf_counter()
                    with suppress(EOFError, ConnectionError):
                        async with asyncio.timeout(self._max_seconds * search.task.searches):
                            result = await worker.run(search)
                        seconds = perf_counter() - started
                        self.metrics.note(search.task, result, seconds)
                        return result, seconds
                    if not worker.is_killed:
                        deaths += 1
                        self.metrics.deaths.inc()
                        words = worker.last_words() or "killed by a signal"
                        logger.error("a search worker died: %s", words)
        raise WorkerDiedError

    async def close(self) -> None:
        """End all searches."""
        for search in self.scheduler.running:
            search.stop()
        await self.workers.close()
        if self.shared:
            await self.shared.close()


def _shared_results(settings: Settings, metrics: Metrics) -> "SharedResults | None":
    """The results that replicas share, if the operator has set a store."""
    if settings.cache_url is None:
        return None
    from service.search_pool.shared import SharedResults  # noqa: PLC0415  redis takes a while

    secret = settings.cache_secret.get_secret_value() if settings.cache_secret else ""
    return SharedResults.at(settings.cache_url.get_secret_value(), secret, metrics)
