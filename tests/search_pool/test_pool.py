"""A pool of workers: results, limits, tasks that fail, and workers that die."""

import asyncio
import errno
import signal

import pytest

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.errors import TraceTooLarge
from service.engine.tasks import ReviewTask, Task, TraceTask
from service.engine.textbook.search import Question
from service.search_pool import pool as pool_module
from service.search_pool.pool import ClosedError, SearchTimeoutError, Worker, WorkerDiedError
from service.search_pool.shares import OverloadedError
from tests.search_pool.support import LONG, MIDDLE, SHORT, TREE, TREE_EVENTS, Events, Pool, cancel

pytestmark = pytest.mark.anyio


def events_here(task: Task) -> Events:
    """The reports and the result of a task in this process."""
    events: Events = []
    result = task.run(events.append)
    return [*events, result]


@pytest.mark.parametrize("task", [MIDDLE, TREE, SHORT], ids=["middle", "tree", "short"])
async def test_worker_has_the_reports_and_the_result_of_the_engine(task: Task) -> None:
    async with Pool() as pool:
        assert await pool.collect(task) == events_here(task)


async def test_number_of_waiting_tasks_is_limited() -> None:
    async with Pool(max_waiting=1) as pool:
        first = await pool.start(LONG)
        canceled = await pool.wait(TREE, "another")
        with pytest.raises(OverloadedError):
            await pool.collect(TREE, "a third")
        await cancel(canceled)
        assert pool.waiting == 0
        second = await pool.wait(TREE, "another")
        await cancel(first)
        assert await second == TREE_EVENTS
        assert pool.waiting == 0


async def test_task_that_takes_too_long_ends_with_its_worker() -> None:
    async with Pool(max_seconds=0.2) as pool:
        with pytest.raises(SearchTimeoutError):
            await pool.collect(LONG)
        assert pool.running == pool.deaths == 0


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


async def test_worker_that_cannot_be_started_is_an_overload(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def unable(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async with Pool() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(pool_module, "create_subprocess_exec", unable)
            with pytest.raises(OverloadedError):
                await pool.collect(TREE)
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_error_of_the_engine_is_raised_and_the_worker_stays() -> None:
    async with Pool() as pool:
        for _ in range(2):
            with pytest.raises(TraceTooLarge, match="more than 6000 nodes"):
                await pool.collect(TraceTask(Question(read_position("........."))))
        [worker] = pool._idle
        await pool.collect(SHORT)
        assert pool._idle == [worker]
        assert pool.deaths == 0


async def test_canceled_search_ends_its_worker() -> None:
    async with Pool() as pool:
        search = await pool.start(LONG)
        [worker] = pool._busy
        await cancel(search)
        assert worker.process.returncode == -signal.SIGKILL
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
                [worker] = pool._busy
                worker.process.kill()

        events.append(await pool.run(MIDDLE, "one", on_progress))
        assert pool.deaths == 2
    assert events == events_here(MIDDLE)


async def test_dead_idle_worker_is_replaced() -> None:
    async with Pool() as pool:
        await pool.collect(TREE)
        [worker] = pool._idle
        await worker.end()
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_task_fails_if_all_its_workers_die(monkeypatch: pytest.MonkeyPatch) -> None:
    start_worker = Worker.start

    async def stillborn() -> Worker:
        worker = await start_worker()
        worker.process.kill()
        return worker

    async with Pool() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(Worker, "start", stillborn)
            with pytest.raises(WorkerDiedError):
                await pool.collect(TREE)
        assert pool.deaths == pool_module.MAX_ATTEMPTS
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_closed_pool_has_no_workers_and_can_be_opened_again() -> None:
    async with Pool(workers=2) as pool:
        await pool.collect(TREE)
        idle = list(pool._idle)
        searches = [await pool.start(LONG, client) for client in ("one", "another")]
        workers = {*idle, *pool._busy}
        assert len(workers) == 2
        await pool.close()
        assert all(worker.process.returncode is not None for worker in workers)
        for search in (*searches, pool.run(TREE, "one", print)):
            with pytest.raises(ClosedError):
                await search
        assert pool.deaths == 0
        pool.open()
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_stopped_worker_is_ended_at_the_time_limit() -> None:
    async with Pool(max_seconds=5) as pool:
        search = await pool.start(LONG)
        [worker] = pool._busy
        worker.process.send_signal(signal.SIGSTOP)
        with pytest.raises(SearchTimeoutError):
            await search
        assert worker.process.returncode == -signal.SIGKILL
        assert await pool.collect(TREE) == TREE_EVENTS
