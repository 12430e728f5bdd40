"""`/v1/review`: the verdict on each move of a game."""

from typing import Any

import pytest

from tests.api.support import assert_problem
from tests.asgi import Client

UNDER_A_PREFIX = True

PATH = "/v1/review"
FOOL = [0, 1, 4, 2, 8]


@pytest.mark.parametrize("moves", ["0,1,4,2,8", "0%2C1%2C4%2c2%2C8", "0&moves=1&moves=4&moves=2,8"])
def test_get_and_post_return_the_same_review(client: Client, moves: str) -> None:
    target = f"{PATH}?moves={moves}&starting_side=o&columns=4"
    found = client.get(target).expect(200)
    fields = {"moves": list(map(float, FOOL)), "starting_side": "O", "columns": 4}
    assert found.json == client.post(PATH, fields).json
    assert client.get(target, if_none_match=found.headers["etag"]).status == 304


def test_query_with_invalid_moves_is_rejected(client: Client) -> None:
    numbers = ("-1", "81", ",".join("0" * 82))
    for moves in ("x", "4,x", "4,,0", ",", "4;0", "4&moves=", "4&moves=x", *numbers):
        answer = client.get(f"{PATH}?moves={moves}").expect(422)
        assert [fault["parameter"] for fault in answer.json["errors"]] == ["moves"]


def test_game_without_moves_is_reviewed(client: Client) -> None:
    review = client.post(PATH, {"moves": [], "starting_side": "O", "columns": 4}).expect(200).json
    for moves in ("", "&moves="):
        assert client.get(f"{PATH}?starting_side=O&columns=4{moves}").json == review
    assert (review["plies"], review["turning_point"], review["nodes"]) == ([], None, 0)
    assert review["sides"]["X"]["best_share"] is None
    assert (review["position"]["side_to_move"], review["position"]["columns"]) == ("O", 4)


def test_budget_applies_to_each_position(client: Client) -> None:
    moves = [12, 6, 7, 8, 13, 14, 17, 2, 22]
    game = {"moves": moves, "columns": 5, "rows": 5, "in_a_row": 4, "max_nodes": 5_000}
    review = client.post(PATH, game).json
    assert 5_000 < review["nodes"] <= len(moves) * 5_000
    unknown = [ply["text"] for ply in review["plies"] if ply["verdict"] == "unknown"]
    assert unknown
    assert all(" not proved: " in text for text in unknown)
    for side in review["sides"].values():
        verdicts = side["verdicts"]
        assert min(verdicts["best"], verdicts["unknown"]) > 0
        known = sum(verdicts.values()) - verdicts["unknown"]
        assert side["best_share"] == verdicts["best"] / known


@pytest.mark.parametrize(
    ("fields", "index"),
    [
        ({"moves": [4, 0, 1, 4, 9]}, 3),
        ({"moves": [*FOOL, 3]}, 5),
        ({"moves": [0, 1, 2, 4, 3, 5, 7, 6, 8, 0]}, 9),
        ({"moves": [0, 3, 1, 4, 2, 5], "misere": True}, 5),
        ({"moves": [11, 12], "columns": 4}, 1),
        ({"moves": [0, 4, 1, 5, 3, 6, 2], "columns": 4}, 6),
    ],
)
def test_illegal_move_is_located(client: Client, fields: dict[str, Any], index: int) -> None:
    answer = client.post(PATH, fields)
    assert_problem(answer, 422, "illegal_move", ("illegal_move", f"/moves/{index}"))
    assert answer.json["detail"].startswith(f"In move {index + 1}, ")


def test_moves_must_be_a_list_of_cells(client: Client) -> None:
    for moves, code, place in [
        *((None, "wrong_type", ""), ("0,1", "wrong_type", ""), ([0] * 82, "wrong_value", "")),
        *(([0, cell], "wrong_type", "/1") for cell in ("1", True, 0.5, None, [1])),
        *(([0, cell], "wrong_value", "/1") for cell in (-1, 81, 10**90)),
    ]:
        answer = client.post(PATH, {"moves": moves})
        assert_problem(answer, 422, "invalid_request", (code, f"/moves{place}"))
