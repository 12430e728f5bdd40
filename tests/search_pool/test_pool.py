"""What a pool of workers finds, how many searches wait for it, and what it declines."""

import asyncio
import errno

import pytest

from service.engine.board.notation import read_position
from service.engine.count.game_tree import game_tree
from service.engine.errors import TraceTooLarge
from service.engine.tasks import ReviewTask, TraceTask
from service.engine.textbook.search import Question
from service.search_pool import pool as pool_module
from service.search_pool.pool import (
    SearchTimeoutError,
)
from service.search_pool.shares import OverloadedError
from tests.search_pool.support import (
    CLIENT,
    LONG,
    MIDDLE,
    SHORT,
    TREE,
    cancel,
    collect,
    deaths,
    expected,
    pool_of,
    run,
    start,
)

TOO_LONG = TraceTask(Question(read_position(".........")))


def test_a_worker_finds_what_the_engine_finds() -> None:
    async def work() -> None:
        pool = pool_of()
        assert await collect(pool, MIDDLE) == expected(MIDDLE)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        assert await collect(pool, SHORT) == expected(SHORT)
        await pool.close()

    run(work())


def test_places_are_bounded() -> None:
    async def work() -> None:
        pool = pool_of(max_waiting=1)
        first = await start(pool, LONG)
        second = asyncio.ensure_future(collect(pool, TREE, "another"))
        while not pool.waiting:  # noqa: ASYNC110  the pool has no event for it
            await asyncio.sleep(0)
        with pytest.raises(OverloadedError):
            await collect(pool, TREE, "a third")
        await cancel(first)
        assert await second == [game_tree(TREE.position)]
        assert pool.waiting == 0
        await pool.close()

    run(work())


def test_who_stops_waiting_gives_up_the_place() -> None:
    async def work() -> None:
        pool = pool_of(max_waiting=1)
        first = await start(pool, LONG)
        second = asyncio.ensure_future(pool.run(TREE, "another", print))
        while not pool.waiting:  # noqa: ASYNC110  the pool has no event for it
            await asyncio.sleep(0)
        await cancel(second)
        assert pool.waiting == 0
        await cancel(first)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_a_task_that_takes_too_long_ends_with_its_worker() -> None:
    async def work() -> None:
        pool = pool_of(max_seconds=0.2)
        with pytest.raises(SearchTimeoutError):
            await collect(pool, LONG)
        assert pool.running == deaths(pool) == 0
        await pool.close()

    run(work())


def test_a_review_has_the_seconds_of_a_search_for_each_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed: list[float] = []

    def timeout(seconds: float) -> asyncio.Timeout:
        allowed.append(seconds)
        return asyncio.Timeout(None)

    async def work() -> None:
        pool = pool_of(max_seconds=7)
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", timeout)
            for task in (TREE, ReviewTask(SHORT.position, (0, 1, 2), 1_000)):
                await collect(pool, task)
        await pool.close()

    run(work())
    assert allowed == [7, 3 * 7]


def test_a_worker_that_cannot_be_started_is_an_overload(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unable(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async def work() -> None:
        pool = pool_of()
        with monkeypatch.context() as patched:
            patched.setattr(pool_module, "create_subprocess_exec", unable)
            with pytest.raises(OverloadedError):
                await collect(pool, TREE)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_what_the_engine_declines_is_raised_and_its_worker_goes_on() -> None:
    async def decline_twice() -> None:
        pool = pool_of()
        for _ in range(2):
            with pytest.raises(TraceTooLarge, match="The search lists more than"):
                await pool.run(TOO_LONG, CLIENT, lambda _: None)
        [worker] = pool._idle
        process = worker.process
        await pool.run(SHORT, CLIENT, lambda _: None)
        assert pool._idle[0].process is process
        assert deaths(pool) == 0
        await pool.close()

    run(decline_twice())
