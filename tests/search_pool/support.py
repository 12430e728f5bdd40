"""Tasks for a pool, and a pool that runs them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import uvloop
from prometheus_client import CollectorRegistry

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.explain.hints import explained
from service.engine.search.analyze import analyze
from service.engine.tasks import AnalysisTask, GameTreeTask, Result, Task
from service.search_pool.metrics import SearchMetrics
from service.search_pool.pool import SearchPool

SHORT = AnalysisTask(read_position("...../...../...../.....", None, 4), 300_000)
LONG = AnalysisTask(read_position("/".join(["......."] * 7), None, 5), 20_000_000)


# Some tenths of a second in Python, with reports at the start, at 20,000 and at 40,000 nodes.
MIDDLE = AnalysisTask(read_position("." * 16, None, 4, misere=True), 50_000)
TREE = GameTreeTask(read_position("........."))
CLIENT = "127.0.0.1"
Events = list[Progress | Result]


def pool_of(workers: int = 1, max_waiting: int = 0, max_seconds: float = 60) -> SearchPool:
    """A pool with its own metrics."""
    return SearchPool(workers, max_waiting, max_seconds, SearchMetrics(CollectorRegistry()))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine in the server's kind of loop; nothing takes longer than a minute."""

    async def within() -> None:
        async with asyncio.timeout(60):
            await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(within())


def deaths(pool: SearchPool) -> float | None:
    """The number of workers that died during a search."""
    return pool._metrics.registry.get_sample_value("noughts_worker_restarts_total")


async def collect(pool: SearchPool, task: Task, client: str = CLIENT) -> Events:
    """The reports of a task and last its result."""
    events: Events = []
    result = await pool.run(task, client, events.append)
    return [*events, result]


async def start(pool: SearchPool, task: Task, client: str = CLIENT) -> asyncio.Task[Result]:
    """A task that a worker has begun to run."""
    begun = asyncio.Event()
    search = asyncio.ensure_future(pool.run(task, client, lambda _: begun.set()))
    await begun.wait()
    return search


async def cancel(search: asyncio.Task[Result]) -> None:
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)


def expected(task: AnalysisTask) -> Events:
    reports: Events = []
    analysis = explained(analyze(task.position, task.max_nodes, reports.append))
    return [*reports, analysis]
