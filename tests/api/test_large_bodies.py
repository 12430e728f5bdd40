"""Bodies of every shape leave the event loop free, and oversized ones are rejected unread."""

import asyncio
import json
from itertools import product
from time import process_time

import pytest

from tests.api.support import JSON, assert_problem, post_text
from tests.asgi import Client
from tests.parameters import in_full

REPETITIONS = 7
ROWS = ["".join(row) for row in product("XO.", repeat=3)]
ESCAPED = "\\u0041"


def positions(item: str, count: int = 76_000) -> str:
    """A batch of this item, repeated."""
    return f'{{"positions": [{",".join([item] * count)}]}}'


def cells(item: str, count: int = 1_400) -> str:
    """A body with a board of this item, repeated."""
    return f'{{"board": [{",".join([item] * count)}]}}'


def names(length: int, count: int, value: str = "0") -> str:
    """An object with so many names of this length."""
    members = (f'"{i:0{length}x}" : {value}' for i in range(count))
    return "{" + ",".join(members) + "}"


EVERY_BOARD = {"side": "X", "moves": {"/".join(rows): 4 for rows in product(ROWS, repeat=3)}}
TOO_MANY_NAMES = {
    "/v1/analyses": names(1, 60_000),
    "/v1/exam": f'{{"side": "X", "moves": {names(1, 58_000)}}}',
}
ORDINARY = {
    "unknown names": names(30, 1_400),
    "numbers": cells("1." + "1" * 40),
    "objects": cells("{}", 700),
    "rows": cells("[]", 700),
    "text rows": cells('"..."'),
    "one string": json.dumps({"board": "./" * 32_000}),
    "escapes": f'{{"board": "{ESCAPED * 10_800}"}}',
    "digits": f'{{"seed": {"9" * 60_000}}}',
    "nesting": "[" * 499 + "]" * 499,
}
LARGE = [
    ("/v1/analyses", positions(json.dumps({"board": [""] * 81, "id": "," * 64}), 500)),
    ("/v1/analyses", positions("1e1")),
    ("/v1/analyses", positions("1.123456789")),
    ("/v1/analyses", positions('"abcdefghij"')),
    ("/v1/analyses", positions(f'"{ESCAPED}"')),
    ("/v1/analyses", positions("{}", 40_000)),
    ("/v1/analyses", positions(json.dumps("a" * 1_048_000), 1)),
    ("/v1/analyses", positions(names(36, 19_000, "null"), 1)),
    ("/v1/analyses", " " * 1_048_000 + "{}"),
    ("/v1/exam", json.dumps(EVERY_BOARD)),
    ("/v1/exam", f'{{"side": "X", "moves": {names(40, 19_000)}}}'),
    *TOO_MANY_NAMES.items(),
]


async def hold_of(client: Client, path: str, text: str) -> float:
    """The longest time for which a request kept the event loop from other work, in CPU seconds."""
    request = asyncio.ensure_future(client.ask("POST", path, [text.encode()], JSON))
    longest, last = 0.0, process_time()
    while not request.done():
        await asyncio.sleep(0)
        now = process_time()
        longest, last = max(longest, now - last), now
    assert request.result().status < 500
    return longest


def shortest_hold(client: Client, path: str, text: str) -> float:
    """The hold without the noise of other programs."""
    return min(client.runner.run(hold_of(client, path, text)) for _ in range(REPETITIONS))


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/best-move", "/v1/review"])
@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_body_blocks_the_event_loop_for_at_most_10_ms(
    client: Client, path: str, text: str
) -> None:
    assert shortest_hold(client, path, text) < 0.010


@pytest.mark.full
@pytest.mark.parametrize(("path", "text"), LARGE, ids=range(len(LARGE)))
def test_large_body_blocks_the_event_loop_for_at_most_25_ms(
    client: Client, path: str, text: str
) -> None:
    assert 65_536 < len(text) <= 2**20
    assert shortest_hold(client, path, text) < 0.025


@pytest.mark.parametrize(
    ("path", "text", "code", "place"),
    [
        ("/v1/analysis", cells("0", 1_500), "wrong_value", ""),
        ("/v1/best-move", cells("[]", 800), "wrong_value", ""),
        ("/v1/review", names(1, 1_501), "wrong_value", ""),
        ("/v1/analyses", TOO_MANY_NAMES["/v1/analyses"], "wrong_value", "/positions"),
        ("/v1/exam", TOO_MANY_NAMES["/v1/exam"], "exam_too_large", "/moves"),
        *(
            ("/v1/analyses", positions(item, 200_000), "wrong_value", "/positions")
            for item in ("[]", "0", '""', "{}")
        ),
    ],
    ids=range(9),
)
def test_too_many_names_and_values_are_rejected_before_parsing(
    client: Client, path: str, text: str, code: str, place: str
) -> None:
    answer = post_text(client, path, text[:-1])  # which is not JSON
    problem = "invalid_request" if code == "wrong_value" else code
    assert_problem(answer, 422, problem, (code, place))


@pytest.mark.parametrize("mark", [",", "[", *in_full('":', '"', "\\", "{")])
def test_ids_of_any_characters_are_read(client: Client, mark: str) -> None:
    """The largest batch is accepted even if its ids look like JSON."""
    item = {"board": [["X", *[""] * 8], *[[""] * 9] * 8], "side_to_move": "O", "in_a_row": 9}
    item |= {"misere": False, "max_nodes": 1_000, "id": mark * (64 // len(mark))}
    batch = {"positions": [item] * 500, "moves": "best", "max_nodes": 1_000}
    answer = client.post("/v1/analyses", batch).expect(200)
    assert answer.json["results"][-1]["id"] == item["id"]
