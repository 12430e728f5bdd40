"""Find the results of tasks: in memory, in the event loop, or with a worker.

Equal tasks share a search. A task that takes a few milliseconds runs in the event loop. A worker
runs any other task, unless replicas share results and the result of the task is among them. If the
worker dies, another worker runs the task again, at most twice.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

from ..engine.analysis import Progress
from ..engine.search.compiled.interface import using
from ..engine.steps import Step, run_steps
from ..metrics import Metrics
from ..quotas import ClientQuota
from ..settings import Settings
from ..tasks import AnyTask, ImageStep, R, Task
from .errors import SearchTimeoutError, WorkerDiedError
from .kept import KeptResults
from .scheduler import AnyResult, CachedResult, OnProgress, Report, Scheduler, Search
from .workers import ProcessWorker, ThreadWorker, Workers

if TYPE_CHECKING:
    from .shared import RedisResultCache

MAX_ATTEMPTS: Final = 3
MAX_TIMEOUTS: Final = 10  # Total time of a search without waiting, in multiples of its timeout.
MIN_SHARED_SECONDS: Final = 0.01  # A shorter search takes little longer than reading its result.

logger = logging.getLogger("noughts")


class Searches:
    """The searches of all requests, and the results in memory."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.settings = settings
        kind = ProcessWorker if settings.workers else ThreadWorker
        self.workers = Workers(partial(kind, settings.search), metrics.failures.inc)
        scheduler = self.scheduler = Scheduler(settings.workers, settings.max_waiting)
        self.shared: RedisResultCache | None = None
        if settings.cache_url:
            from . import shared  # noqa: PLC0415  redis is slow

            secret = settings.cache_secret.get_secret_value() if settings.cache_secret else ""
            store = shared.store_at(settings.cache_url.get_secret_value())
            self.shared = shared.RedisResultCache(store, secret.encode(), metrics)
        self._in_flight: dict[AnyTask, Search] = {}
        self.kept = KeptResults(settings.kept_answers)
        self._writing: set[asyncio.Task[None]] = set()  # Results, to the shared cache.
        self._callers = ClientQuota(settings.max_pending, max(1, settings.max_pending // 4))
        for name, text, read in (
            ("workers", "Number of regular workers.", lambda: settings.workers),
            ("searches_running", "Searches running in a worker.", lambda: len(scheduler.running)),
            ("max_waiting", "Maximum number of searches waiting.", lambda: settings.max_waiting),
            ("searches_waiting", "Searches waiting for a worker.", lambda: len(scheduler.waiting)),
            ("max_pending", "Maximum number of requests waiting.", lambda: settings.max_pending),
            ("requests_pending", "Requests waiting for a result.", lambda: self._callers.in_use),
            ("cache_answers", "Results in memory.", lambda: len(self.kept)),
        ):
            metrics.gauge(name, text).set_function(read)

    async def open(self) -> None:
        """Start the workers, for the first time or again after `close`."""
        await self.workers.open(self.settings.workers or 1)

    async def close(self) -> None:
        """End all searches and workers, and disconnect from the shared cache."""
        await self.workers.close()
        await asyncio.gather(*self._writing)
        if self.shared:
            await self.shared.close()

    def end(self, name: str) -> bool:
        """End a search as if it took too long; return whether there is one with this name."""
        found = [each for each in self.scheduler.all if each.name == name]
        for search in found:
            search.limit.reschedule(0)
            logger.info("search %s was ended by an operator", name)
        return bool(found)

    def _find(self, task: Task[R]) -> CachedResult[R] | None:
        """Return the task's result if it is in memory or instantaneous; raise EngineError."""
        if found := self.kept.get(task):
            self.metrics.hits.inc()
        elif task.is_instantaneous:
            found = CachedResult([], self._run_now(task))
            self.kept.add(task, found)
        return found

    def _run_now(self, task: Task[R]) -> R:
        """Run an instantaneous task in the event loop; findings about an image are kept."""
        started, is_known = perf_counter(), False

        def run(step: Step) -> object:
            nonlocal is_known
            if not isinstance(step, ImageStep):
                return step.run()
            found = self.kept.get(step.task)
            is_known = found is not None
            found = found or CachedResult([], step.task.run())
            self.kept.add(step.task, found)
            return found.result.image(step.back)

        with using(self.settings.search):
            result = run_steps(task.steps(), run)
        if is_known:
            self.metrics.hits.inc()
        else:
            self.metrics.note(task, result, perf_counter() - started)
        return result

    @contextmanager
    def result_of(
        self, task: Task[R], client: str, on_progress: OnProgress = lambda _: None
    ) -> Iterator[asyncio.Future[CachedResult[R]]]:
        """Yield a future for the result; the `with` block waits for it with `asyncio.wait`.

        A search shared by callers is canceled when the last of them leaves its block. `on_progress`
        gets every report, even those made earlier. Raise EngineError if an instantaneous task
        fails, or OverloadedError if too many callers wait. The future can raise EngineError,
        OverloadedError or SearchError.
        """
        if found := self._find(task):
            for progress in found.reports:
                on_progress(progress)
            future: asyncio.Future[CachedResult[R]] = asyncio.Future()
            future.set_result(found)
            yield future
            return
        with self._callers.acquire(client):
            search = self._in_flight.setdefault(task, Search(task))
            if not search.callers:  # It is new.
                search.future = asyncio.create_task(self._run(search))
                search.future.add_done_callback(partial(self._forget, search))
            caller = (client, on_progress)
            for progress in search.reports:
                on_progress(progress)
            search.callers.append(caller)
            self.scheduler.update()
            try:
                yield search.future
            finally:
                search.callers.remove(caller)
                if not search.callers:
                    self._forget(search, search.future)  # Remove it now, so that nobody joins it.
                    search.future.cancel()
                self.scheduler.update()

    def _forget(self, search: Search, future: asyncio.Task[AnyResult]) -> None:
        """Stop sharing a search; read its exception, which asyncio would otherwise log."""
        if self._in_flight.get(search.task) is search:
            del self._in_flight[search.task]
        if future.done() and not future.cancelled():
            future.exception()

    async def _run(self, search: Search) -> AnyResult:
        """Return the result from the shared cache or from a worker, and keep it in memory."""
        task = search.task
        for _ in range(2):  # This lets a client that has already disconnected cancel the search.
            await asyncio.sleep(0)
        found = await self._read(task)
        if found:
            for progress in found.reports:
                search.report(progress)
            self.kept.add(task, found)
        else:
            seconds, result = await self._search(search)
            if search.is_known:
                self.metrics.hits.inc()
            else:
                self.metrics.note(task, result, seconds)
            found = CachedResult(search.reports, result)
            self._keep(task, found, seconds)
        return found

    async def _read(self, task: Task[R]) -> CachedResult[R] | None:
        """Return the shared result of a task; None if there is none."""
        return await self.shared.read(task) if self.shared and task.is_shared else None

    def _keep(self, task: Task[R], found: CachedResult[R], seconds: float) -> None:
        """Keep the result of a search in memory, and share it; the callers do not wait for that."""
        self.kept.add(task, found)
        if self.shared and task.is_shared and seconds > MIN_SHARED_SECONDS:
            writing = asyncio.create_task(self.shared.write(task, found))
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)

    async def _search(self, search: Search) -> tuple[float, object]:
        """Run the steps of the task, each in its turn; return the seconds of all, and the result.

        Raise SearchTimeoutError if a step takes too long, or all of them do, or after `end`.
        """
        most, seconds, steps = self.settings.search_timeout, 0.0, search.task.steps()
        step = next(steps)
        try:
            async with search.limit, self.scheduler.slot(search):
                while True:
                    async with asyncio.timeout(min(most, MAX_TIMEOUTS * most - seconds)):
                        started, result = await self._run_step(search, step)
                    seconds += perf_counter() - started
                    try:
                        step = steps.send(result)
                    except StopIteration as end:
                        return seconds, end.value
                    await self.scheduler.give_way(search)
        except TimeoutError as error:
            raise SearchTimeoutError(search.nodes_reached) from error

    async def _run_step(self, search: Search, step: Step) -> tuple[float, object]:
        """Run a step, unless its result is known; return the time when it started, and the result.

        Results without reports are those of instantaneous tasks, which report nothing.
        """
        if not isinstance(step, ImageStep):
            return await self._attempt(step, search.report)
        task, back, started = step.task, step.back, perf_counter()
        found: AnyResult | None = self.kept.get(task)
        if not found or not found.reports:
            found = await self._read(task)
        if found:
            search.is_known = True
            for known in found.reports:
                search.report(known.image(back))
            self.kept.add(task, found)
        else:
            reports: list[Report] = []

            def report(progress: Progress) -> None:
                reports.append(progress)
                search.report(progress.image(back))

            started, result = await self._attempt(task, report)
            found = CachedResult(reports, result)
            self._keep(task, found, perf_counter() - started)
        return started, found.result.image(back)

    async def _attempt(self, step: Step, report: OnProgress) -> tuple[float, object]:
        """Run a step, and rerun it if the worker dies; return the last start time and result."""
        for _ in range(MAX_ATTEMPTS):
            async with self.workers.take() as worker:
                try:
                    return perf_counter(), await worker.run(step, report)
                except WorkerDiedError as error:
                    if self.workers.is_open:
                        self.metrics.deaths.inc()
                        logger.error("a search worker died: %s", error)  # noqa: TRY400  not ours
        raise WorkerDiedError
