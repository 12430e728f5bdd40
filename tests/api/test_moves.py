"""The moves played so far, instead of a board, and a new game, which has neither."""

from typing import Any

import pytest

from tests.api.support import BOARD, JSON, assert_problem
from tests.asgi import Answer, Client
from tests.openapi.document import as_query

# Moves, and the board and the side to move that they lead to.
GAMES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"moves": []}, {"board": ".........", "side_to_move": "X"}),
    ({"moves": [0, 1, 4, 8]}, {"board": BOARD}),
    ({"moves": [4, 0], "starting_side": "o"}, {"board": "X../.O./...", "side_to_move": "O"}),
    ({"moves": [0, 3, 1, 4, 2]}, {"board": "XXX/OO./..."}),
    (
        {"moves": [5, 0], "columns": 4, "rows": 5, "in_a_row": 4, "misere": True},
        {"board": "O.../.X../..../..../....", "side_to_move": "X", "in_a_row": 4, "misere": True},
    ),
]
MOVE = {"moves": [4]}
WRONG = ("invalid_request", "wrong_value")
# Requests with the code of the problem, and the code and the name of its error.
ERRORS: list[tuple[dict[str, Any], str, str, str]] = [
    (MOVE | {"board": BOARD}, *WRONG, "board"),
    (MOVE | {"side_to_move": "X"}, *WRONG, "side_to_move"),
    *(({"board": BOARD, name: 4}, *WRONG, name) for name in ("columns", "rows")),
    ({"side_to_move": "O", "starting_side": "X"}, *WRONG, "side_to_move"),
    ({"moves": [], "side_to_move": "x", "starting_side": "o"}, *WRONG, "side_to_move"),
    ({"columns": 10}, *WRONG, "columns"),
    ({"in_a_row": 4}, "wrong_in_a_row", "wrong_in_a_row", "in_a_row"),
    ({"board": BOARD, "starting_side": "X"}, *WRONG, "starting_side"),
    (MOVE | {"in_a_row": 4}, "wrong_in_a_row", "wrong_in_a_row", "in_a_row"),
    ({"moves": [0, 0]}, "illegal_move", "illegal_move", "moves"),
    ({"moves": [0, 9]}, "illegal_move", "illegal_move", "moves"),
    ({"moves": [0, 3, 1, 4, 2, 5]}, "illegal_move", "illegal_move", "moves"),
]

Operation = tuple[str, dict[str, Any], bool]
# Operations with the fields that make their response small, and whether they have a stream.
OPERATIONS = [
    ("/v1/analysis", {}, True),
    ("/v1/best-move", {}, True),
    ("/v1/game-tree", {}, False),
    ("/v1/trace", {"max_depth": 1}, False),
]
NOTHING: list[Any] = [None, "", []]
EMPTY: dict[str, Any] = {"board": "........."}
SHAPE = {"columns": 4, "misere": True, "side_to_move": "O"}
WITH_BOARD: dict[str, Any] = {"board": BOARD}
# Requests that mean the same. Columns and rows that agree with a board are accepted, because
# clients fill them in.
EQUAL: list[tuple[dict[str, Any], dict[str, Any]]] = [
    *GAMES,
    ({}, EMPTY),
    *(({name: value}, EMPTY) for name in ("board", "moves") for value in NOTHING),
    ({"board": None, "moves": []}, EMPTY),
    ({"board": "", "moves": None, "columns": 3, "rows": None, "starting_side": "x"}, EMPTY),
    ({"board": [], "moves": "", "side_to_move": "X", "starting_side": "X"}, EMPTY),
    (SHAPE, {"board": "..../..../....", "misere": True, "side_to_move": "O"}),
    *((WITH_BOARD | {"moves": nothing}, WITH_BOARD) for nothing in NOTHING),
    *(({"moves": [0, 1, 4, 8], "board": nothing}, WITH_BOARD) for nothing in NOTHING),
    (WITH_BOARD | {"columns": 3, "rows": 3}, WITH_BOARD),
    (WITH_BOARD | {"rows": 3}, WITH_BOARD),
]


def answers_of(client: Client, operation: Operation, request: dict[str, Any]) -> list[Answer]:
    """Return the responses to a request by POST, by GET and as a stream."""
    path, more, has_stream = operation
    sent = {name: "" if value is None else value for name, value in (request | more).items()}
    targets = [path, f"{path}/stream"] if has_stream else [path]
    return [
        client.post(path, request | more),
        *(client.get(f"{target}?{as_query(sent)}".removesuffix("?")) for target in targets),
    ]


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("request_", "same"), EQUAL)
def test_moves_and_nothing_are_the_board_that_they_mean(
    client: Client, operation: Operation, request_: dict[str, Any], same: dict[str, Any]
) -> None:
    if operation[0] == "/v1/game-tree" and request_.get("rows") == 5:
        return  # too large to count
    found, expected = (answers_of(client, operation, each) for each in (request_, same))
    assert [each.expect(200).body for each in found] == [each.body for each in expected]
    assert found[1].headers["etag"] == expected[1].headers["etag"]


@pytest.mark.parametrize("path", ["/v1/analyses", "/v1/review"])
def test_nothing_is_an_error_where_a_position_is_required(client: Client, path: str) -> None:
    body: dict[str, Any] = {"positions": [{}]} if path == "/v1/analyses" else {}
    place = "/positions/0/board" if path == "/v1/analyses" else "/moves"
    assert_problem(client.post(path, body), 422, "invalid_request", ("missing", place))
    assert_problem(client.send("POST", path, [b""], JSON), 400, "malformed_body")


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("request_", "code", "fault", "name"), ERRORS)
def test_contradiction_or_illegal_move_is_rejected(  # noqa: PLR0913, PLR0917
    client: Client, operation: Operation, request_: dict[str, Any], code: str, fault: str, name: str
) -> None:
    index = f"/{len(request_['moves']) - 1}" if code == "illegal_move" else ""
    posted, *queried = answers_of(client, operation, request_)
    for answer in queried:
        assert_problem(answer, 422, code, (fault, name))
    assert_problem(posted, 422, code, (fault, f"/{name}{index}"))
