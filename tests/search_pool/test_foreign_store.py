"""A server that is no Valkey, or a broken one: no answer of it fails a search."""

import asyncio
import random
from contextlib import suppress

import pytest

from service.metrics import Metrics
from service.search_pool.scheduler import CachedResult
from service.search_pool.shared import RedisResultCache, store_at
from tests.search_pool.support import TREE

pytestmark = pytest.mark.anyio

ANSWERS = [
    b"",
    b":5\r\n",
    b"*1\r\n:1\r\n",
    b"$-1\r\n",
    b"$x\r\n",
    b"$-7\r\n",
    b"$99999999999\r\nabc",
    b"+OK\r\n",
    b"-ERR unknown command\r\n",
    b"-LOADING the data set\r\n",
    b"*x\r\n",
    b"*99999999999\r\n",
    b"*1\r\n" * 3_000,
    b"*1\r\n" * 300 + b":1\r\n",
    b"%1\r\n+a\r\n+b\r\n",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\xff\xfe\x00\r\n",
    b"\r\n",
    b"\x16\x03\x01\x02\x00",
    random.Random(0).randbytes(4_096),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: repr(answer[:16]))
@pytest.mark.parametrize("url", ["redis://127.0.0.1:{}/0", "redis://:secret@127.0.0.1:{}/3"])
async def test_answer_of_another_server_is_not_a_result(answer: bytes, url: str) -> None:
    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionResetError):  # by a client that has not read all
            while await reader.read(4_096):
                writer.write(answer)
        writer.close()

    server = await asyncio.start_server(reply, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    metrics = Metrics()
    results = RedisResultCache(store_at(url.format(port)), b"", metrics)
    await results.open()
    assert await results.read(TREE) is None
    await results.write(TREE, CachedResult([], TREE.run()))
    assert await results.read(TREE) is None
    await results.close()
    server.close()
    samples = [each for family in metrics.registry.collect() for each in family.samples]
    assert sum(each.value for each in samples if each.name == "noughts_shared_cache_total") >= 2
