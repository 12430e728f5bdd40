"""Workers that die are replaced, and those for which nobody waits are ended."""

import signal

import pytest

from service.engine.analysis import Progress
from service.engine.count.game_tree import game_tree
from service.search_pool import pool as pool_module
from service.search_pool.pool import (
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
    Events,
    cancel,
    collect,
    deaths,
    expected,
    pool_of,
    run,
    start,
)


def test_closing_a_search_ends_its_worker() -> None:
    async def work() -> None:
        pool = pool_of()
        search = await start(pool, LONG)
        [worker] = pool._busy
        await cancel(search)
        assert worker.process.returncode == -signal.SIGKILL
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_a_worker_that_dies_is_replaced_and_nothing_is_told_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOUGHTS_SEARCH", "python")  # slow enough to be killed between reports

    async def work() -> None:
        pool = pool_of()
        events: Events = []
        killed = 0

        def on_progress(progress: Progress) -> None:
            nonlocal killed
            events.append(progress)
            if killed < 2 and len(events) in (1, 3):
                [worker] = pool._busy
                worker.process.kill()
                killed += 1

        events.append(await pool.run(MIDDLE, CLIENT, on_progress))
        assert killed == 2
        assert events == expected(MIDDLE)
        await pool.close()

    run(work())


def test_an_idle_worker_that_died_is_replaced() -> None:
    async def work() -> None:
        pool = pool_of()
        await collect(pool, TREE)
        [worker] = pool._idle
        await worker.end()
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = 0
    start = Worker.start

    async def stillborn() -> Worker:
        nonlocal starts
        starts += 1
        worker = await start()
        worker.process.kill()
        return worker

    async def work() -> None:
        monkeypatch.setattr(Worker, "start", stillborn)
        pool = pool_of()
        with pytest.raises(WorkerDiedError):
            await collect(pool, TREE)
        assert starts == pool_module.MAX_ATTEMPTS
        monkeypatch.setattr(Worker, "start", start)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_closing_the_pool_ends_idle_and_busy_workers() -> None:
    async def work() -> None:
        pool = pool_of(workers=2)
        await collect(pool, TREE)
        idle = list(pool._idle)
        first, second = await start(pool, LONG), await start(pool, LONG, "another")
        workers = {*idle, *pool._busy}
        assert len(workers) == 2
        await pool.close()
        assert all(worker.process.returncode is not None for worker in workers)
        for search in (first, second, pool.run(TREE, CLIENT, print)):
            with pytest.raises(ClosedError):
                await search
        assert deaths(pool) == 0
        pool.open()
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_a_stopped_worker_keeps_nobody_for_ever() -> None:
    async def work() -> None:
        pool = pool_of(max_seconds=5)
        search = await start(pool, LONG)
        [worker] = pool._busy
        worker.process.send_signal(signal.SIGSTOP)
        with pytest.raises(SearchTimeoutError):
            await search
        assert worker.process.returncode == -signal.SIGKILL
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())
