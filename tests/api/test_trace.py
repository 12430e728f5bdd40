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
