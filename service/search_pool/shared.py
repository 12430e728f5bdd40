"""Results shared with other replicas, in Valkey or Redis.

The store may be slow, full, wrong or gone. The service then searches as if there were none.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, Self

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import InvalidResponse, RedisError

from service.engine.tasks import Task
from service.metrics import Metrics
from service.search_pool.encoding import PREFIX, decode, encode, key_of, source_hash
from service.search_pool.search import Finding

TIMEOUT: Final = 0.05  # seconds to read or write a value
MAX_FAILURES: Final = 3  # in a row
PAUSE: Final = 10.0  # seconds after these in which the store is not used
LOG_INTERVAL: Final = 10.0  # seconds
LIFETIME: Final = 7 * 86_400  # seconds that a value is kept
MAX_BYTES: Final = 2**20  # of a value
MAX_CONNECTIONS: Final = 8
# A server that is no store can reply with anything: RecursionError is raised for nested arrays.
ERRORS: Final = (RedisError, OSError, ValueError, RecursionError)

logger = logging.getLogger("noughts")


def store_at(url: str) -> Redis:
    """Return the store at a URL."""
    return Redis.from_pool(
        BlockingConnectionPool.from_url(
            url,
            max_connections=MAX_CONNECTIONS,
            timeout=None,  # TIMEOUT applies to the whole
            socket_timeout=None,
            socket_connect_timeout=None,
            retry=Retry(NoBackoff(), 0),
            protocol=2,  # 3 and the driver's name would take more messages to connect
            driver_info=None,
        )
    )


class SharedResults:
    """Reads and writes findings, each within TIMEOUT or not at all."""

    def __init__(
        self, store: Redis, secret: bytes, metrics: Metrics, now: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._secret = secret
        self._count = metrics.shared
        self._now = now
        self._source = source_hash()
        self._failures = 0  # in a row
        self._paused_until = self._quiet_until = now()

    @classmethod
    def at(cls, url: str, secret: bytes, metrics: Metrics) -> Self:
        """Return the results in the store at a URL."""
        return cls(store_at(url), secret, metrics)

    async def open(self) -> None:
        """Connect before the first search, and log a failure."""
        await self._use(self._value, PREFIX)

    async def close(self) -> None:
        """Close all connections."""
        await self._store.aclose()

    async def read(self, task: Task) -> Finding | None:
        """Return the finding of another replica, or of this one before it was restarted."""
        key = key_of(task, self._source)
        value = await self._use(self._value, key)
        if not value:
            self._count.labels("miss").inc(value is not None)
            return None
        try:
            finding = decode(task, key, value, self._secret)
        except ValueError:
            self._fail("invalid")
            return None
        self._count.labels("hit").inc()
        return finding

    async def write(self, task: Task, finding: Finding) -> None:
        """Share a finding for some days, unless it is too long."""
        key = key_of(task, self._source)
        value = encode(task, key, finding, self._secret)
        if len(value) > MAX_BYTES:
            self._count.labels("too_long").inc()
        elif await self._use(self._store.set, key, value, LIFETIME):
            self._count.labels("written").inc()

    async def _value(self, key: str) -> bytes:
        """Return the value of a key: empty if there is none, and cut off if it is too long."""
        value: object = await self._store.getrange(key, 0, MAX_BYTES)
        if not isinstance(value, bytes):
            raise InvalidResponse("not a string")
        return value

    async def _use(self, command: Callable[..., Awaitable[Any]], *arguments: object) -> Any:  # noqa: ANN401
        """Return what a command of the store returns; None if it fails or is paused."""
        if self._now() < self._paused_until:
            self._count.labels("skipped").inc()
            return None
        try:
            async with asyncio.timeout(TIMEOUT):
                result = await command(*arguments)
        except TimeoutError:
            self._fail("timeout")
        except ERRORS as error:
            self._fail("error", type(error).__name__)  # its text can contain the address
        else:
            self._failures = 0
            return result
        self._failures += 1
        if self._failures == MAX_FAILURES:
            self._failures, self._paused_until = 0, self._now() + PAUSE
        return None

    def _fail(self, outcome: str, detail: str = "") -> None:
        """Count a failure, and log it unless one has just been logged."""
        self._count.labels(outcome).inc()
        if self._now() >= self._quiet_until:
            self._quiet_until = self._now() + LOG_INTERVAL
            logger.warning("the shared cache failed: %s", detail or outcome)
