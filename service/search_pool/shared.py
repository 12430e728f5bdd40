"""Share results with other replicas in Valkey or Redis.

If the store is slow, full or unreachable, or a value is invalid, the service runs the search.

A stored value is the result as JSON, preceded by an HMAC of the value's key and the result. Without
a secret, the HMAC detects damage but not forgery. The value's key is a hash that covers the source
of the tasks and the engine, so no release reads the results of a different engine.
"""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .. import engine, tasks
from ..engine.analysis import Analysis, Findings
from ..engine.exam.findings import Exam
from ..engine.game_tree import GameTree
from ..engine.review import Review
from ..engine.steps import Step
from ..engine.textbook.trace import Trace
from ..metrics import Metrics
from .scheduler import AnyResult, CachedResult

PREFIX: Final = "noughts:"  # Prefix of all keys, for the store's access rules.
ENGINE, TASKS = Path(engine.__file__).parent, Path(tasks.__file__)
AnyShared = Analysis | Findings | GameTree | Review | Trace | Exam
CACHED_RESULT: Final = TypeAdapter(CachedResult[AnyShared])
DIGEST_SIZE: Final = sha256().digest_size
TIMEOUT: Final = 0.05  # Seconds to read or write a value.
LIFETIME: Final = 7 * 86_400  # Seconds for which the store keeps a value.
MAX_BYTES: Final = 2**20  # Maximum bytes of a value, including its HMAC.
MAX_CONNECTIONS: Final = 8
# A server that is not a store can send any reply: a value that is not bytes causes a TypeError, and
# deeply nested arrays cause a RecursionError.
ERRORS: Final = (RedisError, OSError, ValueError, TypeError, RecursionError)
OUTCOMES: Final[dict[type, str]] = {TimeoutError: "timeout", ValueError: "invalid"}

logger = logging.getLogger("noughts")


def store_at(url: str) -> Redis:
    """Return a client for the store at a URL."""
    # TIMEOUT limits the whole operation. Protocol 3 would take another message.
    pool = BlockingConnectionPool.from_url(
        url, max_connections=MAX_CONNECTIONS, timeout=None, retry=Retry(NoBackoff(), 0), protocol=2
    )
    return Redis.from_pool(pool)


def source_hash(folder: Path = ENGINE) -> bytes:
    """Return the SHA-256 of the tasks' and the engine's source code: all that results depend on."""
    paths = sorted(path for path in folder.rglob("[!.]*") if path.suffix in {".py", ".c", ".h"})
    return sha256(b"".join(path.read_bytes() for path in [TASKS, *paths])).digest()


class RedisResultCache:
    """A cache of results in a store; it abandons reads and writes that take longer than TIMEOUT."""

    def __init__(self, store: Redis, secret: bytes, metrics: Metrics) -> None:
        self._store = store
        self.close = store.aclose
        self._secret = secret
        self._search = metrics.search
        self._count = metrics.shared
        self._source = source_hash()

    async def read(self, step: Step) -> AnyResult | None:
        """Return the shared result of a step; None if there is none or it cannot be read."""
        key = self._key_of(step)
        async with self._counting_failures():
            value: Any = await self._store.getrange(key, 0, MAX_BYTES)  # A longer one is cut off.
            if value == b"":
                self._count.labels("miss").inc()
                return None
            digest, body = value[:DIGEST_SIZE], value[DIGEST_SIZE:]
            if not hmac.compare_digest(digest, self._hmac(key, body)):
                raise ValueError("It is damaged, or was written with another secret.")
            cached = CACHED_RESULT.validate_json(body)  # Parse it only after the HMAC is verified.
            self._count.labels("hit").inc()
            return cached
        return None

    async def write(self, step: Step, cached: AnyResult) -> None:
        """Write a step's result to the store for LIFETIME, unless it is longer than MAX_BYTES."""
        key, body = self._key_of(step), CACHED_RESULT.dump_json(cached)
        async with self._counting_failures():
            if len(body) > MAX_BYTES - DIGEST_SIZE:
                self._count.labels("too_long").inc()
            elif await self._store.set(key, self._hmac(key, body) + body, LIFETIME):
                self._count.labels("written").inc()

    def _key_of(self, step: Step) -> str:
        """Return the key of a step's result: a hash of the engine, the search and the step."""
        return PREFIX + sha256(self._source + repr((self._search, step)).encode()).hexdigest()

    def _hmac(self, key: str, body: bytes) -> bytes:
        return hmac.digest(self._secret, key.encode() + body, "sha256")

    @asynccontextmanager
    async def _counting_failures(self) -> AsyncIterator[None]:
        """Run the block for at most TIMEOUT; if the store fails, count the failure and go on."""
        try:
            async with asyncio.timeout(TIMEOUT):
                yield
        except ERRORS as error:
            outcome = OUTCOMES.get(type(error), "error")
            self._count.labels(outcome).inc()
            # The text of an error can contain the store's address.
            logger.warning("the shared cache failed: %s (%s)", outcome, type(error).__name__)
