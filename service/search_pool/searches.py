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

from ..engine.search.compiled.interface import using
from ..engine.steps import Step, run_steps
from ..metrics import Metrics
from ..quotas import ClientQuota
from ..settings import Settings
from ..tasks import AnyTask, R, Task
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
        """Run an instantaneous task in the event loop."""
        started, is_known = perf_counter(), False

        def run(step: Step) -> object:
            nonlocal is_known
            found = self.kept.get(step) if step.is_kept else None
            is_known |= found is not None
            found = found or CachedResult([], step.run())
            self.kept.add(step, found)
            return found.result

        with using(self.settings.search):
            result = run_steps(task.steps(), run)
        self._note(task, result, perf_counter() - started, is_known=is_known)
        return result

    def _note(self, task: Task[R], result: R, seconds: float, *, is_known: bool) -> None:
        """Count a search, or a hit if its findings were known, so that little was searched."""
        if is_known:
            self.metrics.hits.inc()
        else:
            self.metrics.note(task, result, seconds)

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
        """Return the result that replicas share or, from a worker, and keep it in memory."""
        task = search.task
        for _ in range(2):  # This lets a client that has already disconnected cancel the search.
            await asyncio.sleep(0)
        if found := await self._known(task, search.report):
            return found
        seconds, result = await self._search(search)
        self._note(task, result, seconds, is_known=search.is_known)
        return self._keep(task, CachedResult(search.reports, result), seconds)

    async def _known(self, step: Step, report: OnProgress) -> AnyResult | None:
        """Return a result that is kept or shared, after its reports; None if there is none.

        Results without reports are those of instantaneous tasks, which report nothing.
        """
        found = self.kept.get(step)
        if not found or not found.reports:
            found = await self.shared.read(step) if self.shared and step.is_shared else None
        if found:
            for progress in found.reports:
                report(progress)
            self.kept.add(step, found)
        return found

    def _keep(self, step: Step, found: AnyResult, seconds: float) -> AnyResult:
        """Keep a result in memory, and share it; the callers do not wait for that."""
        self.kept.add(step, found)
        if self.shared and step.is_shared and seconds > MIN_SHARED_SECONDS:
            writing = asyncio.create_task(self.shared.write(step, found))
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)
        return found

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

        It is not known if the step is the whole task: `_run` has looked for that.
        """
        if step is search.task or not step.is_kept:
            return await self._attempt(step, search.report)

        reports: list[Report] = []

        def report(progress: Report) -> None:
            reports.append(progress)
            search.report(search.task.image(progress))

        started = perf_counter()
        found = await self._known(step, report)
        search.is_known = found is not None
        if not found:
            started, result = await self._attempt(step, report)
            found = self._keep(step, CachedResult(reports, result), perf_counter() - started)
        return started, found.result

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
