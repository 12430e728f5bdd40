"""Searches that others wait for: overload, clients that leave, equal questions, the end."""

import asyncio
from typing import Any

import pytest

from tests.api.streams import HARD, events_of
from tests.asgi import Client
from tests.middleware.metrics import series, value


async def start(client: Client, target: str) -> asyncio.Task[Any]:
    """A request that has its worker."""
    task = asyncio.ensure_future(client.ask("GET", target))
    while not client.app.state.searches.pool._busy:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    return task


def test_too_many_searches_are_refused_and_short_answers_are_not(narrow: Client) -> None:
    async def scenario() -> None:
        busy = await start(narrow, f"/v1/analysis?{HARD}&max_nodes=20000000")
        for path in ("analysis", "analysis/stream", "best-move"):
            refused = await narrow.ask("GET", f"/v1/{path}?{HARD}&max_nodes=1000")
            assert (refused.status, refused.json["code"]) == (503, "overloaded")
            assert refused.headers["retry-after"] == "1"
            assert refused.headers["cache-control"] == "no-store"
        for target in ("/livez", "/v1/analysis?board=.........", "/v1/best-move?board=XO......."):
            assert (await narrow.ask("GET", target)).status == 200
        etag = (await narrow.ask("GET", "/v1/analysis?board=.........")).headers["etag"]
        assert etag
        busy.cancel()
        await asyncio.gather(busy, return_exceptions=True)
        freed = await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")
        assert freed.status == 200

    narrow.runner.run(scenario())


@pytest.mark.parametrize("path", ["analysis", "analysis/stream", "best-move"])
def test_a_client_that_leaves_frees_its_place(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left = asyncio.Event()
        asked = asyncio.ensure_future(
            narrow.ask("GET", f"/v1/{path}?{HARD}&max_nodes=20000000", leaves=left)
        )
        pool = narrow.app.state.searches.pool
        while not pool._busy:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)
        left.set()
        await asked
        assert not pool._busy
        freed = await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")
        assert freed.status == 200

    narrow.runner.run(scenario())


def test_the_same_question_at_the_same_time_is_searched_once(narrow: Client) -> None:
    async def scenario() -> None:
        query = f"?{HARD}&max_nodes=30000"
        paths = ["analysis", "best-move", "analysis/stream"] + ["analysis"] * 5
        found = await asyncio.gather(*(narrow.ask("GET", f"/v1/{path}{query}") for path in paths))
        assert [answer.status for answer in found] == [200] * len(paths)
        assert len({answer.body for answer in found}) == 3
        assert events_of(found[2].body)[-1] == ("analysis", found[0].json)

    narrow.runner.run(scenario())
    found = series(narrow)
    assert (value(found, "cache_hits_total"), value(found, "cache_misses_total")) == (7, 1)


@pytest.mark.parametrize("path", ["analysis", "analysis/stream"])
def test_who_leaves_takes_no_search_from_who_stays(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left, target = asyncio.Event(), f"/v1/{path}?{HARD}&max_nodes=30000"
        leaving = asyncio.ensure_future(narrow.ask("GET", target, leaves=left))
        while not narrow.app.state.searches.pool._busy:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)
        staying = asyncio.ensure_future(narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=30000"))
        await asyncio.sleep(0)
        left.set()
        await leaving
        assert (await staying).status == 200

    narrow.runner.run(scenario())


def test_a_search_that_the_end_of_the_service_cuts_short_is_told_so(narrow: Client) -> None:
    async def scenario() -> None:
        search = await start(narrow, f"/v1/analysis?{HARD}&max_nodes=20000000")
        await narrow.app.state.searches.close()
        answer = await search
        assert (answer.status, answer.json["code"]) == (503, "not_ready")
        assert answer.headers["retry-after"] == "1"
        late = await narrow.ask("GET", f"/v1/analysis/stream?{HARD}")
        assert (late.status, late.json["code"]) == (503, "not_ready")
        assert (await narrow.ask("GET", "/v1/analysis?board=.........")).status == 200

    narrow.runner.run(scenario())
