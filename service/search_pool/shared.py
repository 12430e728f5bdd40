"""Results shared with other replicas, in Valkey or Redis.

The store may be slow, full, wrong or gone. The service then searches as if there were none.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Final, Protocol, Self, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import InvalidResponse, RedisError

from service.engine.analysis import Progress
from service.engine.tasks import Result, Task
from service.metrics import Metrics
from service.search_pool.encoding import PREFIX, Finding, decode, encode, key_of, source_hash

TIMEOUT: Final = 0.05  # seconds to read or write a value
MAX_TIMEOUTS: Final = 3  # in a row
PAUSE: Final = 10.0  # seconds after these timeouts in which the store is not used
LOG_INTERVAL: Final = 10.0  # seconds
LIFETIME: Final = 7 * 86_400  # seconds that a value is kept
MAX_BYTES: Final = 2**20  # of a value
MAX_CONNECTIONS: Final = 8

Value = TypeVar("Value")

logger = logging.getLogger("noughts")


class Store(Protocol):
    """Where values are kept; its methods raise RedisError, OSError or ValueError."""

    async def read(self, key: str) -> bytes:
        """The value of a key; empty if there is none."""

    async def write(self, key: str, value: bytes) -> None:
        """Set the value of a key."""

    async def close(self) -> None:
        """Close all connections."""


class RedisStore:
    """Valkey or Redis."""

    def __init__(self, url: str) -> None:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=MAX_CONNECTIONS,
            timeout=None,  # TIMEOUT applies to the whole
            socket_timeout=None,
            socket_connect_timeout=None,
            retry=Retry(NoBackoff(), 0),
            protocol=2,  # 3 and the driver's name would take more messages to connect
            driver_info=None,
        )
        self._redis = Redis.from_pool(pool)

    async def read(self, key: str) -> bytes:
        """The value of a key; cut off if it is too long, so that its HMAC does not match."""
        value: object = await self._redis.getrange(key, 0, MAX_BYTES)
        if not isinstance(value, bytes):
            raise InvalidResponse("not a string")
        return value

    async def write(self, key: str, value: bytes) -> None:
        """Set the value of a key for some days."""
        await self._redis.set(key, value, ex=LIFETIME)

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()


class SharedResults:
    """Reads and writes results, each within TIMEOUT or not at all."""

    def __init__(
        self, store: Store, secret: bytes, metrics: Metrics, now: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._secret = secret
        self._count = metrics.shared
        self._now = now
        self._source = source_hash()
        self._timeouts = 0
        self._paused_until = self._quiet_until = now()

    @classmethod
    def at(cls, url: str, secret: str, metrics: Metrics) -> Self:
        """The results in the store at a URL."""
        return cls(RedisStore(url), secret.encode(), metrics)

    async def open(self) -> None:
        """Connect before the first search, and log a failure."""
        await self._attempt(partial(self._store.read, PREFIX))

    async def read(self, task: Task) -> Finding | None:
        """The finding of another replica, or of this one before it was restarted."""
        key = key_of(task, self._source)
        value = await self._attempt(partial(self._store.read, key))
        if value is None:
            return None
        if not value:
            self._count.labels("miss").inc()
            return None
        try:
            finding = decode(task, key, value, self._secret)
        except ValueError:
            self._fail("invalid")
            return None
        self._count.labels("hit").inc()
        return finding

    async def write(self, task: Task, reports: list[Progress], result: Result) -> None:
        """Share a finding, unless it is too long."""
        key = key_of(task, self._source)
        value = encode(task, key, Finding(reports, result), self._secret)
        if len(value) > MAX_BYTES:
            self._count.labels("too_long").inc()
        elif await self._attempt(partial(self._written, key, value)):
            self._count.labels("written").inc()

    async def _written(self, key: str, value: bytes) -> bool:
        await self._store.write(key, value)
        return True

    async def _attempt(self, use: Callable[[], Awaitable[Value]]) -> Value | None:
        """The result of using the store; None if it fails or is paused."""
        if self._now() < self._paused_until:
            self._count.labels("skipped").inc()
            return None
        try:
            async with asyncio.timeout(TIMEOUT):
                result = await use()
        except TimeoutError:
            self._timeouts += 1
            if self._timeouts == MAX_TIMEOUTS:
                self._timeouts, self._paused_until = 0, self._now() + PAUSE
            self._fail("timeout")
        except (RedisError, OSError, ValueError) as error:
            # The text of an error can contain the address.
            self._fail("error", type(error).__name__)
        else:
            self._timeouts = 0
            return result
        return None

    def _fail(self, outcome: str, detail: str = "") -> None:
        """Count a failure, and log it unless one has just been logged."""
        self._count.labels(outcome).inc()
        if self._now() >= self._quiet_until:
            self._quiet_until = self._now() + LOG_INTERVAL
            logger.warning("the shared cache failed: %s", detail or outcome)

    async def close(self) -> None:
        """Close all connections."""
        await self._store.close()
