"""Searches in progress: overload, clients that leave, equal requests, and shutdown."""

import asyncio

import pytest

from tests.api.support import HARD, assert_problem, events_of
from tests.asgi import Answer, Client
from tests.clients import Clients
from tests.middleware.metrics import series, value

SHORT = "/v1/analysis?board=........."
LONG = f"{HARD}&max_nodes=20000000"
MIDDLE = f"{HARD}&max_nodes=30000"


@pytest.fixture
def narrow(new_client: Clients) -> Client:
    """A client of a service with one worker and no place to wait."""
    return new_client(workers=1, max_waiting=0, kept_answers=1)


async def start(
    client: Client, target: str, leaves: asyncio.Event | None = None
) -> asyncio.Task[Answer]:
    """A request that has its worker."""
    task = asyncio.ensure_future(client.ask("GET", target, leaves=leaves))
    while not client.app.state.searches.pool.running:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    return task


def test_only_long_searches_are_refused_under_overload(narrow: Client) -> None:
    async def scenario() -> None:
        busy = await start(narrow, f"/v1/analysis?{LONG}")
        for path in ("analysis", "analysis/stream", "best-move"):
            refused = await narrow.ask("GET", f"/v1/{path}?{HARD}&max_nodes=1000")
            assert_problem(refused, 503, "overloaded")
            assert refused.headers["retry-after"] == "1"
        for target in ("/livez", SHORT, "/v1/best-move?board=XO......."):
            (await narrow.ask("GET", target)).expect(200)
        busy.cancel()
        await asyncio.gather(busy, return_exceptions=True)
        (await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")).expect(200)

    narrow.runner.run(scenario())


@pytest.mark.parametrize("path", ["analysis", "analysis/stream", "best-move"])
def test_client_that_leaves_frees_its_worker(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left = asyncio.Event()
        request = await start(narrow, f"/v1/{path}?{LONG}", left)
        left.set()
        await request
        assert not narrow.app.state.searches.pool.running
        (await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")).expect(200)

    narrow.runner.run(scenario())


def test_equal_requests_share_one_search(narrow: Client) -> None:
    async def scenario() -> None:
        paths = ["analysis", "best-move", "analysis/stream"] + ["analysis"] * 5
        found = await asyncio.gather(*(narrow.ask("GET", f"/v1/{p}?{MIDDLE}") for p in paths))
        assert [answer.status for answer in found] == [200] * len(paths)
        assert len({answer.body for answer in found}) == 3
        assert events_of(found[2].body)[-1] == ("analysis", found[0].json)

    narrow.runner.run(scenario())
    found = series(narrow)
    assert (value(found, "cache_hits_total"), value(found, "cache_misses_total")) == (7, 1)


@pytest.mark.parametrize("path", ["analysis", "analysis/stream"])
def test_client_that_leaves_does_not_end_a_shared_search(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left = asyncio.Event()
        leaving = await start(narrow, f"/v1/{path}?{MIDDLE}", left)
        staying = asyncio.ensure_future(narrow.ask("GET", f"/v1/analysis?{MIDDLE}"))
        for _ in range(100):  # it joins the search
            await asyncio.sleep(0)
        left.set()
        await leaving
        (await staying).expect(200)

    narrow.runner.run(scenario())
    assert value(series(narrow), "cache_hits_total") == 1


def test_shutdown_interrupts_searches(narrow: Client) -> None:
    async def scenario() -> None:
        search = await start(narrow, f"/v1/analysis?{LONG}")
        await narrow.app.state.searches.close()
        answer = await search
        assert_problem(answer, 503, "not_ready")
        assert answer.headers["retry-after"] == "1"
        late = await narrow.ask("GET", f"/v1/analysis/stream?{HARD}")
        assert_problem(late, 503, "not_ready")
        (await narrow.ask("GET", SHORT)).expect(200)

    narrow.runner.run(scenario())
