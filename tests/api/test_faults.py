"""How faults are named, in a body and in a query."""

import pytest

from tests.api.faults import BOARD, faults
from tests.asgi import Client


@pytest.mark.parametrize("path", ["analysis", "best-move", "game-tree"])
def test_the_board_is_required(client: Client, path: str) -> None:
    assert faults(client.get(f"/v1/{path}").json) == [("missing", "board")]
    assert faults(client.post(f"/v1/{path}", {}).json) == [("missing", "/board")]


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


def test_each_unknown_name_is_an_error(client: Client) -> None:
    body = client.post("/v1/analysis", {"one": 1, "board": BOARD, "two": 2, "cells": 3})
    assert faults(body.json) == [("unknown_field", "")] * 3
    assert body.json["detail"].startswith("A field is unknown. The fields are board, ")
    assert body.json["detail"].endswith("This is the first of 3 errors.")
    query = client.get(f"/v1/analysis?one=1&board={BOARD}&cells=2")
    assert faults(query.json) == [("unknown_parameter", "")] * 2


def test_all_faults_are_named_at_once(client: Client) -> None:
    answer = client.post("/v1/best-move", {"board": 1, "seed": -1, "level": "x", "more": 1})
    assert faults(answer.json) == [
        ("wrong_type", "/board"),
        ("wrong_value", "/level"),
        ("wrong_value", "/seed"),
        ("unknown_field", ""),
    ]
    assert answer.json["detail"].endswith("This is the first of 4 errors.")


def test_many_faults_are_cut_short(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": BOARD} | dict.fromkeys(map(str, range(1400))))
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
