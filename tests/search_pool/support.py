"""Tasks, and a pool that runs them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
CLIENT = "127.0.0.1"
Events = list[Progress | Result]


@asynccontextmanager
async def pool_of(
    workers: int = 1, max_waiting: int = 0, max_seconds: float = 60
) -> AsyncIterator[SearchPool]:
    """A pool, which is closed in the end."""
    pool = SearchPool(workers, max_waiting, max_seconds, SearchMetrics(CollectorRegistry()))
    try:
        yield pool
    finally:
        await pool.close()


def deaths(pool: SearchPool) -> float:
    """The number of workers that died during a search."""
    return pool._metrics.registry.get_sample_value("noughts_worker_restarts_total") or 0


async def collect(pool: SearchPool, task: Task, client: str = CLIENT) -> Events:
    """The reports of a task, and last its result."""
    events: Events = []
    result = await pool.run(task, client, events.append)
    return [*events, result]


async def start(pool: SearchPool, task: Task, client: str = CLIENT) -> asyncio.Task[Result]:
    """A task that a worker has begun to run."""
    begun = asyncio.Event()
    search = asyncio.ensure_future(pool.run(task, client, lambda _: begun.set()))
    await begun.wait()
    return search


async def wait_for_waiting(pool: SearchPool) -> None:
    """Return when a task waits for a worker."""
    while not pool.waiting:  # noqa: ASYNC110  the pool has no event for it
        await asyncio.sleep(0)


async def cancel(search: asyncio.Task[Result]) -> None:
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)


def expected(task: Task) -> Events:
    """The reports and the result of a task in this process."""
    events: Events = []
    result = task.run(events.append)
    return [*events, result]
