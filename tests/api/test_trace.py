"""`/v1/trace`: what a request may hold, and what of a trace comes over the wire."""

import json
from typing import Any

import jsonschema_rs
import pytest

from service.engine.board.notation import read_position
from service.engine.textbook.search import Algorithm, Question
from service.engine.textbook.trace import trace
from tests.asgi import Client
from tests.live import ROOT

CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text())
THREE_MOVES = "XX./XOO/O.."


def validate(answer: Any) -> None:  # noqa: ANN401  any JSON
    """Hold an answer against the contract."""
    schema = {"$ref": "#/components/schemas/Trace", "components": CONTRACT["components"]}
    jsonschema_rs.Draft202012Validator(schema).validate(answer)


def test_the_answer_names_the_search_and_its_nodes(client: Client) -> None:
    answer = client.get(f"/v1/trace?board={THREE_MOVES}").json
    assert answer["position"]["notation"] == THREE_MOVES
    assert (answer["algorithm"], answer["values"], answer["max_depth"]) == (
        "alpha_beta",
        "outcome",
        None,
    )
    assert (answer["value"], answer["best_moves"]) == (1, [2])
    assert answer["nodes"][2] == {
        "id": 2,
        "parent": 0,
        "ply": 1,
        "cell": 7,
        "side": "X",
        "alpha": 1,
        "beta": None,
        "value": -1,
        "end": "cutoff",
        "same_as": None,
        "left_out": [8],
        "entered": 3,
        "left": 6,
    }
    assert answer["counts"] == {
        "entered": 6,
        "cut_off": 2,
        "left_out": 2,
        "plies": [
            {"ply": 0, "entered": 1, "cut_off": 0},
            {"ply": 1, "entered": 3, "cut_off": 2},
            {"ply": 2, "entered": 2, "cut_off": 0},
        ],
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"board": THREE_MOVES},
        {"board": "XOX/.O./.X.", "side_to_move": "o", "algorithm": "minimax"},
        {
            "board": "XO./.../...",
            "algorithm": "alpha_beta_cached",
            "values": "score",
            "max_depth": 2,
        },
        {"board": "X.O/.X./O..", "misere": True, "values": "score"},
        {"board": "XXX/OO./...", "max_depth": 9},
        {"board": "." * 9, "algorithm": "alpha_beta_cached"},
        {"board": "..../..../....", "in_a_row": 4, "max_depth": 2},
    ],
)
def test_get_and_post_answer_the_same_and_as_the_contract_says(
    client: Client, fields: dict[str, Any]
) -> None:
    query = "&".join(f"{k}={str(v).lower() if v is True else v}" for k, v in fields.items())
    by_query, by_body = client.get(f"/v1/trace?{query}"), client.post("/v1/trace", fields)
    assert (by_query.status, by_body.status) == (200, 200)
    assert by_query.body == by_body.body
    validate(by_query.json)


def test_a_long_trace_comes_whole(client: Client) -> None:
    answer = client.get("/v1/trace?board=.........&algorithm=alpha_beta_cached").json
    found = trace(Question(read_position("........."), Algorithm.ALPHA_BETA_CACHED))
    assert len(answer["nodes"]) == 5_404
    assert answer["counts"]["entered"] == 3_312
    assert [list(node.values()) for node in answer["nodes"]] == json.loads(json.dumps(found.nodes))


def test_a_trace_may_be_kept_by_caches(client: Client) -> None:
    target = f"/v1/trace?board={THREE_MOVES}"
    answer = client.get(target)
    assert answer.headers["cache-control"].startswith("public")
    held = client.get(target, if_none_match=answer.headers["etag"])
    assert (held.status, held.body) == (304, b"")
    others = ["algorithm=minimax", "values=score", "max_depth=1"]
    etags = {client.get(f"{target}&{other}").headers["etag"] for other in others}
    assert len(etags | {answer.headers["etag"]}) == 4
    assert client.send("HEAD", target).status == 200


def test_a_search_that_is_too_long_says_what_fits(client: Client) -> None:
    for answer in (
        client.get("/v1/trace?board=.........&algorithm=minimax"),
        client.post("/v1/trace", {"board": ".........", "algorithm": "minimax"}),
    ):
        assert (answer.status, answer.json["code"]) == (422, "trace_too_large")
        assert answer.headers["cache-control"] == "no-store"
        assert "alpha_beta_cached; max_depth 4 or less" in answer.json["detail"]
        [fault] = answer.json["errors"]
        assert fault["code"] == "trace_too_large"
        assert (fault.get("pointer"), fault.get("parameter")) in {("/board", None), (None, "board")}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"algorithm": "negamax"}, "wrong_value"),
        ({"algorithm": 3}, "wrong_type"),
        ({"values": "depth"}, "wrong_value"),
        ({"max_depth": 0}, "wrong_value"),
        ({"max_depth": 10}, "wrong_value"),
        ({"max_depth": 1.5}, "wrong_type"),
        ({"max_depth": "3"}, "wrong_type"),
        ({"max_depth": True}, "wrong_type"),
    ],
)
def test_a_body_does_not_take(client: Client, fields: dict[str, object], code: str) -> None:
    answer = client.post("/v1/trace", {"board": THREE_MOVES, **fields})
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert [(fault["code"], fault["pointer"]) for fault in answer.json["errors"]] == [
        (code, f"/{next(iter(fields))}")
    ]


@pytest.mark.parametrize("query", ["max_depth=x", "max_depth=", "algorithm=", "values=plies"])
def test_a_query_does_not_take(client: Client, query: str) -> None:
    answer = client.get(f"/v1/trace?board={THREE_MOVES}&{query}")
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert answer.json["errors"][0]["parameter"] == query.partition("=")[0]


def test_no_position_no_trace(client: Client) -> None:
    assert client.get("/v1/trace?board=XXX/OOO/...").json["code"] == "both_won"
    assert client.post("/v1/trace", {"board": "."}).json["code"] == "unsupported_size"
