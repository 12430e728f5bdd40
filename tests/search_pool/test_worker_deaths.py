"""Workers that die are replaced, and those that nobody waits for are ended."""

import asyncio
import signal

import pytest

from service.engine.analysis import Progress
from service.search_pool.pool import (
    MAX_ATTEMPTS,
    ClosedError,
    SearchTimeoutError,
    Worker,
    WorkerDiedError,
)
from tests.search_pool.support import (
    CLIENT,
    LONG,
    MIDDLE,
    TREE,
    TREE_EVENTS,
    Events,
    cancel,
    collect,
    deaths,
    expected,
    pool_of,
    start,
)

pytestmark = pytest.mark.anyio


async def test_canceled_search_ends_its_worker() -> None:
    async with pool_of() as pool:
        search = await start(pool, LONG)
        [worker] = pool._busy
        await cancel(search)
        assert worker.process.returncode == -signal.SIGKILL
        assert await collect(pool, TREE) == TREE_EVENTS


async def test_dead_worker_is_replaced_and_no_report_is_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOUGHTS_SEARCH", "python")  # slow enough to be killed between reports
    events: Events = []
    async with pool_of() as pool:

        def on_progress(progress: Progress) -> None:
            events.append(progress)
            if deaths(pool) < 2 and len(events) in (1, 3):
                [worker] = pool._busy
                worker.process.kill()

        events.append(await pool.run(MIDDLE, CLIENT, on_progress))
        assert deaths(pool) == 2
    assert events == expected(MIDDLE)


async def test_dead_idle_worker_is_replaced() -> None:
    async with pool_of() as pool:
        await collect(pool, TREE)
        [worker] = pool._idle
        await worker.end()
        assert await collect(pool, TREE) == TREE_EVENTS


async def test_task_fails_if_all_its_workers_die(monkeypatch: pytest.MonkeyPatch) -> None:
    start_worker = Worker.start

    async def stillborn() -> Worker:
        worker = await start_worker()
        worker.process.kill()
        return worker

    async with pool_of() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(Worker, "start", stillborn)
            with pytest.raises(WorkerDiedError):
                await collect(pool, TREE)
        assert deaths(pool) == MAX_ATTEMPTS
        assert await collect(pool, TREE) == TREE_EVENTS


async def test_closed_pool_has_no_workers_and_can_be_opened_again() -> None:
    async with pool_of(workers=2) as pool:
        await collect(pool, TREE)
        idle = list(pool._idle)
        searches = [await start(pool, LONG, client) for client in ("one", "another")]
        workers = {*idle, *pool._busy}
        assert len(workers) == 2
        await pool.close()
        assert all(worker.process.returncode is not None for worker in workers)
        for search in (*searches, asyncio.ensure_future(pool.run(TREE, CLIENT, print))):
            with pytest.raises(ClosedError):
                await search
        assert deaths(pool) == 0
        pool.open()
        assert await collect(pool, TREE) == TREE_EVENTS


async def test_stopped_worker_is_ended_at_the_time_limit() -> None:
    async with pool_of(max_seconds=5) as pool:
        search = await start(pool, LONG)
        [worker] = pool._busy
        worker.process.send_signal(signal.SIGSTOP)
        with pytest.raises(SearchTimeoutError):
            await search
        assert worker.process.returncode == -signal.SIGKILL
        assert await collect(pool, TREE) == TREE_EVENTS
