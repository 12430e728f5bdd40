"""What each parameter of a query takes."""

import pytest

from tests.api.faults import BOARD, faults
from tests.asgi import Client


@pytest.mark.parametrize(
    "query",
    [
        "side_to_move=X",
        "side_to_move=x",
        "in_a_row=3",
        "misere=false",
        "misere=true",
        "max_nodes=1000",
        "max_nodes=20000000",
        "level=perfect",
        "seed=0",
        "seed=9007199254740991",
        "side_to_move=X&in_a_row=3&misere=false&level=perfect&seed=7",
    ],
)
def test_a_query_takes(client: Client, query: str) -> None:
    assert client.get(f"/v1/best-move?board={BOARD}&{query}").status == 200


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("side_to_move=Z", "wrong_value"),
        ("side_to_move=", "wrong_value"),
        ("side_to_move=null", "wrong_value"),
        ("side_to_move=%00", "wrong_value"),
        ("side_to_move=X%0A", "wrong_value"),
        ("in_a_row=2", "wrong_value"),
        ("in_a_row=", "wrong_type"),
        ("in_a_row=3.0", "wrong_type"),
        ("in_a_row=+3", "wrong_type"),
        ("in_a_row=%203", "wrong_type"),
        ("in_a_row=0_3", "wrong_type"),
        ("in_a_row=three", "wrong_type"),
        ("in_a_row=%D9%A3", "wrong_type"),
        ("in_a_row=" + "9" * 1000, "wrong_value"),
        ("seed=" + "0" * 30, "wrong_value"),
        ("misere=False", "wrong_type"),
        ("misere=0", "wrong_type"),
        ("misere=no", "wrong_type"),
        ("misere", "wrong_type"),
        ("level=", "wrong_value"),
        ("max_nodes=999", "wrong_value"),
        ("max_nodes=20000001", "wrong_value"),
        ("max_nodes=", "wrong_type"),
        ("max_nodes=1e6", "wrong_type"),
        ("seed=-1", "wrong_value"),
        ("seed=9007199254740992", "wrong_value"),
        ("seed=1e3", "wrong_type"),
        ("seed=null", "wrong_type"),
    ],
)
def test_a_query_does_not_take(client: Client, query: str, code: str) -> None:
    answer = client.get(f"/v1/best-move?board={BOARD}&{query}")
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert faults(answer.json) == [(code, query.partition("=")[0])]


@pytest.mark.parametrize(
    "board", ["", "%", "%zz", "%ff", "%00", "%ED%A0%80", "XO.%2F.X.%2F..O%0A", "+++/+++/+++"]
)
def test_percent_encoded_nonsense_is_no_board(client: Client, board: str) -> None:
    answer = client.get(f"/v1/analysis?board={board}")
    assert (answer.status, faults(answer.json)) == (422, [("wrong_value", "board")])


def test_a_percent_encoded_board_is_a_board(client: Client) -> None:
    assert client.get("/v1/analysis?board=%58O.%2F.X.%2F..O").status == 200


@pytest.mark.parametrize("name", ["board", "side_to_move", "in_a_row", "misere"])
def test_a_repeated_parameter_is_refused(client: Client, name: str) -> None:
    value = {"board": BOARD, "side_to_move": "X", "in_a_row": "3", "misere": "false"}[name]
    answer = client.get(f"/v1/analysis?board={BOARD}&{name}={value}&{name}={value}")
    assert answer.status == 422
    assert faults(answer.json) == [("repeated_parameter", name)]


def test_the_texts_of_a_query_speak_of_queries(client: Client) -> None:
    in_query = client.get("/v1/analysis?board=?&misere=1").json
    in_body = client.post("/v1/analysis", {"board": "?", "misere": 1}).json
    for fault in in_query["errors"]:
        assert "array" not in fault["message"]
        assert "null" not in fault["message"]
    assert "array" in in_body["errors"][0]["message"]
