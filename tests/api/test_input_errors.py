"""How the errors of an input are named, in a body and in a query."""

import pytest

from tests.api.support import BOARD, MARKER, assert_problem
from tests.asgi import Client

INVALID = (422, "invalid_request")
PATHS = ["/v1/analysis", "/v1/best-move", "/v1/game-tree", "/v1/trace"]


@pytest.mark.parametrize("path", PATHS)
def test_board_is_required(client: Client, path: str) -> None:
    for answer, place in ((client.get(path), "board"), (client.post(path, {}), "/board")):
        assert_problem(answer, *INVALID, ("missing", place))
        assert answer.json["detail"].partition(". ")[2].startswith("The board: ")


@pytest.mark.parametrize("name", [MARKER, "boards", "cells"])
def test_unknown_name_is_rejected_with_a_hint(client: Client, name: str) -> None:
    """Including one used only in the code, for a form of the board."""
    query = client.get(f"/v1/analysis?board={BOARD}&{name}=1&{name}=2&other={MARKER}")
    assert_problem(query, *INVALID, *[("unknown_parameter", "")] * 2)
    body = client.post("/v1/analysis", {"board": BOARD, name: {MARKER: MARKER}, "other": 1})
    assert_problem(body, *INVALID, *[("unknown_field", "")] * 2)
    for answer in (query, body):
        hint = "Did you mean `board`?" if name == "boards" else "are board, side_to_move, in_a_row"
        assert hint in answer.json["detail"]


def test_all_errors_are_reported_in_the_order_of_the_fields(client: Client) -> None:
    answer = client.post("/v1/best-move", {"more": 1, "seed": -1, "board": 1, "level": "x"})
    faults = [("wrong_type", "/board"), ("wrong_value", "/level"), ("wrong_value", "/seed")]
    assert_problem(answer, *INVALID, *faults, ("unknown_field", ""))
    assert answer.json["detail"].endswith("This is the first of 4 errors.")


def test_at_most_10_errors_are_reported(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": BOARD} | dict.fromkeys(map(str, range(1400))))
    assert_problem(answer, *INVALID, *[("unknown_field", "")] * 10)
    assert answer.json["detail"].endswith("This is the first of 1400 errors.")
    assert len(answer.body) < 4000


@pytest.mark.parametrize("document", [[], BOARD, MARKER, 3, 0.5, None, True, [{"board": BOARD}]])
def test_body_must_be_an_object(client: Client, document: object) -> None:
    assert_problem(client.post("/v1/analysis", document), *INVALID, ("wrong_type", ""))


def test_query_with_a_body_is_rejected(client: Client) -> None:
    answer = client.post(f"/v1/analysis?{MARKER}={BOARD}", {"board": BOARD})
    assert_problem(answer, *INVALID, ("unknown_parameter", ""))
    assert_problem(client.get("/v1/levels?level=hard"), *INVALID, ("unknown_parameter", ""))


def test_errors_of_a_query_describe_texts(client: Client) -> None:
    in_query = str(client.get("/v1/analysis?board=?").json) + str(client.get("/v1/analysis").json)
    assert "array" not in in_query
    assert "null" not in in_query
    assert "array" in str(client.post("/v1/analysis", {"board": 9}).json["errors"])


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"board": "XX./.../..."}, "wrong_counts", "board"),
        ({"board": "XXX/OOO/...", "side_to_move": "X"}, "both_won", "board"),
        ({"board": "OOO/XX./XX."}, "unreachable", "board"),
        ({"board": "XXX/OO./O..", "side_to_move": "X"}, "wrong_turn", "side_to_move"),
        ({"board": BOARD, "in_a_row": "4"}, "wrong_in_a_row", "in_a_row"),
        ({"board": "XXX/OOO/...", "side_to_move": "Z"}, "wrong_value", "side_to_move"),
    ],
)
def test_position_gets_the_code_of_its_first_fault(
    client: Client, fields: dict[str, str], code: str, field: str
) -> None:
    """Errors of the schema come first."""
    problem = "invalid_request" if code == "wrong_value" else code
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    body = {name: int(value) if value.isdigit() else value for name, value in fields.items()}
    for path in PATHS:
        assert_problem(client.get(f"{path}?{query}"), 422, problem, (code, field))
        assert_problem(client.post(path, body), 422, problem, (code, f"/{field}"))
