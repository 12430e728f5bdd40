"""Results that replicas share: limits, failures, and searches that are not repeated."""

import asyncio
import logging
import sys
from math import inf
from typing import TYPE_CHECKING, Any, cast

import pytest

from service.engine.tasks import Task
from service.metrics import Metrics
from service.search_pool import searches, shared
from service.search_pool.scheduler import CachedResult
from service.search_pool.shared import PAUSE, RedisResultCache
from tests.live import ROOT
from tests.programs import output_of
from tests.search_pool.support import MIDDLE, TREE, Pool

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio

ADDRESS = "cache.example:6379"
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


def shared_results(store: Memory, *arguments: Any) -> RedisResultCache:  # noqa: ANN401
    return RedisResultCache(cast("Redis", store), *arguments)


class Replica:
    """The shared results as one replica sees them, at a time that only the test changes."""

    def __init__(self, store: Memory, secret: bytes = b"") -> None:
        self.time = 0.0
        self.metrics = Metrics()
        self.results = shared_results(store, secret, self.metrics, lambda: self.time)

    async def read(self, task: Task = TREE) -> CachedResult | None:
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
    monkeypatch.setattr(shared, "TIMEOUT", 0.001)
    return Memory()


def test_redis_is_not_imported_without_a_store() -> None:
    program = "import sys; import service.app as a; a.create_app(); print('redis' in sys.modules)"
    assert output_of(sys.executable, "-c", program, cwd=ROOT) == "False\n"


async def test_other_replica_reads_the_finding(store: Memory) -> None:
    one, other = Replica(store), Replica(store)
    assert await other.read() is None
    await one.write()
    assert await other.read() == CACHED_RESULT
    assert await other.read(MIDDLE) is None
    assert (one.count("written"), other.count("hit"), other.count("miss")) == (1, 1, 2)


async def test_value_expires_after_a_week(store: Memory) -> None:
    await Replica(store).write()
    assert store.lifetimes == [7 * 24 * 3_600]


async def test_invalid_value_is_ignored_and_replaced(store: Memory) -> None:
    replica = Replica(store, b"secret")
    await Replica(store, b"another").write()
    assert await replica.read() is None
    assert replica.count("invalid") == 1
    await replica.write()
    assert await replica.read() == CACHED_RESULT


async def test_long_value_is_not_written(store: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MAX_BYTES", 100)
    replica = Replica(store)
    await replica.write()
    assert (store.uses, replica.count("too_long")) == (0, 1)


@pytest.mark.parametrize("error", [None, ConnectionError(), ValueError(), RecursionError()])
async def test_three_failures_pause_the_use_of_the_store(
    store: Memory, error: Exception | None
) -> None:
    replica = Replica(store)
    await replica.write()
    store.hangs, store.error = error is None, error
    for _ in range(3):
        assert await replica.read() is None
    store.hangs, store.error = False, None
    replica.time = PAUSE - 0.01
    assert await replica.read() is None
    await replica.write()
    outcome = "error" if error else "timeout"
    assert (store.uses, replica.count(outcome), replica.count("skipped")) == (4, 3, 2)
    replica.time = PAUSE
    assert await replica.read() == CACHED_RESULT


async def test_failures_in_a_row_count(store: Memory) -> None:
    replica = Replica(store)
    await replica.write()
    for hangs in (True, True, False, True, True):
        store.hangs = hangs
        await replica.read()
    store.hangs = False
    assert await replica.read() == CACHED_RESULT


@pytest.mark.parametrize(
    "error", [ConnectionError(ADDRESS), ValueError(ADDRESS), OSError(ADDRESS), RecursionError()]
)
async def test_errors_are_logged_without_their_text_until_the_pause(
    store: Memory, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    caplog.set_level(logging.DEBUG)
    replica = Replica(store)
    store.error = error
    for _ in range(9):
        assert await replica.read() is None
        await replica.write()
    line = f"the shared cache failed: {type(error).__name__}"
    assert [record.getMessage() for record in caplog.records] == [line] * 3


async def test_search_of_another_replica_is_not_repeated(
    store: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "MIN_SHARED_SECONDS", 0)
    async with Pool() as one, Pool() as other:
        for pool in (one, other):
            pool.shared = shared_results(store, b"", pool.metrics)
        for task in (MIDDLE, TREE):
            events = await one.collect(task)
            assert await other.collect(task) == events
        assert (one.count("cache_misses_total"), other.count("cache_misses_total")) == (2, 0)
        assert await other.collect(TREE) == [CACHED_RESULT.result]
        assert store.uses == 6  # the last result was in memory


async def test_fast_search_is_not_shared(store: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "MIN_SHARED_SECONDS", inf)
    async with Pool() as pool:
        pool.shared = shared_results(store, b"", pool.metrics)
        await pool.collect(TREE)
    assert store.values == {}


async def test_search_goes_on_without_its_store(store: Memory) -> None:
    store.error = ConnectionError()
    async with Pool() as pool:
        pool.shared = shared_results(store, b"", pool.metrics)
        await pool.shared.open()
        assert await pool.collect(TREE) == [CACHED_RESULT.result]
