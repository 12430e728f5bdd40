"""Results that replicas share: limits, failing and foreign stores, damaged and forged values."""

import asyncio
import hmac
import logging
import pickle
import sys
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from pydantic import SecretStr
from redis.exceptions import RedisError

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.explain import explain
from service.engine.search.compiled.interface import SearchName
from service.engine.textbook.search import Algorithm, Valuation
from service.metrics import Metrics
from service.search_pool import searches, shared
from service.search_pool.scheduler import AnyResult, CachedResult, Report
from service.search_pool.shared import RedisResultCache, source_hash
from service.tasks import (
    AnalysisTask,
    AnyTask,
    ExamTask,
    FindingsTask,
    GameTreeTask,
    ReviewTask,
    TraceTask,
)
from tests import reference
from tests.engine.conversion import copies, position_of, swapped
from tests.engine.positions import all_unfinished
from tests.live import ROOT
from tests.programs import output_of
from tests.reference import THREE_BY_THREE, Rules
from tests.search_pool.support import MIDDLE, TREE, Pool

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio

ADDRESS = "cache.example:6379"
URL = SecretStr(f"redis://{ADDRESS}")
CACHED_RESULT = CachedResult([], TREE.run())


class Memory:
    """A store in memory, which can fail; its methods are those of redis.asyncio.Redis."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self.lifetimes: list[int] = []  # seconds, of each value set
        self.uses = 0
        self.hangs = False
        self.error: Exception | None = None

    async def _use(self) -> None:
        self.uses += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.error:
            raise self.error

    async def getrange(self, key: str, start: int, end: int) -> bytes:
        """Part of the value of a key; empty if there is none."""
        await self._use()
        return self.values.get(key, b"")[start : end + 1]

    async def set(self, key: str, value: bytes, ex: int | None = None) -> bool:
        """Set the value of a key, which expires after some seconds if any are given."""
        await self._use()
        self.lifetimes.append(ex or 0)
        self.values[key] = value
        return True

    async def aclose(self) -> None:
        """Refuse all further uses."""
        self.error = ConnectionError("closed")


class Replica:
    """The shared results as one replica sees them."""

    def __init__(
        self, store: "Memory | Redis", secret: bytes = b"", search: SearchName = "compiled"
    ) -> None:
        self.metrics = Metrics()
        self.metrics.search = search
        self.results = RedisResultCache(cast("Redis", store), secret, self.metrics)

    async def read(self, task: AnyTask = TREE) -> AnyResult | None:
        """Return the result of a task."""
        return await self.results.read(task)

    async def write(self) -> None:
        """Share CACHED_RESULT."""
        await self.results.write(TREE, CACHED_RESULT)

    def count(self, outcome: str) -> int:
        """How often the store was used with this outcome."""
        labels = {"outcome": outcome}
        value = self.metrics.registry.get_sample_value("noughts_shared_cache_total", labels)
        return int(value or 0)


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Memory:
    store = Memory()
    monkeypatch.setattr(shared, "TIMEOUT", 0.001)
    monkeypatch.setattr(searches, "MIN_SHARED_SECONDS", 0)
    monkeypatch.setattr(shared, "store_at", lambda _: store)
    return store


@pytest.mark.full
def test_redis_is_not_imported_without_a_store() -> None:
    program = "import sys; import service.app as a; a.create_app(); print('redis' in sys.modules)"
    assert output_of(sys.executable, "-c", program, cwd=ROOT) == "False\n"


async def test_other_replica_reads_the_finding_for_a_week(store: Memory) -> None:
    one, other = Replica(store), Replica(store)
    assert await other.read() is None
    await one.write()
    assert store.lifetimes == [7 * 24 * 3_600]
    assert await other.read() == CACHED_RESULT
    assert await other.read(MIDDLE) is None
    assert (one.count("written"), other.count("hit"), other.count("miss")) == (1, 1, 2)


@pytest.mark.parametrize("secret", [b"", b"another"])
async def test_value_with_another_secret_is_ignored_and_replaced(
    store: Memory, secret: bytes
) -> None:
    replica = Replica(store, b"secret")
    await Replica(store, secret).write()
    assert await replica.read() is None
    assert replica.count("invalid") == 1
    await replica.write()
    assert await replica.read() == CACHED_RESULT


async def test_long_value_is_not_written(store: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    replica = Replica(store)
    await replica.write()
    [value] = store.values.values()
    for limit, counts in ((len(value), (2, 2, 0)), (len(value) - 1, (2, 2, 1))):
        monkeypatch.setattr(shared, "MAX_BYTES", limit)
        await replica.write()
        assert (store.uses, replica.count("written"), replica.count("too_long")) == counts


@pytest.mark.parametrize(
    "error", [RedisError(ADDRESS), TypeError(ADDRESS), OSError(ADDRESS), RecursionError()]
)
async def test_errors_are_counted_and_logged_without_their_text(
    store: Memory, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    caplog.set_level(logging.DEBUG)
    replica = Replica(store)
    store.error = error
    assert await replica.read() is None
    await replica.write()
    line = f"the shared cache failed: error ({type(error).__name__})"
    assert [record.getMessage() for record in caplog.records] == [line] * 2
    store.error = None
    await replica.write()
    assert await replica.read() == CACHED_RESULT
    assert (replica.count("error"), replica.count("written"), replica.count("hit")) == (2, 1, 1)


async def test_store_that_hangs_is_not_waited_for(store: Memory) -> None:
    replica = Replica(store)
    store.hangs = True
    assert await replica.read() is None
    assert replica.count("timeout") == 1


async def test_search_of_another_replica_is_not_repeated(store: Memory) -> None:
    foreign = Pool(cache_url=URL, cache_secret=SecretStr("another"))
    async with Pool(cache_url=URL) as one, Pool(cache_url=URL) as other, foreign:
        for task in (MIDDLE, TREE):
            events = await one.collect(task)
            assert await other.collect(task) == events
        assert (one.count("cache_misses_total"), other.count("cache_misses_total")) == (2, 0)
        assert await other.collect(TREE) == [CACHED_RESULT.result]
        assert store.uses == 6  # the last result was in memory
        await foreign.collect(MIDDLE)
        assert foreign.count("cache_misses_total") == 1


@pytest.mark.compiled
async def test_images_of_a_position_share_its_findings(store: Memory) -> None:
    rules = Rules(4, 4, 4, misere=True)
    boards = [("XO......X.......", "O"), ("OX......O.......", "X")]
    tasks = [
        AnalysisTask(position_of(copy, side, rules), 10_000)
        for board, side in boards
        for copy, _ in copies(rules, board)
    ]
    async with Pool(cache_url=URL) as one, Pool(cache_url=URL) as other:
        for task in tasks:
            reports: list[object] = []
            result = task.run(reports.append)
            assert await one.collect(task) == await other.collect(task) == [*reports, result]
        counts = [pool.count("cache_misses_total") for pool in (one, other)]
    assert (len(set(tasks)), len(store.values), counts) == (16, 1, [1, 0])


async def test_positions_of_3x3_are_searched_once_for_all_images() -> None:
    positions = all_unfinished()[::11]
    async with Pool(kept_answers=2_000) as pool:
        for board, side in positions:
            await pool.collect(AnalysisTask(position_of(board, side), 1_000))
        searched = {
            min(reference.symmetric_copies(THREE_BY_THREE, each))
            for board, side in positions
            for each in [board if side == "X" else swapped(board)]
        }
        assert pool.count("cache_misses_total") == len(searched) < len(positions)


async def test_callers_do_not_wait_until_their_result_is_shared(
    store: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "TIMEOUT", 240)
    written, write = asyncio.Event(), store.set

    async def write_later(key: str, value: bytes, ex: int) -> bool:
        await written.wait()
        return await write(key, value, ex)

    monkeypatch.setattr(store, "set", write_later)
    async with Pool(cache_url=URL) as pool:
        assert await pool.collect(TREE) == [CACHED_RESULT.result]
        assert not store.values
        written.set()
    assert store.values  # The pool is closed after its results have been shared.


@pytest.mark.parametrize(("seconds", "error"), [(inf, None), (0, ConnectionError())])
async def test_fast_search_is_not_shared_and_no_search_needs_its_store(
    store: Memory, monkeypatch: pytest.MonkeyPatch, seconds: float, error: Exception | None
) -> None:
    monkeypatch.setattr(searches, "MIN_SHARED_SECONDS", seconds)
    store.error = error
    async with Pool(cache_url=URL) as pool:
        assert await pool.collect(TREE) == [CACHED_RESULT.result]
    assert store.values == {}


SQUARE = read_position("." * 16, None, 4, misere=True)
WIDE = read_position("/".join(["." * 9] * 9), None, 5)
EMPTY = read_position("." * 9)
TRACED = read_position("XX.O.....")
TASKS: list[AnyTask] = [
    AnalysisTask(SQUARE, 50_000),
    FindingsTask(SQUARE, 50_000),
    AnalysisTask(WIDE, 2_000),
    AnalysisTask(read_position(".X../.O../..../....", None, 4), 20_000, traps=True),
    AnalysisTask(read_position("XXX/OO./..."), 1_000),
    GameTreeTask(EMPTY),
    ReviewTask(EMPTY, (0, 1, 2, 3, 4, 5, 6), 100_000),
    ReviewTask(WIDE, (40, 0, 41), 1_000),
    TraceTask(TRACED, Algorithm.ALPHA_BETA, Valuation.OUTCOME, None),
    TraceTask(TRACED, Algorithm.MINIMAX, Valuation.SCORE, 3),
    ExamTask(EMPTY, Mark.X, "{}"),
    ExamTask(EMPTY, Mark.O, '{"X........": 1}'),
]
TASK = TASKS[0]
SECRET = b"secret"


def result_of(task: AnyTask) -> AnyResult:
    reports: list[Report] = []
    return CachedResult(reports, task.run(reports.append))


async def value_of(task: AnyTask) -> tuple[str, bytes]:
    """The key and the value that a replica writes."""
    store = Memory()
    await Replica(store, SECRET).results.write(task, result_of(task))
    [item] = store.values.items()
    return item


async def read(value: bytes, key: str) -> AnyResult | None:
    """What a replica reads for TASK from a store with one value, which is not valid."""
    store = Memory()
    store.values[key] = value
    replica = Replica(store, SECRET)
    found = await replica.read(TASK)
    assert replica.count("invalid") + replica.count("error") == 1
    return found


@pytest.mark.parametrize("task", TASKS)
def test_decoded_finding_is_the_same(task: AnyTask) -> None:
    cached, form = result_of(task), shared.CACHED_RESULT
    # As text, because 1 and 1.0 are equal, but not in a response.
    assert repr(form.validate_json(form.dump_json(cached))) == repr(cached)


async def test_each_task_has_its_key() -> None:
    store = Memory()
    tasks = [*TASKS, AnalysisTask(SQUARE, 50_001), AnalysisTask(SQUARE, 50_000, traps=True)]
    for search in ("compiled", "python"):
        for task in tasks:
            await Replica(store, search=search).results.write(task, CachedResult([], TREE.run()))
    assert len(store.values) == 2 * len(tasks)
    assert all(key.startswith("noughts:") and len(key) < 100 for key in store.values)


def test_source_hash_depends_on_python_and_c(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "c").mkdir()
    for name in ("a.py", "b.py", "c/d.c", "c/d.h", "search.so", "a.pyc"):
        before = source_hash(tmp_path)
        (tmp_path / name).write_text("2")
        assert (source_hash(tmp_path) != before) is not name.endswith(("so", "pyc"))


def test_source_hash_covers_the_engine_and_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    before = source_hash()
    assert before == source_hash(Path(explain.__code__.co_filename).parent)
    assert Path(TASK.run.__code__.co_filename) == shared.TASKS
    monkeypatch.setattr(shared, "TASKS", Path(__file__))
    assert source_hash() != before


async def test_damaged_value_or_that_of_another_key_is_not_read() -> None:
    key, value = await value_of(TASK)
    _, another = await value_of(TASKS[1])
    flipped = [value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :] for at in (0, 31, 32, -2)]
    for each in (b"{}", value[:-1], value + b" ", value[32:], another, *flipped):
        assert await read(each, key) is None


@pytest.mark.parametrize("body", [b"", b"null", b"[[]]", b"[[], {}]", pickle.dumps([[], None])])
async def test_authentic_value_of_another_form_is_not_read(body: bytes) -> None:
    key, _ = await value_of(TASK)
    assert await read(hmac.digest(SECRET, key.encode() + body, "sha256") + body, key) is None
