"""`/v1/exam`: rounds of questions until there is a verdict, and what is refused."""

import json
from functools import partial
from typing import Any

import jsonschema_rs
import pytest

from tests.asgi import Client
from tests.engine.exam.players import FAULTY, Faulty, perfect
from tests.live import ROOT

CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text())


def validate(answer: Any) -> None:  # noqa: ANN401  any JSON
    """Hold an answer against the contract."""
    schema = {"$ref": "#/components/schemas/Exam", "components": CONTRACT["components"]}
    jsonschema_rs.Draft202012Validator(schema).validate(answer)


def driven(client: Client, side: str, faulty: Faulty) -> tuple[int, Any]:
    """The number of calls until there is a verdict, and the last answer."""
    moves: dict[str, int] = {}
    for call in range(1, 7):
        answer = client.post("/v1/exam", {"side": side, "moves": moves})
        assert answer.status == 200
        validate(answer.json)
        if answer.json["verdict"] != "incomplete":
            return call, answer.json
        assert answer.json["refutation"] is None
        moves |= {board: faulty(side, board.replace("/", "")) for board in answer.json["needed"]}
    raise AssertionError


def test_a_perfect_player_is_known_after_five_rounds(client: Client) -> None:
    calls, exam = driven(client, "X", perfect)
    assert calls == 6
    assert exam == {
        "verdict": "perfect",
        "needed": [],
        "refutation": None,
        "mistakes": [],
        "positions": exam["positions"],
        "games": exam["games"],
    }
    assert driven(client, "O", perfect)[1]["verdict"] == "perfect"


@pytest.mark.parametrize("faulty", FAULTY[:4], ids=lambda faulty: faulty.__name__)
def test_a_fault_is_found(client: Client, faulty: Faulty) -> None:
    exams = [driven(client, side, faulty)[1] for side in "XO"]
    assert any(exam["verdict"] != "perfect" for exam in exams)
    for exam in exams:
        assert (exam["refutation"] is None) == (exam["verdict"] == "perfect")


def test_a_mistake_has_both_scores(client: Client) -> None:
    moves = {"X../.../...": 1, "XO./.X./...": 8, "XO./XX./..O": 5}
    exam = client.post("/v1/exam", {"side": "O", "moves": moves}).json
    assert exam["verdict"] == "loses"
    assert exam["refutation"] == {"moves": [0, 1, 4, 8, 3, 5, 6], "result": "loss"}
    assert exam["mistakes"][0] == {
        "board": "X../.../...",
        "cell": 1,
        "best_moves": [4],
        "before": {"outcome": "draw", "plies_to_end": 8, "score": 0},
        "after": {"outcome": "loss", "plies_to_end": 6, "score": -94},
    }


def test_the_rules_are_those_of_the_request(client: Client) -> None:
    body = {"side": "o", "moves": {}, "columns": 4, "rows": 3.0, "in_a_row": 4, "misere": True}
    exam = client.post("/v1/exam", {**body, "starting_side": "o"}).json
    assert exam["needed"] == ["..../..../...."]
    assert len(client.post("/v1/exam", body).json["needed"]) == 12


@pytest.mark.parametrize(
    ("fields", "code", "fault"),
    [
        ({"moves": {"XX./.../...": 4}}, "wrong_counts", "wrong_counts"),
        ({"moves": {"XXX/OOO/...": 6}}, "both_won", "both_won"),
        ({"moves": {"OOO/XX./XX.": 5}}, "unreachable", "unreachable"),
        ({"moves": {"X../.../...": 4}}, "wrong_turn", "wrong_turn"),
        ({"moves": {"..../..../....": 4}}, "wrong_shape", "wrong_shape"),
        ({"moves": {"secret": 4}}, "invalid_request", "wrong_value"),
        ({"moves": {".../.../...": "secret"}}, "invalid_request", "wrong_value"),
        ({"moves": {".../.../...": 81}}, "invalid_request", "wrong_value"),
        ({"moves": {".........": 4, ".../.../...": 5}}, "invalid_request", "wrong_value"),
        ({"moves": [4]}, "invalid_request", "wrong_type"),
        ({"moves": None}, "invalid_request", "wrong_type"),
        ({"moves": "{}"}, "invalid_request", "wrong_type"),
    ],
)
def test_wrong_entries_are_refused_and_not_repeated(
    client: Client, fields: dict[str, Any], code: str, fault: str
) -> None:
    answer = client.post("/v1/exam", {"side": "X", **fields})
    assert (answer.status, answer.json["code"]) == (422, code)
    [found] = answer.json["errors"]
    assert (found["code"], found["pointer"]) == (fault, "/moves")
    if isinstance(fields["moves"], dict):
        assert found["message"].startswith(f"Entry {len(fields['moves'])}: ")
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [({"moves": {}}, "/side"), ({"side": "X"}, "/moves"), ({"side": "Z", "moves": {}}, "/side")],
)
def test_side_and_moves_are_required(client: Client, fields: dict[str, Any], pointer: str) -> None:
    answer = client.post("/v1/exam", fields)
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert [fault["pointer"] for fault in answer.json["errors"]] == [pointer]


def test_what_is_too_large(client: Client) -> None:
    too_many = {"side": "X", "moves": {f"{number}": 0 for number in range(20_001)}}
    too_wide = {"side": "X", "moves": {}, "columns": 5, "rows": 4}
    for body in (too_many, too_wide):
        answer = client.post("/v1/exam", body)
        assert (answer.status, answer.json["code"]) == (422, "exam_too_large")
        assert answer.json["errors"][0]["pointer"] == "/moves"


def test_repeated_names_are_no_json(client: Client) -> None:
    body = b'{"side": "X", "moves": {".........": 4, ".........": 5}}'
    answer = client.send("POST", "/v1/exam", [body], {"content-type": "application/json"})
    assert (answer.status, answer.json["code"]) == (400, "malformed_body")


def test_a_body_may_have_a_mebibyte(client: Client) -> None:
    for size, status in ((2**20, 200), (2**20 + 1, 413)):
        body = json.dumps({"side": "X", "moves": {}}).encode().ljust(size)
        answer = client.send("POST", "/v1/exam", [body], {"content-type": "application/json"})
        assert answer.status == status
    assert "1048576 bytes" in answer.json["detail"]
    other = client.send("POST", "/v1/trace", [body], {"content-type": "application/json"})
    assert "65536 bytes" in other.json["detail"]


def test_it_takes_no_query_and_no_get(client: Client) -> None:
    assert client.get("/v1/exam").status == 405
    assert client.post("/v1/exam?side=X", {"side": "X", "moves": {}}).status == 422


def test_the_same_request_gets_the_same_answer(client: Client) -> None:
    body = {"side": "O", "moves": {"X../.../...": partial(perfect, "O")("X........")}}
    assert client.post("/v1/exam", body).body == client.post("/v1/exam", body).body
