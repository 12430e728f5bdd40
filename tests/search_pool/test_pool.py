"""Searches by workers: results, limits, tasks that fail, and processes that die."""

import asyncio
import os
import signal

import pytest

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.errors import TraceTooLarge
from service.engine.tasks import ReviewTask, Task, TraceTask
from service.engine.textbook.search import Question
from service.search_pool.workers import ClosedError
from service.shares import OverloadedError
from tests.search_pool.support import (
    LONG,
    MIDDLE,
    SHORT,
    TREE,
    TREE_EVENTS,
    Events,
    Pool,
    cancel,
    gone,
    long_tasks,
)

pytestmark = pytest.mark.anyio


def events_here(task: Task) -> Events:
    """The reports and the result of a task in this process."""
    events: Events = []
    result = task.run(events.append)
    return [*events, result]


async def test_worker_has_the_reports_and_the_result_of_the_engine() -> None:
    async with Pool() as pool:
        for task in (MIDDLE, TREE, SHORT):
            assert await pool.collect(task) == events_here(task)


async def test_number_of_waiting_searches_is_limited() -> None:
    async with Pool(max_waiting=1) as pool:
        first = await pool.start(LONG)
        canceled = await pool.wait(TREE, "another")
        with pytest.raises(OverloadedError):
            await pool.collect(SHORT, "a third")
        await cancel(canceled)
        second = await pool.wait(TREE, "another")
        await cancel(first)
        assert await second == TREE_EVENTS
        assert pool.count("searches_waiting") == 0


@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGSTOP])
async def test_running_or_stopped_worker_is_ended_at_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    limit = asyncio.Timeout(None)
    async with Pool() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", lambda _: limit)
            search = await pool.start(LONG)
        [worker] = pool.processes
        os.kill(worker, number)
        limit.reschedule(0)
        with pytest.raises(TimeoutError):
            await search
        await gone(worker)
        assert await pool.collect(TREE) == TREE_EVENTS
        assert pool.deaths == 0


async def test_time_limit_of_a_review_applies_to_each_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed: list[float] = []

    def timeout(seconds: float) -> asyncio.Timeout:
        allowed.append(seconds)
        return asyncio.Timeout(None)

    async with Pool(max_seconds=7) as pool:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", timeout)
            for task in (TREE, ReviewTask(SHORT.position, (0, 1, 2), 1_000)):
                await pool.collect(task)
    assert allowed == [7, 3 * 7]


async def test_error_of_the_engine_is_raised_and_the_worker_stays() -> None:
    async with Pool() as pool:
        await pool.collect(TREE)
        worker = pool.processes
        for _ in range(2):
            with pytest.raises(TraceTooLarge, match="more than 6000 nodes"):
                await pool.collect(TraceTask(Question(read_position("........."))))
        await pool.collect(SHORT)
        assert pool.processes == worker
        assert pool.deaths == 0


async def test_canceled_search_ends_its_worker() -> None:
    async with Pool() as pool:
        search = await pool.start(LONG)
        [worker] = pool.processes
        await cancel(search)
        await gone(worker)
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_dead_worker_is_replaced_and_no_report_is_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOUGHTS_SEARCH", "python")  # slow enough to be killed between reports
    events: Events = []
    async with Pool() as pool:

        def on_progress(progress: Progress) -> None:
            events.append(progress)
            if pool.deaths < 2 and len(events) in (1, 3):
                [worker] = pool.processes
                os.kill(worker, signal.SIGKILL)

        events.append(await pool.search(MIDDLE, "one", on_progress))
        assert pool.deaths == 2
    assert events == events_here(MIDDLE)


async def test_dead_idle_workers_are_replaced() -> None:
    async with Pool(workers=4) as pool:
        pool.workers.open(4)
        while len(pool.processes) < 4:  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0.01)
        for worker in pool.processes:
            os.kill(worker, signal.SIGKILL)
        assert await pool.collect(MIDDLE) == events_here(MIDDLE)


async def test_closed_pool_has_no_processes_and_can_be_opened_again() -> None:
    async with Pool(workers=3) as pool:
        pool.workers.open(3)
        searches = [await pool.start(task) for task in long_tasks(2)]
        processes = [pool.fork_server, *pool.processes]
        assert len(processes) == 4
        await pool.close()
        await gone(*processes)
        for search in (*searches, pool.collect(TREE)):
            with pytest.raises(ClosedError):
                await search
        assert pool.deaths == 0
        pool.workers.open(1)
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_killed_fork_server_is_replaced() -> None:
    async with Pool(workers=2) as pool:
        pool.workers.open(2)
        search = await pool.start(LONG)
        old, orphans = pool.fork_server, pool.processes
        assert len(orphans) == 2
        os.kill(old, signal.SIGKILL)
        assert await pool.collect(TREE, "another") == TREE_EVENTS  # by a worker that lives on
        await cancel(search)
        searches = [await pool.start(task) for task in long_tasks(2)]
        assert pool.fork_server != old
        await cancel(*searches)
    await gone(*orphans)


async def test_workers_ignore_the_signals_that_stop_the_server() -> None:
    async with Pool() as pool:
        search = await pool.start(MIDDLE)
        for process in (pool.fork_server, *pool.processes):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(process, number)
        assert await search == events_here(MIDDLE)
        assert pool.deaths == 0
