"""Calls of /v1/analyses that do not fit the schema or are too large."""

import json
from typing import Any

import pytest

from service.app import create_app
from service.settings import Settings
from tests.api.analyses import FORK, LARGE, PATH, lines_of
from tests.asgi import Client


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("missing", "/positions")]),
        ({"positions": []}, [("wrong_value", "/positions")]),
        ({"positions": [FORK] * 501}, [("wrong_value", "/positions")]),
        ({"positions": FORK}, [("wrong_type", "/positions")]),
        ({"positions": [FORK], "moves": "none"}, [("wrong_value", "/moves")]),
        ({"positions": [FORK], "moves": 1}, [("wrong_type", "/moves")]),
        ({"positions": [FORK], "max_nodes": 999}, [("wrong_value", "/max_nodes")]),
        ({"positions": [FORK], "more": 1}, [("unknown_field", "")]),
        ({"positions": [FORK, 3]}, [("wrong_type", "/positions/1")]),
        ({"positions": [FORK, {}]}, [("missing", "/positions/1/board")]),
        ({"positions": [FORK, {"board": 3}]}, [("wrong_type", "/positions/1/board")]),
        ({"positions": [{"board": ["X", "?"]}]}, [("wrong_value", "/positions/0/board/1")]),
        ({"positions": [FORK | {"id": 3}]}, [("wrong_type", "/positions/0/id")]),
        ({"positions": [FORK | {"id": "x" * 65}]}, [("wrong_value", "/positions/0/id")]),
        (
            {"positions": [FORK | {"secret": 1, "other": 2}, {"board": "?"}]},
            [
                ("unknown_field", "/positions/0"),
                ("unknown_field", "/positions/0"),
                ("wrong_value", "/positions/1/board"),
            ],
        ),
    ],
)
def test_what_does_not_fit_the_schema_is_an_error_of_the_call(
    client: Client, body: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    for answer in (client.post(PATH, body), lines_of(client, body)):
        assert (answer.status, answer.json["code"]) == (422, "invalid_request")
        assert [(f["code"], f["pointer"]) for f in answer.json["errors"]] == faults
        assert b"secret" not in answer.body


def test_of_many_faults_the_first_are_told_and_all_are_counted(client: Client) -> None:
    answer = client.post(PATH, {"positions": [{"board": 1, "side_to_move": 2}] * 500})
    assert len(answer.json["errors"]) == 10
    assert answer.json["detail"].endswith("This is the first of 1000 errors.")


@pytest.mark.parametrize(
    "body", [{"max_nodes": 3_000}, {"positions": [FORK, LARGE | {"max_nodes": 3_000}]}]
)
def test_the_limit_of_the_operator_holds(client: Client, body: dict[str, Any]) -> None:
    limited = Client(create_app(Settings(max_nodes=2_000)), client.runner)
    answer = limited.post(PATH, {"positions": [FORK], **body})
    [fault] = answer.json["errors"]
    assert (answer.status, fault["code"]) == (422, "wrong_value")
    assert fault["pointer"] in {"/max_nodes", "/positions/1/max_nodes"}
    assert "at most 2000" in fault["message"]


@pytest.mark.parametrize("filler", ["[]", "0", '""', "{}"])
def test_more_values_than_any_call_has_are_refused_unread(client: Client, filler: str) -> None:
    body = f'{{"positions": [{",".join([filler] * 200_000)}]}}'.encode()
    headers = {"content-type": "application/json"}
    answer = client.send("POST", PATH, [body], headers)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (422, "/positions")


def test_the_most_that_fits_is_read(client: Client) -> None:
    item = {"board": [""] * 81, "id": "," * 64, "in_a_row": 9, "max_nodes": 1000}
    answer = client.post(PATH, {"positions": [item] * 500, "moves": "best"})
    assert answer.status == 200
    assert client.post(PATH, {"positions": [{"board": [[""] * 20] * 20}] * 20}).status == 200


def test_a_mebibyte_is_taken_and_no_more(client: Client) -> None:
    headers = {"content-type": "application/json"}
    body = json.dumps({"positions": [FORK]}).encode()
    assert client.send("POST", PATH, [body.ljust(2**20)], headers).status == 200
    for size in (2**20 + 1, 10 * 2**20):
        answer = client.send("POST", PATH, [body.ljust(size)], headers)
        assert (answer.status, answer.json["code"]) == (413, "body_too_large")
        assert "1048576" in answer.json["detail"]
