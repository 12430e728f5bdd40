"""The moves played so far, instead of a board."""

import json
from typing import Any

import pytest

from tests.api.support import BOARD, JSON, assert_problem
from tests.asgi import Client
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
    ({}, "invalid_request", "missing", "board"),
    ({"board": None, "moves": None}, "invalid_request", "missing", "board"),
    (MOVE | {"board": BOARD}, *WRONG, "board"),
    (MOVE | {"side_to_move": "X"}, *WRONG, "side_to_move"),
    *(({"board": BOARD, name: 3}, *WRONG, name) for name in ("columns", "rows")),
    ({"board": BOARD, "starting_side": "X"}, *WRONG, "starting_side"),
    (MOVE | {"in_a_row": 4}, "wrong_in_a_row", "wrong_in_a_row", "in_a_row"),
    ({"moves": [0, 0]}, "illegal_move", "illegal_move", "moves"),
    ({"moves": [0, 9]}, "illegal_move", "illegal_move", "moves"),
    ({"moves": [0, 3, 1, 4, 2, 5]}, "illegal_move", "illegal_move", "moves"),
]


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/best-move"])
@pytest.mark.parametrize(("moves", "board"), GAMES)
def test_moves_are_the_board_they_lead_to(
    client: Client, path: str, moves: dict[str, Any], board: dict[str, Any]
) -> None:
    answers = [client.post(path, request).expect(200) for request in (moves, board)]
    queries = [f"?{as_query(request)}" for request in (moves, board)]
    answers += [client.get(path + query).expect(200) for query in queries]
    assert len({answer.body for answer in answers}) == 1
    assert answers[2].headers["etag"] == answers[3].headers["etag"]
    streams = [client.get(f"{path}/stream{query}").expect(200).body for query in queries]
    assert streams[0] == streams[1]


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/best-move"])
@pytest.mark.parametrize(("request_", "code", "fault", "name"), ERRORS)
def test_contradiction_or_illegal_move_is_rejected(  # noqa: PLR0913, PLR0917
    client: Client, path: str, request_: dict[str, Any], code: str, fault: str, name: str
) -> None:
    index = f"/{len(request_['moves']) - 1}" if code == "illegal_move" else ""
    sent = {key: value for key, value in request_.items() if value is not None}
    for target in (path, f"{path}/stream"):
        answer = client.get(f"{target}?{as_query(sent)}")
        assert_problem(answer, 422, code, (fault, name))
    assert_problem(client.post(path, request_), 422, code, (fault, f"/{name}{index}"))


def test_empty_moves_beside_a_board_are_omitted(client: Client) -> None:
    target = f"/v1/best-move?board={BOARD}"
    assert client.get(f"{target}&moves=").expect(200).body == client.get(target).body
    assert client.get("/v1/best-move?board=&moves=").expect(200).json["move"]["cell"] == 0
    both = client.get(f"{target}&moves=4")
    assert_problem(both, 422, "invalid_request", ("wrong_value", "board"))


def test_game_is_played_with_one_list_of_moves(client: Client) -> None:
    """The list serves play, undo and review, and says whose turn it is."""
    moves: list[int] = []
    while move := client.post("/v1/best-move", {"moves": moves}).expect(200).json["move"]:
        assert move["side"] == "XO"[len(moves) % 2]
        moves.append(move["cell"])
    review = client.post("/v1/review", {"moves": moves}).json
    assert [ply["verdict"] for ply in review["plies"]] == ["best"] * 9
    body = [json.dumps({"moves": moves[:-1]}).encode()]
    undone = client.send("POST", "/v1/best-move", body, JSON).json
    assert undone["move"]["cell"] == moves[-1]
