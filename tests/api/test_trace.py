"""`/v1/trace`: a textbook search, node by node."""

import json

from service.engine.board.notation import read_position
from service.engine.textbook.search import Algorithm, Question
from service.engine.textbook.trace import trace
from tests.api.support import assert_problem
from tests.asgi import Client
from tests.openapi.document import as_query

PATH = "/v1/trace"
THREE_MOVES = "XX./XOO/O.."


def test_trace_lists_and_counts_the_nodes(client: Client) -> None:
    answer = client.get(f"{PATH}?board={THREE_MOVES}").json
    assert answer["position"]["notation"] == THREE_MOVES
    assert (answer["algorithm"], answer["values"]) == ("alpha_beta", "outcome")
    assert (answer["max_depth"], answer["value"], answer["best_moves"]) == (None, 1, [2])
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


def test_long_trace_is_complete(client: Client) -> None:
    answer = client.get(f"{PATH}?board=.........&algorithm=alpha_beta_cached").json
    found = trace(Question(read_position("........."), Algorithm.ALPHA_BETA_CACHED))
    assert (len(answer["nodes"]), answer["counts"]["entered"]) == (5_404, 3_312)
    assert [list(node.values()) for node in answer["nodes"]] == json.loads(json.dumps(found.nodes))


def test_problem_of_a_search_that_is_too_long_names_one_that_fits(client: Client) -> None:
    fields = {"board": ".........", "algorithm": "minimax"}
    for answer, place in (
        (client.get(f"{PATH}?{as_query(fields)}"), "board"),
        (client.post(PATH, fields), "/board"),
    ):
        assert_problem(answer, 422, "trace_too_large", ("trace_too_large", place))
        assert "alpha_beta_cached, max_depth 4 or less" in answer.json["detail"]
