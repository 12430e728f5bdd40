"""How the errors of an input are named, in a body and in a query."""

import re
from typing import Any
from unittest.mock import Mock
from urllib.parse import quote

import pytest

from tests.api.support import BOARD, JSON, MARKER, assert_problem
from tests.asgi import Client, Clients
from tests.openapi.document import OPERATIONS
from tests.parameters import one_of

INVALID = (422, "invalid_request")
NAMES = "board, side_to_move, in_a_row, misere, max_nodes, moves, starting_side, columns and rows"
PATHS = ["/v1/analysis", "/v1/best-move", "/v1/game-tree", "/v1/trace"]
POSTS = [path for method, path, _ in OPERATIONS.values() if method == "post"]


@pytest.mark.parametrize("path", [*PATHS, "/v1/review"])
def test_position_in_the_body_of_a_get_is_not_ignored(client: Client, path: str) -> None:
    """The empty board would be the response for another position, even if it is in the cache."""
    late, body = ("board=XOX/OXO/OX.", "moves=0,1,2,4,3,5,7,6"), b'{"board":"........."}'
    name = "moves" if path == "/v1/review" else "board"
    for target in (path, f"{path}?in_a_row=3&moves=&columns=3"):
        client.get(target)
        for headers in ({"content-length": "20"}, {"transfer-encoding": "chunked"}):
            answer = client.send("GET", target, [body], JSON | headers)
            assert_problem(answer, *INVALID, ("missing", name))
            assert answer.json["detail"].startswith("The body is ignored, because this is a GET; ")
    for query in late[name == "moves" :]:
        client.send("GET", f"{path}?{query}", [body], JSON).expect(200)
    client.send("GET", f"{path}?{late[1]}", [b""], {"content-length": "0"}).expect(200)


@pytest.mark.parametrize(
    ("name", "is_shown"),
    [
        *((name, True) for name in ("boards", "cells", "__", "1a", "a" * 32, "in_a_r0w")),
        *((name, False) for name in (MARKER, "!", " x", "", "é", "a" * 33, "a-b")),
    ],
)
def test_unknown_name_is_rejected_with_the_known_ones(
    client: Client, name: str, is_shown: bool
) -> None:
    """Including one used only in the code, for a form of the board; a program can read the name."""
    parameter, shown = quote(name), f" `{name}`" * is_shown
    near = {"boards": "board", "in_a_r0w": "in_a_row"}.get(name)
    advice = f"; did you mean {near}? Use" if near else "; use"
    query = client.get(f"/v1/analysis?board={BOARD}&{parameter}=1&{parameter}=2&other={MARKER}")
    faults = (name * is_shown, "other")
    assert_problem(query, *INVALID, *[("unknown_parameter", each) for each in faults])
    body = client.post("/v1/analysis", {"board": BOARD, name: {MARKER: MARKER}, "other": 1})
    pointers = (f"/{name}" * is_shown, "/other")
    assert_problem(body, *INVALID, *[("unknown_field", each) for each in pointers])
    for kind, answer in (("parameter", query), ("field", body)):
        assert answer.json["detail"] == (
            f"The request has an unknown {kind}{shown}{advice} only {NAMES}. "
            "This is the first of 2 errors found."
        )


def test_errors_are_in_the_order_of_the_fields_after_unknown_names(client: Client) -> None:
    answer = client.post("/v1/best-move", {"more": 1, "seed": -1, "board": 1, "level": "x"})
    faults = [("wrong_type", "/board"), ("wrong_value", "/level"), ("wrong_value", "/seed")]
    assert_problem(answer, *INVALID, ("unknown_field", "/more"), *faults)
    assert answer.json["detail"].startswith("The request has an unknown field `more`; ")
    assert answer.json["detail"].endswith("This is the first of 4 errors found.")


def unknown(count: int) -> dict[str, int]:
    return {f"sidmove{number}": 0 for number in range(count)}


NO_NAMES: Any = {}
NO_ITEMS: Any = []
WRONG: dict[str, object] = dict.fromkeys(
    ("board", "side_to_move", "in_a_row", "misere", "max_nodes", "level"), NO_NAMES
)
ITEMS = (unknown(10), WRONG | unknown(9), NO_NAMES, NO_ITEMS, 0)
SHAPES: list[object] = [
    *({"board": BOARD} | unknown(count) for count in (1, 10, 11, 1_400)),
    *(WRONG | unknown(count) for count in (0, 10, 1_400)),
    *({"moves": [value] * 1_400, "side": NO_ITEMS} for value in ("", NO_NAMES, [NO_ITEMS], 81)),
    *({"board": [value] * 20} for value in ("?", ["?"] * 20, NO_NAMES, [NO_ITEMS] * 20)),
    *({"positions": [item] * 490} for item in ITEMS),
    *({"positions": [item] * 20_000, **unknown(9)} for item in (unknown(1), NO_ITEMS, 0)),
]


@pytest.mark.parametrize("path", one_of(2, POSTS))
def test_few_errors_are_found_and_at_most_10_are_described(new_client: Clients, path: str) -> None:
    """Whatever the shape of a body: each error that Pydantic finds takes time."""
    client = new_client(max_body_bytes=2**20)
    for shape in SHAPES:
        answer = client.post(path, shape)
        assert len(answer.expect(422).json["errors"]) <= 10
        total = re.search(r"the first of (\d+) errors", answer.json["detail"])
        assert not total or int(total[1]) <= 20
    many = client.post("/v1/analysis", {"board": BOARD} | unknown(1_400))
    assert_problem(many, *INVALID, ("unknown_field", ""))
    few = client.post("/v1/analysis", WRONG | unknown(8)).json
    assert len(few["errors"]) == 10
    assert few["detail"].endswith(" the first of 14 errors found.")


def test_start_of_an_unknown_name_is_compared_with_known_names(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To compare a name of 1 MiB takes 0.1 s."""
    compare = Mock(return_value=[])
    monkeypatch.setattr("service.problems.validation.get_close_matches", compare)
    for path in ("/v1/analysis", "/v1/analyses", "/v1/exam"):
        client.post(path, {"a" * 60_000: 0}).expect(422)
    client.get(f"/v1/analysis?{'a' * 4_000}=0").expect(422)
    assert {call.args[0] for call in compare.mock_calls} == {"a" * 32}


def test_errors_of_a_query_describe_texts(client: Client) -> None:
    in_query = str(client.get("/v1/analysis?board=?").json) + str(client.get("/v1/review").json)
    assert "array" not in in_query
    assert "null" not in in_query
    assert "array" in str(client.post("/v1/analysis", {"board": 9}).json["errors"])
