"""The response cache: what it shares, keeps and drops, with both sides of each bound.

Requests that differ in any parameter share neither an ETag nor a stored response. The parameters
come from the contract, so that a new one is tested too.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import AsyncMock

import pytest
from fastapi import Request
from hypothesis import assume, given, settings, strategies as st
from starlette.types import Receive, Scope, Send

from service.api.dependencies import get_searches
from service.api.searches import ClientSearches
from service.context import KEY, RequestContext
from service.middleware import response_cache
from service.middleware.response_cache import MAX_REQUEST, MAX_RESPONSE, ResponseCacheMiddleware
from tests.asgi import Client, Clients
from tests.openapi.document import (
    CACHEABLE,
    DOCUMENT,
    EXAMPLES,
    OPERATIONS,
    request_of,
    resolved,
    send,
    target_of,
)
from tests.parameters import one_of

BOARD, GAME = {"board", "side_to_move"}, {"moves", "columns", "rows", "starting_side"}
PUBLIC = "public, max-age=60"
# Either side can move, with lines of three and of four, and all searches are short.
# What some operations need instead of a board.
BASES = {"get_levels": {}, "get_review": {"moves": [], "columns": 4, "max_nodes": 1_000}}
# In no order of 4 or 5 columns do they complete a line, and a game tree of what is left is small.
GAMES = [[3, 9, 8, 2, 5, 4, 11, 6], [11, 7, 8, 9, 10, 3, 5, 1], [3, 10, 2, 8, 6, 5, 0, 7]]
BOARDS = ["XXOO/OOXX/XXOO/....", "OOXX/XXOO/OOXX/....", "XXOO/OOXX/..../XXOO"]
PARAMETERS = {
    name: {
        parameter["name"]: parameter
        for parameter in OPERATIONS[name][2]["parameters"]
        if parameter["in"] == "query"
    }
    for name in CACHEABLE
}


def values_of(parameter: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values with different meanings; the default is not among them."""
    schema = resolved(parameter["schema"])
    match schema:
        case {"enum": names}:
            return st.sampled_from(names)
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "integer"}:
            low = schema.get("minimum", 3)
            first = 4 if parameter["name"] == "columns" else low  # room for lines of both lengths
            return st.sampled_from([first, first + 1])
        case {"type": "array"}:
            return st.sampled_from(GAMES)
        case {"type": "string", "pattern": "^[XOxo]$"}:
            return st.sampled_from("XO")
    assert parameter["name"] == "board", parameter
    return st.sampled_from(BOARDS)


@pytest.fixture(scope="module")
def pair(runner: asyncio.Runner) -> Iterator[list[Client]]:
    clients = Clients(runner)
    yield [clients(), clients()]
    clients.close()


@pytest.mark.parametrize(
    ("operation_id", "name"),
    one_of(3, [(each, name) for each in CACHEABLE for name in PARAMETERS[each]]),
)
@settings(max_examples=8, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_requests_that_differ_in_a_parameter_share_nothing(
    pair: list[Client], operation_id: str, name: str, data: st.DataObject
) -> None:
    parameters = PARAMETERS[operation_id]
    others = data.draw(st.sets(st.sampled_from(sorted(parameters))))
    drawn = {name} | others | BASES.get(operation_id, {"board": None}).keys()
    if {"board", "moves"} <= parameters.keys():  # A request has a board or a game.
        limits = {"max_nodes", "max_depth"} & parameters.keys()
        drawn = drawn - BOARD | {"moves", "columns"} | limits if name in GAME else drawn - GAME
    query = {each: data.draw(values_of(parameters[each]), each) for each in drawn}
    changed = values_of(parameters[name]).filter(lambda value: value != query[name])
    queries = [query, {**query, name: data.draw(changed, f"other {name}")}]
    assume(all(each.get("level", "perfect") == "perfect" for each in queries if each.get("traps")))
    targets = [target_of(operation_id, each) for each in queries]
    here, there = pair
    first, second, *again = [here.get(target).expect(200) for target in (*targets, *targets)]
    assert first.headers["etag"] != second.headers["etag"]
    # In another order on another replica, and by POST.
    path = OPERATIONS[operation_id][1]
    backwards = [there.get(target) for target in (targets[1], targets[0])]
    posted = [here.post(path, each) for each in queries if "post" in DOCUMENT["paths"][path]]
    assert [each.body for each in again] == [first.body, second.body]
    assert [each.body for each in posted] in ([], [first.body, second.body])
    assert [each.body for each in backwards] == [second.body, first.body]
    assert [each.headers["etag"] for each in again] == [
        each.headers["etag"] for each in (first, second)
    ]


# Good and bad heads of the examples of the contract.
HEADS: list[dict[str, Any]] = [
    {"host": "a\\b"},
    {"host": ["x", "x"]},
    {"host": ["x", "x"], "accept-encoding": "identity"},
    {"host": []},
    {"x": "a" * 20_000},
    {"transfer-encoding": "gzip"},
    {"content-type": "text/plain"},
    {"content-encoding": "gzip"},
    {"if-match": '"other"'},
    {"if-none-match": "*"},
    {"origin": "http://page.example"},
    {"accept-encoding": "gzip"},
    {"accept-encoding": "identity"},
    {"accept-encoding": "br, gzip;q=0"},
    {},
]


@pytest.mark.parametrize(("name", "status", "example"), one_of(3, EXAMPLES))
def test_request_gets_the_same_response_from_a_full_cache(
    pair: list[Client], name: str, status: str, example: str
) -> None:
    asked = request_of(name, example)
    heads = [({}, "2.0"), *((head, "1.1") for head in HEADS)]
    first = [send(pair[0], name, asked, *head) for head in heads]
    assert first[-1].status == int(status)
    assert {each.status for each in first[:5]} == {400}
    for head, before in zip(heads, first, strict=True):
        after = send(pair[0], name, asked, *head)
        assert (after.status, after.body) == (before.status, before.body), head
        assert after.lasting_headers == before.lasting_headers, head


def test_operations_have_different_etags(client: Client) -> None:
    targets = [target_of(name, BASES.get(name, {"board": BOARDS[0]})) for name in CACHEABLE]
    etags = [client.get(target).expect(200).headers["etag"] for target in targets]
    assert len(set(etags)) == len(CACHEABLE) > 3


def test_repeated_request_does_not_reach_the_operation(new_client: Clients) -> None:
    """Unless it has a condition or a body, or what would identify it is long."""
    client, calls = new_client(), []

    async def counted(request: Request) -> ClientSearches:
        calls.append(request)
        return ClientSearches(request)

    client.app.dependency_overrides[get_searches] = counted
    target = "/v1/analysis?board=........."
    client.get(target).expect(200)
    client.get(target, x_request_id="other").expect(200)
    client.send("HEAD", target).expect(200)
    for headers in ({"user_agent": "x"}, {"accept": "x/y"}, {"cookie": "x"}):
        client.get(target, **headers).expect(200)
    for coding in ("identity", "br", "gzip;q=0", ""):
        client.get(target, accept_encoding=coding).expect(200)
    assert len(calls) == 1
    for coding in ("gzip", "br, gzip;q=0.5", "*"):
        client.get(target, accept_encoding=coding).expect(200)
    assert len(calls) == 2
    for _ in range(2):
        client.get(target, origin="http://page.example").expect(200)
    assert len(calls) == 3
    passed = ({"if_match": "*"}, {"if_none_match": '"x"'}, {"content_length": "1"})
    for number, headers in enumerate(passed * 2, 4):
        client.get(target, **headers).expect(200)
        assert len(calls) == number


class Cached:
    """The cache in front of an application that counts its calls by path."""

    def __init__(
        self, size: int = 0, status: int = 200, control: str = PUBLIC, vary: str = "", **more: bool
    ) -> None:
        self.calls: Counter[str] = Counter()
        self._status, self._body = status, {"body": b"x" * size, **more}
        self._headers = [(b"cache-control", control.encode()), (b"vary", vary.encode())]
        self._cache = ResponseCacheMiddleware(self._respond)

    async def _respond(self, scope: Scope, _: Receive, send: Send) -> None:
        self.calls[scope["path"]] += 1
        await asyncio.sleep(0)  # Equal requests can be in progress at once.
        start = {"type": "http.response.start", "status": self._status, "headers": self._headers}
        await send(start)
        await send({"type": "http.response.body", **self._body})

    async def get(self, path: str, method: str = "GET", **headers: str) -> None:
        """Request a path."""
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "route": None,
            KEY: RequestContext("", None, method, ""),
        }
        await self._cache(scope, asyncio.Event().wait, AsyncMock())  # type: ignore[arg-type]


@pytest.fixture
def three_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "MAX_ENTRIES", 3)


@pytest.mark.usefixtures("three_fit")
def test_least_recently_requested_response_is_dropped(runner: asyncio.Runner) -> None:
    cached = Cached()
    for path in "abcad":  # a is requested again, and d is one too many
        runner.run(cached.get(path))
    assert cached.calls == Counter("abcd")
    for path in "dac":
        runner.run(cached.get(path))
    assert cached.calls == Counter("abcd")
    for path in "bd":  # each of them drops one
        runner.run(cached.get(path))
    assert cached.calls == Counter("abbcdd")


@pytest.mark.usefixtures("three_fit")
def test_equal_requests_at_once_take_the_room_of_one(runner: asyncio.Runner) -> None:
    cached = Cached()

    async def twice() -> None:
        await asyncio.gather(cached.get("a"), cached.get("a"))

    runner.run(twice())
    for path in "bca":
        runner.run(cached.get(path))
    assert cached.calls == Counter("aabc")


@pytest.mark.parametrize("vary", ["", "x"])
@pytest.mark.parametrize(
    ("size", "length", "calls"),
    [(MAX_RESPONSE, 1, 1), (MAX_RESPONSE + 1, 1, 2), (0, MAX_REQUEST, 1), (0, MAX_REQUEST + 1, 2)],
)
def test_long_response_or_request_is_not_kept(
    runner: asyncio.Runner, vary: str, size: int, length: int, calls: int
) -> None:
    cached = Cached(size, vary=vary)
    path, headers = ("a" * length, {}) if not vary else ("a", {"x": "a" * (length - 2)})
    for _ in range(2):
        runner.run(cached.get(path, **headers))
    assert cached.calls[path] == calls


@pytest.mark.parametrize(
    ("cached", "method", "calls"),
    [
        (Cached(), "GET", 1),
        (Cached(), "POST", 3),
        (Cached(status=203), "GET", 3),
        (Cached(vary="*"), "GET", 3),
        (Cached(more_body=True), "GET", 3),
        *(
            (Cached(control=control), "GET", 3)
            for control in ("", "max-age=60", "no-store", "public", f"{PUBLIC}, no-cache")
        ),
    ],
)
def test_only_a_response_that_says_so_is_stored(
    runner: asyncio.Runner, cached: Cached, method: str, calls: int
) -> None:
    for _ in range(3):
        runner.run(cached.get("a", method))
    assert cached.calls["a"] == calls


def test_responses_are_stored_by_the_headers_in_vary(runner: asyncio.Runner) -> None:
    cached = Cached(vary="X-Color, x-size")
    for calls, headers in enumerate(
        ({}, {"x-color": "red"}, {"x-color": "blue"}, {"x-color": "red", "x-size": "1"}), 1
    ):
        for other in ("1", "2"):
            runner.run(cached.get("a", other=other, **headers))
        assert cached.calls["a"] == calls


def test_response_is_stored_until_its_age(
    runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached = Cached()
    for now, calls in ((0.0, 1), (59.0, 1), (61.0, 2), (120.0, 2), (122.0, 3)):
        monkeypatch.setattr(response_cache, "monotonic", lambda now=now: now)
        runner.run(cached.get("a"))
        assert cached.calls["a"] == calls
