"""Searches in progress: overload, clients that leave, equal requests, and shutdown."""

import asyncio
import json
from collections.abc import AsyncIterator
from unittest.mock import AsyncMock, Mock

import pytest
from fastapi import Request

from service.api import streams
from service.api.searches import ClientSearches
from service.app import create_app
from service.context import KEY
from service.middleware.requests import context_for
from service.settings import Settings
from tests.api.support import HARD, events_of
from tests.asgi import Answer, Client

pytestmark = pytest.mark.anyio

LONG = f"{HARD}&max_nodes=20000000"
MIDDLE = f"{HARD}&max_nodes=30000"
QUICK = f"/v1/analysis?{HARD}&max_nodes=1000"
EASY = "board=...../...../...../....."  # Its budget is not small, but few nodes are needed.
WON = f"board=XXXXX..../OOOO.....{'/.........' * 7}"
FINISHED = [
    *(f"/v1/{path}?{WON}&in_a_row=5" for path in ["analysis", "best-move", "game-tree", "trace"]),
    f"/v1/best-move?{WON}&in_a_row=5&traps=true",
    f"/v1/analysis/stream?{WON}&in_a_row=5",
    "/v1/review?columns=9&rows=9&in_a_row=5&moves=",
]
PATHS = ["analysis", "analysis/stream", "best-move", "best-move/stream"]


class Service(Client):
    """Calls of a service with one worker, in the event loop of a test."""

    def __init__(self, max_waiting: int) -> None:
        self.app = create_app(Settings.model_construct(workers=1, max_waiting=max_waiting))
        self.searches = self.app.state.searches

    async def start(self, target: str, leaves: asyncio.Event | None = None) -> asyncio.Task[Answer]:
        """A request that has its worker."""
        request = asyncio.ensure_future(self.ask("GET", target, leaves=leaves))
        while not self.searches.scheduler.running:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)
        return request

    async def ok(self, target: str) -> Answer:
        """The response to a GET, with status 200."""
        return (await self.ask("GET", target)).expect(200)


@pytest.fixture
async def service(request: pytest.FixtureRequest) -> AsyncIterator[Service]:
    """A service, which is closed in the end: with a worker left, uvloop would never close."""
    service = Service(getattr(request, "param", 0))
    yield service
    await service.searches.close()


@pytest.mark.parametrize("target", FINISHED)
async def test_finished_game_and_empty_review_wait_for_no_worker(
    service: Service, target: str
) -> None:
    left = asyncio.Event()
    running = await service.start(f"/v1/analysis?{LONG}", left)
    (await service.ask("GET", f"/v1/analysis?{HARD}&max_nodes=19999999")).expect(503)
    await service.ok(target)
    left.set()
    await running


async def test_error_of_the_server_ends_the_search_and_is_raised(service: Service) -> None:
    receive = AsyncMock(side_effect=ConnectionError("broken"))
    scope = {"type": "http", "method": "GET", "headers": [], "app": service.app}
    scope[KEY] = context_for(scope)
    with pytest.raises(ConnectionError, match="broken"):
        async with ClientSearches(Request(scope, receive)).while_connected():
            await asyncio.Event().wait()


@pytest.mark.parametrize("path", PATHS)
async def test_client_that_leaves_frees_its_worker(
    service: Service, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    left = asyncio.Event()
    request = await service.start(f"/v1/{path}?{LONG}", left)
    left.set()
    await request
    assert not service.searches.scheduler.running
    take = Mock(wraps=service.searches.workers.take)
    monkeypatch.setattr(service.searches.workers, "take", take)
    answer = await service.ask("GET", f"/v1/{path}?{LONG}", leaves=left)
    assert (answer.status, take.called) == (499, False)  # It has left before the search begins.
    await service.ok(QUICK)
    assert take.called


async def test_equal_requests_share_one_search(service: Service) -> None:
    paths = PATHS + ["analysis"] * 4
    found = await asyncio.gather(*(service.ok(f"/v1/{path}?{MIDDLE}") for path in paths))
    assert len({answer.body for answer in found}) == 4
    assert events_of(found[1].body)[-1] == ("analysis", found[0].json)
    assert events_of(found[3].body)[-1] == ("best_move", found[2].json)
    metrics = (await service.ok("/metrics")).body
    assert b"\nnoughts_cache_hits_total 0.0\n" in metrics  # none was answered from memory
    assert b"\nnoughts_cache_misses_total 1.0\n" in metrics


@pytest.mark.parametrize("path", ["analysis", "analysis/stream"])
async def test_client_that_leaves_does_not_end_a_shared_search(service: Service, path: str) -> None:
    left = asyncio.Event()
    leaving = await service.start(f"/v1/{path}?{LONG}", left)
    staying = asyncio.ensure_future(service.ok(f"/v1/analysis?{LONG}"))
    [search] = service.searches.scheduler.running
    while len(search.callers) < 2:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    left.set()
    await leaving
    assert service.searches.scheduler.running == {search}
    staying.cancel()


@pytest.mark.parametrize("service", [2], indirect=True)
@pytest.mark.parametrize("is_refused", [False, True])
async def test_waiting_stream_begins_before_its_search(
    service: Service, monkeypatch: pytest.MonkeyPatch, is_refused: bool
) -> None:
    """A comment, or in lines of JSON a space, keeps the connection open."""
    for name in ("FIRST_SILENCE", "LATER_SILENCE"):
        monkeypatch.setattr(streams, name, 0)
    left = asyncio.Event()
    running = await service.start(f"/v1/analysis?{LONG}", left)
    body = b'{"positions": [{"board": "....../....../....../......"}]}'
    headers = {"content-type": "application/json", "accept": "application/x-ndjson"}
    lines = asyncio.ensure_future(service.ask("POST", "/v1/analyses", [body], headers))
    stream = asyncio.ensure_future(service.ask("GET", f"/v1/analysis/stream?{EASY}"))
    while len(service.searches.scheduler.waiting) < 2:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    for _ in range(100):  # Both responses begin.
        await asyncio.sleep(0)
    monkeypatch.undo()
    if is_refused:
        await service.searches.close()
    left.set()
    waited = (await stream).expect(200).body
    assert waited.startswith(b": ping\n\n" * 2)
    *_, (name, data) = events_of(waited)
    line = (await lines).expect(200).body
    assert line.startswith(b"  ")
    problem = json.loads(line)["problem"]
    if is_refused:
        assert (data["code"], problem["code"]) == ("not_ready", "not_ready")
    else:
        assert (name, problem) == ("analysis", None)
    await running
