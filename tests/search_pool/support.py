"""Tasks, and searches by workers."""

import asyncio
import os
import signal
from collections.abc import Callable, Container
from contextlib import AbstractAsyncContextManager
from typing import Any

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.game_tree import game_tree
from service.metrics import Metrics
from service.search_pool.searches import Searches
from service.settings import Settings
from service.tasks import AnalysisTask, AnyTask, GameTreeTask
from tests.live import children

SHORT = AnalysisTask(read_position("...../...../...../.....", None, 4), 300_000)
EMPTY = read_position("/".join(["......."] * 7), None, 5)
LONG = AnalysisTask(EMPTY, 20_000_000)
# Some tenths of a second in Python, with a report at the start and every 5,000 nodes.
MIDDLE = AnalysisTask(read_position("." * 16, None, 4, misere=True), 50_000)
TREE = GameTreeTask(read_position("........."))
TREE_EVENTS = [game_tree(TREE.position)]
Events = list[object]  # Reports, and then the result.


def long_tasks(number: int) -> list[AnyTask]:
    """Different tasks like LONG."""
    return [AnalysisTask(EMPTY, LONG.max_nodes - i) for i in range(number)]


class Pool(Searches, AbstractAsyncContextManager["Pool"]):
    """Searches, which are ended with their workers at the end of a block."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        self._others = children(os.getpid())
        settings = {"workers": 1, "max_waiting": 0, "search_timeout": 60.0, **settings}
        super().__init__(Settings.model_construct(**settings), Metrics())

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def count(self, name: str) -> float:
        """The value of a metric."""
        return self.metrics.registry.get_sample_value(f"noughts_{name}") or 0

    @property
    def deaths(self) -> float:
        """The number of workers that died during a search."""
        return self.count("worker_restarts_total")

    @property
    def processes(self) -> list[int]:
        """The ids of the workers."""
        return [child for child in children(os.getpid()) if child not in self._others]

    async def collect(
        self, task: AnyTask, client: str = "one", on_progress: Callable[[Events], object] = len
    ) -> Events:
        """The reports of a task, each of which is noted with those before it, and its result."""
        events: Events = []

        def report(progress: Progress) -> None:
            events.append(progress)
            on_progress(events)

        with self.result_of(task, client, report) as future:
            result = (await asyncio.shield(future)).result
        return [*events, result]

    async def collect_killing(self, task: AnyTask, numbers: Container[int]) -> Events:
        """The same; the worker is killed at the reports with these numbers."""

        def kill(events: Events) -> None:
            if len(events) in numbers:
                os.kill(self.processes[-1], signal.SIGKILL)

        return await self.collect(task, on_progress=kill)

    async def start(self, task: AnyTask, client: str = "one") -> asyncio.Task[Events]:
        """A task that a worker has begun to run."""
        begun = asyncio.Event()
        search = asyncio.ensure_future(self.collect(task, client, lambda _: begun.set()))
        beginning = asyncio.ensure_future(begun.wait())
        await asyncio.wait([search, beginning], return_when=asyncio.FIRST_COMPLETED)
        assert beginning.done(), search.exception()
        return search

    async def wait(self, task: AnyTask, client: str = "one") -> asyncio.Task[Events]:
        """A task that waits for a worker."""
        before = self.count("searches_waiting")
        search = asyncio.ensure_future(self.collect(task, client))
        while self.count("searches_waiting") == before:  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0)
        return search


async def cancel(*searches: asyncio.Task[Events]) -> None:
    """Cancel searches, and return when they have ended."""
    for search in searches:
        search.cancel()
    await asyncio.gather(*searches, return_exceptions=True)
