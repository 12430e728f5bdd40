"""Tasks, and a pool that runs them."""

import asyncio
from typing import Self

from prometheus_client import CollectorRegistry

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.count.game_tree import game_tree
from service.engine.tasks import AnalysisTask, GameTreeTask, Result, Task
from service.search_pool.metrics import SearchMetrics
from service.search_pool.pool import SearchPool

SHORT = AnalysisTask(read_position("...../...../...../.....", None, 4), 300_000)
LONG = AnalysisTask(read_position("/".join(["......."] * 7), None, 5), 20_000_000)
# Some tenths of a second in Python, with reports at the start, at 20,000 and at 40,000 nodes.
MIDDLE = AnalysisTask(read_position("." * 16, None, 4, misere=True), 50_000)
TREE = GameTreeTask(read_position("........."))
TREE_EVENTS = [game_tree(TREE.position)]
Events = list[Progress | Result]


class Pool(SearchPool):
    """A pool that is closed at the end of a block."""

    def __init__(self, workers: int = 1, max_waiting: int = 0, max_seconds: float = 60) -> None:
        self.registry = CollectorRegistry()
        super().__init__(workers, max_waiting, max_seconds, SearchMetrics(self.registry))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the pool."""
        await self.close()

    @property
    def deaths(self) -> float:
        """The number of workers that died during a search."""
        return self.registry.get_sample_value("noughts_worker_restarts_total") or 0

    async def collect(self, task: Task, client: str = "one") -> Events:
        """The reports of a task, and last its result."""
        events: Events = []
        result = await self.run(task, client, events.append)
        return [*events, result]

    async def start(self, task: Task, client: str = "one") -> asyncio.Task[Result]:
        """A task that a worker has begun to run."""
        begun = asyncio.Event()
        search = asyncio.ensure_future(self.run(task, client, lambda _: begun.set()))
        await begun.wait()
        return search

    async def wait(self, task: Task, client: str) -> asyncio.Task[Events]:
        """A task that waits for a worker."""
        search = asyncio.ensure_future(self.collect(task, client))
        while not self.waiting:  # noqa: ASYNC110  the pool has no event for it
            await asyncio.sleep(0)
        return search


async def cancel(search: asyncio.Task[Result] | asyncio.Task[Events]) -> None:
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)
