"""Searches by workers: results, limits, tasks that fail, and processes that die."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.errors import EngineError
from service.engine.review import ReviewProgress
from service.engine.search.compiled.interface import SearchName, using
from service.engine.textbook.search import Algorithm, Valuation
from service.quotas import OverloadedError
from service.search_pool import searches, workers
from service.search_pool.errors import NotReadyError, SearchTimeoutError, WorkerDiedError
from service.search_pool.scheduler import MAX_REPORTS, Search
from service.search_pool.workers import ProcessWorker
from service.tasks import AnyTask, ExamTask, GameTreeTask, ReviewTask, TraceTask
from tests.live import gone
from tests.parameters import in_full
from tests.search_pool.support import (
    LONG,
    MIDDLE,
    SHORT,
    TREE,
    TREE_EVENTS,
    Events,
    Pool,
    cancel,
    long_tasks,
)

pytestmark = pytest.mark.anyio

PATIENCE = 60.0  # seconds
EMPTY_TRACE = TraceTask(TREE.position, Algorithm.ALPHA_BETA, Valuation.OUTCOME, None)
MIDDLE_TREE = GameTreeTask(read_position("X........"))
REVIEW = ReviewTask(SHORT.position, (0, 1, 2), 1_000)


def events_here(task: AnyTask) -> Events:
    events: Events = []
    result = task.run(events.append)
    return [*events, result]


@pytest.mark.compiled
@pytest.mark.parametrize("number", [1, 0])
async def test_worker_has_the_reports_and_the_result_of_the_engine(number: int) -> None:
    async with Pool(workers=number) as pool:
        for task in (MIDDLE, TREE, SHORT):
            assert await pool.collect(task) == events_here(task)


async def test_caller_that_joins_a_search_gets_its_earlier_reports() -> None:
    async with Pool() as pool:
        first, second = await pool.start(MIDDLE), await pool.start(MIDDLE, "another")
        assert await first == await second == await pool.collect(MIDDLE)


async def test_number_of_reports_is_limited_by_the_budget_alone() -> None:
    """A report follows another one after a part of the budget, and so do those after a restart."""
    search, passed = Search(MIDDLE), list[Progress]()
    search.callers.append(("one", passed.append))
    made = [Progress(nodes, 50_000, 16, 0, (1,)) for nodes in range(1, 50_000)]
    for number in (1_000, len(made)):  # a worker that dies, and another one that does not
        for progress in made[:number]:
            search.report(progress)
    assert passed == search.reports == made[:: 50_000 // MAX_REPORTS]
    search = Search(MIDDLE)
    for end in (4, 6):  # another restart
        for nodes, ply in ((1, 0), (2, 1), (3, 1), (26, 1), (27, 1), (28, 2))[:end]:
            search.report(ReviewProgress(nodes, 50_000, 16, 0, (1,), 2, ply))  # 25 nodes are a part
    assert [each.nodes for each in search.reports] == [1, 2, 27, 28]


async def test_number_of_waiting_searches_is_limited() -> None:
    async with Pool(max_waiting=3) as pool:
        first = await pool.start(LONG)
        waiting = [await pool.wait(task, "another") for task in long_tasks(4)[1:]]
        with pytest.raises(OverloadedError):
            await pool.collect(REVIEW, "another")
        second = asyncio.ensure_future(pool.collect(REVIEW, "a third"))
        with pytest.raises(OverloadedError):
            await waiting.pop()
        await cancel(first, *waiting)
        assert await second == events_here(REVIEW)
        assert pool.count("searches_waiting") == 0


@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGSTOP])
async def test_running_or_stopped_worker_is_ended_at_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    limit = asyncio.Timeout(None)
    async with Pool() as pool:
        await pool.collect(TREE)
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "timeout", lambda _: limit)
            search = await pool.start(LONG)
        [worker] = pool.processes
        os.kill(worker, number)
        limit.reschedule(0)
        with pytest.raises(SearchTimeoutError):
            await search
        await gone(worker)
        assert await pool.collect(MIDDLE_TREE) == events_here(MIDDLE_TREE)
        assert pool.deaths == 0


async def test_worker_that_does_not_end_delays_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Pool() as pool:
        search = await pool.start(LONG)
        [worker] = pool.processes
        with monkeypatch.context() as patched:
            patched.setattr(workers, "END_TIMEOUT", 0.001)
            patched.setattr(asyncio.subprocess.Process, "kill", lambda _: None)  # a stuck process
            await cancel(search)
            assert await pool.collect(TREE) == TREE_EVENTS
            await asyncio.wait_for(pool.close(), PATIENCE)
            assert f"search worker {worker} does not end" in caplog.text
        for process in pool.processes:
            os.kill(process, signal.SIGKILL)
        await gone(worker)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The limits of time set so far, of which only those of no time end anything."""
    timeout, found = asyncio.timeout, list[float]()

    def noted(seconds: float) -> asyncio.Timeout:
        found.append(seconds)
        return timeout(PATIENCE if seconds > 0 else 0)

    monkeypatch.setattr(asyncio, "timeout", noted)
    return found


async def test_time_limit_covers_the_start_and_all_attempts(limits: list[float]) -> None:
    async with Pool(search_timeout=7) as pool:
        limits.clear()  # That of the test is there, too.
        for task in (TREE, REVIEW):
            await pool.collect(task)
        assert limits == [7, workers.START_TIMEOUT, 7, 7, 7]  # a review has a step for each move


@pytest.mark.parametrize("number", [1, 0])
async def test_search_that_is_ended_does_not_run_again(number: int) -> None:
    """Whether it runs or waits."""
    async with Pool(workers=number, max_waiting=1) as pool:
        searches = [await pool.start(LONG), await pool.wait(long_tasks(2)[1])]
        for each in pool.scheduler.all:
            assert pool.end(each.name)
            await asyncio.sleep(0)
            assert not pool.end(each.name)  # It is not there anymore.
        for search in searches:
            with pytest.raises(SearchTimeoutError):
                await search
        assert (pool.scheduler.all, pool.deaths) == ([], 0)
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_time_of_all_steps_is_limited(
    monkeypatch: pytest.MonkeyPatch, limits: list[float]
) -> None:
    """A clock that stands still, except that each step takes three quarters of its limit."""
    now = count(0, 6)
    task = ReviewTask(SHORT.position, tuple(range(16)), 1_000)
    async with Pool(search_timeout=8) as pool:
        await pool.collect(TREE)
        limits.clear()
        with monkeypatch.context() as patched:
            patched.setattr(searches, "perf_counter", now.__next__)
            with pytest.raises(SearchTimeoutError):
                await pool.collect(task)
        assert limits == [8.0] * 13 + [2.0, -4.0]  # at most ten times the limit of a step
        assert await pool.collect(REVIEW) == events_here(REVIEW)


async def test_error_of_the_engine_is_raised_and_the_worker_stays() -> None:
    async with Pool() as pool:
        await pool.collect(TREE)
        worker = pool.processes
        for _ in range(2):
            with pytest.raises(EngineError, match="more than 6000 nodes"):
                await pool.collect(EMPTY_TRACE)
        await pool.collect(SHORT)
        assert pool.processes == worker
        assert pool.deaths == 0


async def test_long_task_and_long_result_pass() -> None:
    entries = json.dumps({".../.../...": 4, "X" * 2**20: 0})
    position, algorithm = read_position("X...O...."), Algorithm.ALPHA_BETA_CACHED
    trace = replace(EMPTY_TRACE, position=position, algorithm=algorithm)
    async with Pool() as pool:
        with pytest.raises(EngineError):
            await pool.collect(ExamTask(read_position("........."), Mark.X, entries))
        assert await pool.collect(trace) == events_here(trace)
        assert (len(pool.processes), pool.count("cache_answers")) == (1, 0)  # It is not kept.


async def test_canceled_search_ends_its_worker_and_can_be_repeated() -> None:
    async with Pool() as pool:
        with pytest.raises(TimeoutError):  # before the first message of the worker
            async with pool.workers.take() as early, asyncio.timeout(0):
                await early.run(MIDDLE, lambda _: None)
        assert isinstance(early, ProcessWorker)
        assert early.has_ended
        search = await pool.start(MIDDLE)
        [worker] = pool.processes
        await cancel(search)
        await gone(worker)
        assert await pool.collect(MIDDLE) == events_here(MIDDLE)


async def test_search_that_is_left_is_not_joined() -> None:
    async with Pool() as pool:
        with pool.result_of(LONG, "one"):
            pass
        with pool.result_of(LONG, "two") as second:  # The first search has not ended yet.
            for _ in range(10):
                await asyncio.sleep(0)
            with pool.result_of(LONG, "three") as third:
                assert third is second


async def test_worker_that_still_starts_is_kept_for_the_next_search() -> None:
    async with Pool() as pool:
        search = asyncio.ensure_future(pool.collect(TREE))
        while not pool.processes:  # noqa: ASYNC110  Long before it is ready.
            await asyncio.sleep(0)
        [worker] = pool.processes
        await cancel(search)
        assert await pool.collect(TREE) == TREE_EVENTS
        assert pool.processes == [worker]


async def test_dead_worker_is_replaced_and_no_report_is_repeated() -> None:
    async with Pool(search="python") as pool:  # slow enough to be killed between reports
        with using("python"):
            expected = events_here(MIDDLE)
        assert await pool.collect_killing(MIDDLE, (1, 3)) == expected
        assert pool.deaths == 2


async def test_third_death_is_the_last(caplog: pytest.LogCaptureFixture) -> None:
    async with Pool(search="python") as pool:
        with pytest.raises(WorkerDiedError):
            await pool.collect_killing(MIDDLE, (1, 2, 3))
        assert pool.deaths == 3
        assert caplog.text.count("a search worker died: exit status -9") == 3
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_dead_idle_workers_are_replaced() -> None:
    async with Pool(workers=4) as pool:
        await pool.open()
        processes = pool.processes
        for worker in processes:
            os.kill(worker, signal.SIGKILL)
        await gone(*processes)
        while pool.count("worker_failures_total") < 4:
            assert pool.workers.ensure_one()  # A new one is likely to start.
            await asyncio.sleep(0)
        assert await pool.collect(MIDDLE) == events_here(MIDDLE)


@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGSTOP])
async def test_closed_pool_has_no_processes_even_stopped_ones_and_can_be_opened_again(
    number: signal.Signals,
) -> None:
    async with Pool(workers=3) as pool:
        await pool.open()
        searches = [await pool.start(task) for task in long_tasks(2)]
        processes = pool.processes
        assert len(processes) == 3
        for worker in processes:
            os.kill(worker, number)
        await asyncio.wait_for(pool.close(), PATIENCE)
        await gone(*processes)
        for search in (*searches, pool.collect(TREE)):
            with pytest.raises(NotReadyError):
                await search
        assert pool.deaths == 0
        await pool.open()
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_thread_ends_a_search_that_is_left_or_closed_and_can_be_opened_again() -> None:
    async with Pool(workers=0) as pool:
        await cancel(await pool.start(LONG))
        assert await asyncio.wait_for(pool.collect(MIDDLE), PATIENCE) == events_here(MIDDLE)
        search = await pool.start(LONG)
        await pool.close()
        with pytest.raises(NotReadyError):
            await search
        await pool.open()
        assert await pool.collect(TREE) == TREE_EVENTS


async def test_workers_ignore_the_signals_that_stop_the_server() -> None:
    async with Pool() as pool:
        search = await pool.start(MIDDLE)
        for process in pool.processes:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(process, number)
        assert await search == events_here(MIDDLE)
        assert pool.deaths == 0


@pytest.mark.parametrize("search", ["compiled", "python"])
async def test_worker_ends_with_its_input_in_the_middle_of_a_search(search: SearchName) -> None:
    worker = workers.ProcessWorker(search)
    await worker.starting
    assert worker.process
    begun = asyncio.Event()
    run = asyncio.ensure_future(worker.run(LONG, lambda _: begun.set()))
    await begun.wait()
    assert worker.process.stdin
    worker.process.stdin.close()
    with pytest.raises(WorkerDiedError):
        await run
    assert await worker.process.wait() == 0


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["/nowhere"], "No such file or directory"),
        ([sys.executable, "-c", "import time; time.sleep(100)"], "timeout"),
        *in_full(([sys.executable, "-c", "raise SystemExit(7)"], "exit status 7")),
    ],
)
async def test_service_is_not_ready_while_no_worker_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    command: Sequence[str],
    reason: str,
) -> None:
    async with Pool() as pool:
        with monkeypatch.context() as patched:
            patched.setattr(workers, "COMMAND", command)
            if reason == "timeout":
                patched.setattr(workers, "START_TIMEOUT", 0.05)
            await pool.open()
            assert not pool.workers.ensure_one()
            with pytest.raises(NotReadyError):
                await pool.collect(TREE)
            logged = caplog.text.replace("[Errno 2] ", "")
            assert f"a search worker cannot be started: {reason}" in logged
        while not pool.workers.ensure_one():  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0.01)
        assert await pool.collect(TREE) == TREE_EVENTS
