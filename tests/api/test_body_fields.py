"""What each field of a body takes."""

import pytest

from service.engine.play.levels import Level
from tests.api.faults import BOARD, faults
from tests.asgi import Client
from tests.openapi.document import DOCUMENT

MODELS = {
    "/v1/analysis": "AnalysisRequest",
    "/v1/best-move": "BestMoveRequest",
    "/v1/game-tree": "GameTreeRequest",
}


@pytest.mark.parametrize(
    "fields",
    [
        {"side_to_move": "X"},
        {"side_to_move": "x"},
        {"side_to_move": None},
        {"in_a_row": 3},
        {"in_a_row": 3.0},
        {"in_a_row": None},
        {"misere": False},
        {"misere": True},
        {"misere": None},
        {"max_nodes": None},
        {"max_nodes": 1_000},
        {"max_nodes": 20_000_000.0},
        *({"level": level} for level in Level),
        {"level": None},
        {"seed": None},
        {"seed": 0},
        {"seed": 2**53 - 1},
        {"seed": 7.0},
        {"seed": 1e3},
    ],
)
def test_a_body_takes(client: Client, fields: dict[str, object]) -> None:
    assert client.post("/v1/best-move", {"board": BOARD} | fields).status == 200


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"side_to_move": "Z"}, "wrong_value"),
        ({"side_to_move": ""}, "wrong_value"),
        ({"side_to_move": "XO"}, "wrong_value"),
        ({"side_to_move": 1}, "wrong_type"),
        ({"side_to_move": True}, "wrong_type"),
        ({"side_to_move": ["X"]}, "wrong_type"),
        ({"in_a_row": 2}, "wrong_value"),
        ({"in_a_row": 10}, "wrong_value"),
        ({"in_a_row": -3}, "wrong_value"),
        ({"in_a_row": 3.5}, "wrong_type"),
        ({"in_a_row": "3"}, "wrong_type"),
        ({"in_a_row": True}, "wrong_type"),
        ({"in_a_row": 1e300}, "wrong_value"),
        ({"in_a_row": 10**90}, "wrong_value"),
        ({"misere": 0}, "wrong_type"),
        ({"misere": "false"}, "wrong_type"),
        ({"level": "Perfect"}, "wrong_value"),
        ({"level": ""}, "wrong_value"),
        ({"level": 5}, "wrong_type"),
        ({"level": ["perfect"]}, "wrong_type"),
        ({"max_nodes": 999}, "wrong_value"),
        ({"max_nodes": 20_000_001}, "wrong_value"),
        ({"max_nodes": 1000.5}, "wrong_type"),
        ({"max_nodes": "1000"}, "wrong_type"),
        ({"max_nodes": False}, "wrong_type"),
        ({"seed": -1}, "wrong_value"),
        ({"seed": 2**53}, "wrong_value"),
        ({"seed": 0.5}, "wrong_type"),
        ({"seed": "0"}, "wrong_type"),
        ({"seed": True}, "wrong_type"),
    ],
)
def test_a_body_does_not_take(client: Client, fields: dict[str, object], code: str) -> None:
    answer = client.post("/v1/best-move", {"board": BOARD} | fields)
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert faults(answer.json) == [(code, f"/{next(iter(fields))}")]


def test_null_in_a_body_is_a_field_left_out(client: Client) -> None:
    for path in ("/v1/analysis", "/v1/best-move", "/v1/game-tree"):
        names = DOCUMENT["components"]["schemas"][MODELS[path]]["properties"].keys() - {"board"}
        body = {"board": "XO./OX./.XO"}
        assert client.post(path, body | dict.fromkeys(names)).body == client.post(path, body).body
    names = DOCUMENT["components"]["schemas"]["ReviewRequest"]["properties"].keys() - {"moves"}
    game = {"moves": [0, 4]}
    answer = client.post("/v1/review", game | dict.fromkeys(names))
    assert answer.body == client.post("/v1/review", game).body


def test_a_body_comes_without_a_query(client: Client) -> None:
    answer = client.post(f"/v1/analysis?board={BOARD}", {"board": BOARD})
    assert answer.status == 422
    assert faults(answer.json) == [("unknown_parameter", "")]


@pytest.mark.parametrize("document", [[], "XO./.X./..O", 3, 0.5, None, True, [{"board": BOARD}]])
def test_a_body_is_an_object(client: Client, document: object) -> None:
    answer = client.post("/v1/analysis", document)
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert faults(answer.json) == [("wrong_type", "")]


def test_in_a_row_is_bounded_by_the_board(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": BOARD, "in_a_row": 4})
    assert (answer.status, answer.json["code"]) == (422, "wrong_in_a_row")
    assert faults(answer.json) == [("wrong_in_a_row", "/in_a_row")]
