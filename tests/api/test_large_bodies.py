"""Bodies of every shape leave the event loop free, and oversized ones are rejected unread."""

import asyncio
import json
from itertools import product
from time import process_time
from typing import Final

import pytest

from service.app import create_app
from tests.asgi import Client

REPETITIONS: Final = 7
MAX_HOLD: Final = 0.010  # seconds of processor time
MAX_HOLD_OF_LARGE: Final = 0.025
ROWS: Final = ["".join(row) for row in product("XO.", repeat=3)]
ESCAPED: Final = "\\u0041"
JSON: Final = {"content-type": "application/json"}


def positions(item: str, count: int = 76_000) -> str:
    """A batch of this item, repeated."""
    return f'{{"positions": [{",".join([item] * count)}]}}'


def cells(item: str, count: int = 1_400) -> str:
    """A body with a board of this item, repeated."""
    return f'{{"board": [{",".join([item] * count)}]}}'


def names(length: int, count: int, value: str) -> str:
    """The members of an object, each with its own name."""
    return ",".join(f'"{i:0{length}x}" : {value}' for i in range(count))


ORDINARY: Final = {
    "unknown names": f"{{{names(30, 1_400, '0')}}}",
    "numbers": cells("1." + "1" * 40),
    "objects": cells("{}", 700),
    "rows": cells("[]", 700),
    "text rows": cells('"..."'),
    "one string": json.dumps({"board": "./" * 32_000}),
    "escapes": f'{{"board": "{ESCAPED * 10_800}"}}',
    "digits": f'{{"seed": {"9" * 60_000}}}',
    "nesting": "[" * 499 + "]" * 499,
}
LARGE: Final[dict[str, dict[str, str]]] = {
    "/v1/analyses": {
        "cells": positions(json.dumps({"board": [""] * 81, "id": "," * 64}), 500),
        "exponents": positions("1e1"),
        "fractions": positions("1.123456789"),
        "strings": positions('"abcdefghij"'),
        "escapes": positions(f'"{ESCAPED}"'),
        "objects": positions("{}", 40_000),
        "one string": positions(json.dumps("a" * 1_048_000), 1),
        "names": positions(f"{{{names(36, 19_000, 'null')}}}", 1),
        "too many names": f"{{{names(1, 60_000, '0')}}}",
        "spaces": " " * 1_048_000 + "{}",
    },
    "/v1/exam": {
        "every board": json.dumps(
            {"side": "X", "moves": {"/".join(rows): 4 for rows in product(ROWS, repeat=3)}}
        ),
        "long names": f'{{"side": "X", "moves": {{{names(40, 19_000, "0")}}}}}',
        "too many names": f'{{"side": "X", "moves": {{{names(1, 58_000, "0")}}}}}',
    },
}


async def hold_of(client: Client, path: str, body: bytes) -> float:
    """The longest time for which a request kept the event loop from other work, in CPU seconds."""
    request = asyncio.ensure_future(client.ask("POST", path, [body], JSON))
    longest, last = 0.0, process_time()
    while not request.done():
        await asyncio.sleep(0)
        now = process_time()
        longest, last = max(longest, now - last), now
    assert request.result().status < 500
    return longest


def shortest_hold(client: Client, path: str, text: str) -> float:
    """The hold without the noise of other programs."""
    fresh = Client(create_app(), client.runner)
    work = (hold_of(fresh, path, text.encode()) for _ in range(REPETITIONS))
    shortest = min(client.runner.run(each) for each in work)
    client.runner.run(fresh.app.state.searches.close())
    return shortest


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/best-move", "/v1/review"])
def test_ordinary_body_holds_event_loop_for_10_ms_at_most(
    client: Client, path: str, name: str
) -> None:
    assert shortest_hold(client, path, ORDINARY[name]) < MAX_HOLD


@pytest.mark.full
@pytest.mark.parametrize(("path", "name"), [(p, name) for p in LARGE for name in LARGE[p]])
def test_large_body_holds_event_loop_for_25_ms_at_most(
    client: Client, path: str, name: str
) -> None:
    assert 65_536 < len(LARGE[path][name]) <= 2**20
    assert shortest_hold(client, path, LARGE[path][name]) < MAX_HOLD_OF_LARGE


@pytest.mark.parametrize(
    ("path", "text", "code", "pointer"),
    [
        ("/v1/analysis", cells("0", 1_500), "invalid_request", ""),
        ("/v1/best-move", cells("[]", 800), "invalid_request", ""),
        ("/v1/review", f"{{{names(1, 1_501, '0')}}}", "invalid_request", ""),
        ("/v1/analyses", LARGE["/v1/analyses"]["too many names"], "invalid_request", "/positions"),
        ("/v1/exam", LARGE["/v1/exam"]["too many names"], "exam_too_large", "/moves"),
        *(
            ("/v1/analyses", positions(item, 200_000), "invalid_request", "/positions")
            for item in ("[]", "0", '""', "{}")
        ),
    ],
)
def test_too_many_names_and_values_are_rejected_unread(
    client: Client, path: str, text: str, code: str, pointer: str
) -> None:
    body = text.encode()[:-1]  # which is not JSON
    answer = client.send("POST", path, [body], JSON)
    assert (answer.status, answer.json["code"]) == (422, code)
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


@pytest.mark.parametrize("mark", [",", '":', '"', "\\", "{", "["])
def test_ids_of_any_characters_are_read(client: Client, mark: str) -> None:
    """The largest batch is accepted even if its ids look like JSON."""
    item = {"board": [["X", *[""] * 8], *[[""] * 9] * 8], "side_to_move": "O", "in_a_row": 9}
    item |= {"misere": False, "max_nodes": 1_000, "id": mark * (64 // len(mark))}
    batch = {"positions": [item] * 500, "moves": "best", "max_nodes": 1_000}
    answer = client.post("/v1/analyses", batch)
    assert answer.status == 200
    assert answer.json["results"][-1]["id"] == item["id"]
