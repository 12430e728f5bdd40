"""A pool of workers: results, limits, and tasks that fail."""

import asyncio
import errno

import pytest

from service.engine.board.notation import read_position
from service.engine.errors import TraceTooLarge
from service.engine.tasks import ReviewTask, Task, TraceTask
from service.engine.textbook.search import Question
from service.search_pool import pool as pool_module
from service.search_pool.pool import SearchTimeoutError
from service.search_pool.shares import OverloadedError
from tests.search_pool.support import (
    CLIENT,
    LONG,
    MIDDLE,
    SHORT,
    TREE,
    TREE_EVENTS,
    cancel,
    collect,
    deaths,
    expected,
    pool_of,
    start,
    wait_for_waiting,
)

pytestmark = pytest.mark.anyio

TOO_LONG = TraceTask(Question(read_position(".........")))


@pytest.mark.parametrize("task", [MIDDLE, TREE, SHORT], ids=lambda task: type(task).__name__)
async def test_worker_has_the_result_and_the_reports_of_the_engine(task: Task) -> None:
    async with pool_of() as pool:
        assert await collect(pool, task) == expected(task)


async def test_number_of_waiting_tasks_is_limited() -> None:
    async with pool_of(max_waiting=1) as pool:
        first = await start(pool, LONG)
        for _ in range(2):  # a task that is canceled gives up its place
            second = asyncio.ensure_future(collect(pool, TREE, "another"))
            await wait_for_waiting(pool)
            with pytest.raises(OverloadedError):
                await collect(pool, TREE, "a third")
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert pool.waiting == 0
        second = asyncio.ensure_future(collect(pool, TREE, "another"))
        await wait_for_waiting(pool)
        await cancel(first)
        assert await second == TREE_EVENTS
        assert pool.waiting == 0


async def test_task_that_takes_too_long_ends_with_its_worker() -> None:
    async with pool_of(max_seconds=0.2) as pool:
        with pytest.raises(SearchTimeoutError):
            await collect(pool, LONG)
        assert pool.running == deaths(pool) == 0


async def test_time_limit_of_a_review_applies_to_each_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed: list[float] = []

    def timeout(seconds: float) -> asyncio.Timeout:
        allowed.append(seconds)
        return asyncio.Timeout(None)

    async with pool_of(max_seconds=7) as pool:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", timeout)
            for task in (TREE, ReviewTask(SHORT.position, (0, 1, 2), 1_000)):
                await collect(pool, task)
    assert allowed == [7, 3 * 7]


async def test_worker_that_cannot_be_started_is_an_overload(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def unable(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async with pool_of() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(pool_module, "create_subprocess_exec", unable)
            with pytest.raises(OverloadedError):
                await collect(pool, TREE)
        assert await collect(pool, TREE) == TREE_EVENTS


async def test_error_of_the_engine_is_raised_and_the_worker_stays() -> None:
    async with pool_of() as pool:
        for _ in range(2):
            with pytest.raises(TraceTooLarge, match="Use the algorithm"):
                await pool.run(TOO_LONG, CLIENT, print)
        [worker] = pool._idle
        await pool.run(SHORT, CLIENT, print)
        assert pool._idle == [worker]
        assert deaths(pool) == 0
