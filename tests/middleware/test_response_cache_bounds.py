"""What the response cache keeps, and what it drops: both sides of each of its bounds."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from service.metrics import Metrics
from service.middleware import response_cache
from service.middleware.response_cache import MAX_RESPONSE, OVERHEAD, ResponseCacheMiddleware


class Cached:
    """The cache in front of an application that counts its calls by path."""

    def __init__(self, size: int = 0) -> None:
        self.calls: Counter[str] = Counter()
        self._size = size
        self._cache = ResponseCacheMiddleware(self._respond, Metrics().hits)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        self.calls[scope["path"]] += 1
        await asyncio.sleep(0)  # Equal requests can be in progress at once.
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * self._size})

    async def get(self, path: str) -> None:
        """Request a path."""
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "route": None,
            "state": {"body": b""},
        }

        async def send(message: Message) -> None:
            del message

        await self._cache(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]


@pytest.fixture
def three_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make room for three empty responses."""
    monkeypatch.setattr(response_cache, "MAX_STORED", 3 * OVERHEAD)


@pytest.mark.usefixtures("three_fit")
def test_least_recently_requested_response_is_dropped(runner: asyncio.Runner) -> None:
    cached = Cached()
    for path in "abcad":  # a is requested again, and d is one too many
        runner.run(cached.get(path))
    assert cached.calls == Counter("abcd")
    for path in "dac":
        runner.run(cached.get(path))
    assert cached.calls == Counter("abcd")
    runner.run(cached.get("b"))
    assert cached.calls["b"] == 2


@pytest.mark.usefixtures("three_fit")
def test_equal_requests_at_once_take_the_room_of_one(runner: asyncio.Runner) -> None:
    cached = Cached()

    async def twice() -> None:
        await asyncio.gather(cached.get("a"), cached.get("a"))

    runner.run(twice())
    for path in "bca":
        runner.run(cached.get(path))
    assert cached.calls == Counter("aabc")


@pytest.mark.parametrize(("size", "calls"), [(MAX_RESPONSE, 1), (MAX_RESPONSE + 1, 2)])
def test_long_response_is_not_kept(runner: asyncio.Runner, size: int, calls: int) -> None:
    cached = Cached(size)
    for _ in range(2):
        runner.run(cached.get("a"))
    assert cached.calls["a"] == calls
