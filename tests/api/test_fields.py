"""What each field takes, in a body and in a query."""

import pytest

from service.engine.play.levels import Level
from tests.asgi import Client
from tests.openapi.test_document import DOCUMENT

MODELS = {
    "/v1/analysis": "AnalysisRequest",
    "/v1/best-move": "BestMoveRequest",
    "/v1/game-tree": "GameTreeRequest",
}

BOARD = "XO./.X./..O"


def faults(answer: object) -> list[tuple[str, str]]:
    """Code and place of each fault of a problem."""
    assert isinstance(answer, dict)
    return [(f["code"], f.get("pointer", f.get("parameter"))) for f in answer["errors"]]


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


@pytest.mark.parametrize("path", ["analysis", "best-move", "game-tree"])
def test_the_board_is_required(client: Client, path: str) -> None:
    assert faults(client.get(f"/v1/{path}").json) == [("missing", "board")]
    assert faults(client.post(f"/v1/{path}", {}).json) == [("missing", "/board")]


def test_null_in_a_body_is_a_field_left_out(client: Client) -> None:
    for path in ("/v1/analysis", "/v1/best-move", "/v1/game-tree"):
        names = DOCUMENT["components"]["schemas"][MODELS[path]]["properties"].keys() - {"board"}
        body = {"board": "XO./OX./.XO"}
        assert client.post(path, body | dict.fromkeys(names)).body == client.post(path, body).body
    names = DOCUMENT["components"]["schemas"]["ReviewRequest"]["properties"].keys() - {"moves"}
    game = {"moves": [0, 4]}
    answer = client.post("/v1/review", game | dict.fromkeys(names))
    assert answer.body == client.post("/v1/review", game).body


def test_names_that_are_unknown_are_refused_and_not_repeated(client: Client) -> None:
    query = client.get(f"/v1/analysis?board={BOARD}&secret=1")
    assert faults(query.json) == [("unknown_parameter", "")]
    body = client.post("/v1/analysis", {"board": BOARD, "secret": 1})
    assert faults(body.json) == [("unknown_field", "")]
    for answer in (query, body):
        assert answer.status == 422
        assert b"secret" not in answer.body
        assert "board, side_to_move, in_a_row, misere" in answer.json["detail"]


def test_what_belongs_to_another_operation_is_unknown(client: Client) -> None:
    assert faults(client.post("/v1/analysis", {"board": BOARD, "seed": 1}).json) == [
        ("unknown_field", "")
    ]
    assert faults(client.get(f"/v1/game-tree?board={BOARD}&level=perfect").json) == [
        ("unknown_parameter", "")
    ]


@pytest.mark.parametrize("name", ["board", "side_to_move", "in_a_row", "misere"])
def test_a_repeated_parameter_is_refused(client: Client, name: str) -> None:
    value = {"board": BOARD, "side_to_move": "X", "in_a_row": "3", "misere": "false"}[name]
    answer = client.get(f"/v1/analysis?board={BOARD}&{name}={value}&{name}={value}")
    assert answer.status == 422
    assert faults(answer.json) == [("repeated_parameter", name)]


def test_a_body_comes_without_a_query(client: Client) -> None:
    answer = client.post(f"/v1/analysis?board={BOARD}", {"board": BOARD})
    assert answer.status == 422
    assert faults(answer.json) == [("unknown_parameter", "")]


@pytest.mark.parametrize("document", [[], "XO./.X./..O", 3, 0.5, None, True, [{"board": BOARD}]])
def test_a_body_is_an_object(client: Client, document: object) -> None:
    answer = client.post("/v1/analysis", document)
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert faults(answer.json) == [("wrong_type", "")]


def test_unknown_names_are_told_apart_by_their_number(client: Client) -> None:
    body = client.post("/v1/analysis", {"one": 1, "board": BOARD, "two": 2, "three": 3})
    assert [fault["message"].partition(".")[0] for fault in body.json["errors"]] == [
        f"Field {number} is unknown here" for number in (1, 3, 4)
    ]
    assert body.json["detail"].endswith("This is the first of 3 faults.")
    query = client.get(f"/v1/analysis?one=1&board={BOARD}&two=2&one=1")
    assert [fault["message"].partition(".")[0] for fault in query.json["errors"]] == [
        f"Parameter {number} is unknown here" for number in (1, 3, 4)
    ]


def test_the_texts_of_a_query_speak_of_queries(client: Client) -> None:
    in_query = client.get("/v1/analysis?board=?&misere=1").json
    in_body = client.post("/v1/analysis", {"board": "?", "misere": 1}).json
    for fault in in_query["errors"]:
        assert "array" not in fault["message"]
        assert "null" not in fault["message"]
    assert "array" in in_body["errors"][0]["message"]


def test_all_faults_are_named_at_once(client: Client) -> None:
    answer = client.post("/v1/best-move", {"board": 1, "seed": -1, "level": "x", "more": 1})
    assert faults(answer.json) == [
        ("wrong_type", "/board"),
        ("wrong_value", "/level"),
        ("wrong_value", "/seed"),
        ("unknown_field", ""),
    ]
    assert answer.json["detail"].endswith("This is the first of 4 faults.")


def test_many_faults_are_cut_short(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": BOARD} | dict.fromkeys(map(str, range(3000))))
    assert answer.status == 422
    assert len(answer.json["errors"]) == 10
    assert len(answer.body) < 4000


@pytest.mark.parametrize(
    ("board", "side", "code", "field"),
    [
        ("XX./.../...", None, "wrong_counts", "board"),
        ("XXX/OOO/...", "Z", "invalid_request", "side_to_move"),
        ("XXX/OOO/...", "X", "both_won", "board"),
        ("XXX/OO./O..", "X", "wrong_turn", "side_to_move"),
        ("XXX/OO./...", "X", "wrong_turn", "side_to_move"),
        ("OOO/XX./XX.", None, "unreachable", "board"),
        ("X../.../...", "X", "wrong_turn", "side_to_move"),
        ("XO./.X./..O", "O", None, None),
    ],
)
def test_a_position_is_legal_or_named_for_what_it_is(
    client: Client, board: str, side: str | None, code: str | None, field: str | None
) -> None:
    answer = client.post("/v1/analysis", {"board": board, "side_to_move": side})
    assert answer.json.get("code") == code
    if field:
        assert answer.status == 422
        assert answer.json["errors"][0]["pointer"] == f"/{field}"
    else:
        assert answer.status == 200


def test_in_a_row_is_bounded_by_the_board(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": BOARD, "in_a_row": 4})
    assert (answer.status, answer.json["code"]) == (422, "wrong_in_a_row")
    assert faults(answer.json) == [("wrong_in_a_row", "/in_a_row")]
