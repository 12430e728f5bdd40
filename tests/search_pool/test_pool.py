"""Search workers: bounded, replaced when they die, ended when nobody waits."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine
from typing import Any

import pytest
import uvloop

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.count.game_tree import game_tree
from service.engine.errors import TraceTooLarge
from service.engine.search.analyze import analyze_uncached
from service.engine.tasks import AnalysisTask, GameTreeTask, Result, ReviewTask, Task, TraceTask
from service.engine.textbook.search import Question
from service.search_pool import pool as pool_module
from service.search_pool.pool import (
    ClosedError,
    SearchPool,
    SearchTimeoutError,
    Worker,
    WorkerDiedError,
)
from service.search_pool.shares import OverloadedError
from service.search_pool.worker import pack
from tests.live import ROOT

SHORT = AnalysisTask(read_position("...../...../...../.....", None, 4), 300_000)
LONG = AnalysisTask(read_position("/".join(["......."] * 7), None, 5), 20_000_000)
# Some tenths of a second in Python, with reports at the start, at 20,000 and at 40,000 nodes.
MIDDLE = AnalysisTask(read_position("." * 16, None, 4, misere=True), 50_000)
TREE = GameTreeTask(read_position("........."))

CLIENT = "127.0.0.1"
TOO_LONG = TraceTask(Question(read_position(".........")))

Events = list[Progress | Result]


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine in the server's kind of loop; nothing takes longer than a minute."""

    async def within() -> None:
        async with asyncio.timeout(60):
            await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(within())


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
    analysis = analyze_uncached(task.position, task.max_nodes, reports.append)
    return [*reports, analysis]


def test_a_worker_finds_what_the_engine_finds() -> None:
    async def work() -> None:
        pool = SearchPool(1, 0, 60)
        assert await collect(pool, MIDDLE) == expected(MIDDLE)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        assert await collect(pool, SHORT) == expected(SHORT)
        await pool.close()

    run(work())


def test_places_are_bounded() -> None:
    async def work() -> None:
        pool = SearchPool(1, 1, 60)
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
        pool = SearchPool(1, 1, 60)
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


def test_closing_a_search_ends_its_worker() -> None:
    async def work() -> None:
        pool = SearchPool(1, 0, 60)
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
        pool = SearchPool(1, 0, 60)
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
        pool = SearchPool(1, 0, 60)
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
        pool = SearchPool(1, 0, 60)
        with pytest.raises(WorkerDiedError):
            await collect(pool, TREE)
        assert starts == pool_module.MAX_ATTEMPTS
        monkeypatch.setattr(Worker, "start", start)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_closing_the_pool_ends_idle_and_busy_workers() -> None:
    async def work() -> None:
        pool = SearchPool(2, 0, 60)
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
        assert pool.deaths == 0
        pool.open()
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def start_worker() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "service.search_pool.worker"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_worker_ends_with_its_input() -> None:
    worker = start_worker()
    _, complaints = worker.communicate(timeout=30)
    assert (worker.returncode, complaints) == (0, b"")


def test_a_worker_ends_in_mid_search_when_its_server_is_gone() -> None:
    worker = start_worker()
    assert worker.stdin
    assert worker.stdout
    assert worker.stderr
    worker.stdin.write(pack(LONG))
    worker.stdin.flush()
    worker.stdout.close()
    assert worker.wait(timeout=30) == 0
    assert worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


def test_an_interrupt_from_the_keyboard_is_left_to_the_server() -> None:
    worker = start_worker()
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(pack(TREE))
    worker.stdin.flush()
    assert worker.stdout.read(4)  # it is up, and has set its signals
    os.kill(worker.pid, signal.SIGINT)
    _, complaints = worker.communicate(timeout=30)
    assert (worker.returncode, complaints) == (0, b"")


def test_a_task_that_takes_too_long_ends_with_its_worker() -> None:
    async def work() -> None:
        pool = SearchPool(1, 0, 0.2)
        with pytest.raises(SearchTimeoutError):
            await collect(pool, LONG)
        assert pool.running == pool.deaths == 0
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
        pool = SearchPool(1, 0, 7)
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", timeout)
            for task in (TREE, ReviewTask(SHORT.position, (0, 1, 2), 1_000)):
                await collect(pool, task)
        await pool.close()

    run(work())
    assert allowed == [7, 3 * 7]


def test_a_stopped_worker_keeps_nobody_for_ever() -> None:
    async def work() -> None:
        pool = SearchPool(1, 0, 5)
        search = await start(pool, LONG)
        [worker] = pool._busy
        worker.process.send_signal(signal.SIGSTOP)
        with pytest.raises(SearchTimeoutError):
            await search
        assert worker.process.returncode == -signal.SIGKILL
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_a_worker_that_cannot_be_started_is_an_overload(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unable(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async def work() -> None:
        pool = SearchPool(1, 0, 60)
        with monkeypatch.context() as patched:
            patched.setattr(pool_module, "create_subprocess_exec", unable)
            with pytest.raises(OverloadedError):
                await collect(pool, TREE)
        assert await collect(pool, TREE) == [game_tree(TREE.position)]
        await pool.close()

    run(work())


def test_what_the_engine_declines_is_raised_and_its_worker_goes_on() -> None:
    async def decline_twice() -> None:
        pool = SearchPool(1, 0, 60)
        for _ in range(2):
            with pytest.raises(TraceTooLarge, match="What fits here"):
                await pool.run(TOO_LONG, CLIENT, lambda _: None)
        [worker] = pool._idle
        process = worker.process
        await pool.run(SHORT, CLIENT, lambda _: None)
        assert pool._idle[0].process is process
        assert pool.deaths == 0
        await pool.close()

    run(decline_twice())
