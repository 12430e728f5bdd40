"""The review of a game over HTTP."""

import pytest

from service.engine.explain.verdict import Verdict
from tests.api.streams import events_of
from tests.asgi import Client

FOOL = [0, 1, 4, 2, 8]


def faults(document: dict[str, list[dict[str, str]]]) -> list[tuple[str, str]]:
    return [(fault["code"], fault["pointer"]) for fault in document["errors"]]


def test_the_fools_game(client: Client) -> None:
    answer = client.post("/v1/review", {"moves": FOOL})
    assert answer.status == 200
    review = answer.json
    assert [ply["verdict"] for ply in review["plies"]] == [
        "best",
        "mistake",
        "best",
        "inaccuracy",
        "best",
    ]
    assert review["turning_point"] == 2
    assert review["plies"][1] == {
        "ply": 2,
        "side": "O",
        "cell": 1,
        "row": 0,
        "column": 1,
        "before": {"outcome": "draw", "plies_to_end": 8, "score": 0},
        "after": {"outcome": "loss", "plies_to_end": 6, "score": -94},
        "best_moves": [4],
        "verdict": "mistake",
        "reason": "side",
        "text": "Loses in 6",
    }
    none = dict.fromkeys(Verdict, 0)
    assert review["sides"] == {
        "X": {"verdicts": none | {"best": 3}, "best_share": 1.0},
        "O": {"verdicts": none | {"mistake": 1, "inaccuracy": 1}, "best_share": 0.0},
    }
    assert review["position"]["status"] == "won"
    assert review["position"]["winner"] == "X"
    assert review["position"]["winning_lines"] == [[0, 4, 8]]
    assert review["nodes"] > 0


@pytest.mark.parametrize("side", ["X", "O", "o"])
def test_every_ply_is_that_of_the_analysis(client: Client, side: str) -> None:
    moves = [4, 0, 8, 2, 1, 7, 3]
    review = client.post("/v1/review", {"moves": moves, "starting_side": side}).json
    board, mover = ["."] * 9, side.upper()
    for ply, cell in zip(review["plies"], moves, strict=True):
        analysis = client.post(
            "/v1/analysis", {"board": "".join(board), "side_to_move": mover}
        ).json
        [move] = [move for move in analysis["moves"] if move["cell"] == cell]
        assert (ply["side"], ply["cell"]) == (mover, cell)
        assert ply["best_moves"] == analysis["best_moves"]
        for name in ("outcome", "plies_to_end", "score"):
            assert ply["before"][name] == analysis[name]
            assert ply["after"][name] == move[name]
        assert (ply["reason"], ply["text"]) == (move["reason"], move["text"])
        board[cell], mover = mover, "XO"[mover == "X"]
    assert review["position"]["cells"] == [None if mark == "." else mark for mark in board]
    assert review["position"]["side_to_move"] == mover


def test_no_moves_are_a_game_not_begun(client: Client) -> None:
    review = client.post("/v1/review", {"moves": [], "starting_side": "O", "columns": 4}).json
    assert review["plies"] == []
    assert review["turning_point"] is None
    assert review["sides"]["X"]["best_share"] is None
    assert (review["position"]["side_to_move"], review["position"]["columns"]) == ("O", 4)
    assert review["nodes"] == 0


def test_a_larger_board_has_a_budget_for_each_position(client: Client) -> None:
    game = {"moves": [12, 6, 7, 8, 13], "columns": 5, "rows": 5, "in_a_row": 4}
    review = client.post("/v1/review", {**game, "max_nodes": 5_000}).json
    assert 5_000 < review["nodes"] <= 5 * 5_000
    assert "unknown" in [ply["verdict"] for ply in review["plies"]]
    assert client.post("/v1/review", {**game, "max_nodes": 5_000}).json == review


@pytest.mark.parametrize(
    ("fields", "index"),
    [
        ({"moves": [0, 4, 0]}, 2),
        ({"moves": [9]}, 0),
        ({"moves": [0, 1, 80]}, 2),
        ({"moves": [*FOOL, 3]}, 5),
        ({"moves": [0, 3, 1, 4, 2, 5], "misere": True}, 5),
    ],
)
def test_an_illegal_move_is_pointed_at(
    client: Client, fields: dict[str, object], index: int
) -> None:
    answer = client.post("/v1/review", fields)
    assert (answer.status, answer.json["code"]) == (422, "illegal_move")
    assert faults(answer.json) == [("illegal_move", f"/moves/{index}")]
    assert f"Move {index + 1}" in answer.json["detail"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, ("missing", "/moves")),
        ({"moves": None}, ("wrong_type", "/moves")),
        ({"moves": "0,1"}, ("wrong_type", "/moves")),
        ({"moves": [0, "1"]}, ("wrong_type", "/moves/1")),
        ({"moves": [True]}, ("wrong_type", "/moves/0")),
        ({"moves": [0.5]}, ("wrong_type", "/moves/0")),
        ({"moves": [-1]}, ("wrong_value", "/moves/0")),
        ({"moves": [81]}, ("wrong_value", "/moves/0")),
        ({"moves": [10**90]}, ("wrong_value", "/moves/0")),
        ({"moves": [0] * 82}, ("wrong_value", "/moves")),
        ({"moves": [], "starting_side": "Z"}, ("wrong_value", "/starting_side")),
        ({"moves": [], "columns": 2}, ("wrong_value", "/columns")),
        ({"moves": [], "rows": 10}, ("wrong_value", "/rows")),
        ({"moves": [], "rows": "3"}, ("wrong_type", "/rows")),
        ({"moves": [], "in_a_row": 4}, ("wrong_in_a_row", "/in_a_row")),
        ({"moves": [], "max_nodes": 999}, ("wrong_value", "/max_nodes")),
        ({"moves": [], "board": "........."}, ("unknown_field", "")),
    ],
)
def test_what_is_no_game_is_refused_at_its_place(
    client: Client, fields: dict[str, object], fault: tuple[str, str]
) -> None:
    answer = client.post("/v1/review", fields)
    assert answer.status == 422
    assert faults(answer.json) == [fault]


def test_numbers_may_be_written_as_json_has_them(client: Client) -> None:
    written = {"moves": [0.0, 1.0], "columns": 3.0, "rows": 3.0, "starting_side": None}
    assert (
        client.post("/v1/review", written).json == client.post("/v1/review", {"moves": [0, 1]}).json
    )


@pytest.mark.parametrize("path", ["/v1/review", "/v1/review/stream"])
def test_a_review_is_asked_by_post(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


LONG = {"moves": [14, 0, 29, 5], "columns": 6, "rows": 5, "in_a_row": 4, "max_nodes": 30_000}


def test_the_stream_tells_how_far_it_is_and_ends_with_the_review(client: Client) -> None:
    answer = client.post("/v1/review/stream", LONG)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-cache"
    *progress, last = events_of(answer.body)
    assert last == ("review", client.post("/v1/review", LONG).json)
    assert {name for name, _ in progress} == {"progress"}
    reports = [data for _, data in progress]
    # At the start of each search and after 20,000 positions.
    assert [report["plies_reviewed"] for report in reports] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [report["moves"] for report in reports] == [27, 27, 28, 28, 29, 29, 30, 30]
    nodes = [report["nodes"] for report in reports]
    assert nodes == sorted(set(nodes))
    assert nodes[-1] < last[1]["nodes"]
    for report in reports:
        assert (report["plies"], report["max_nodes"]) == (4, 4 * 30_000)
        assert 0 <= report["moves_proved"] <= report["moves"]
        assert 0 <= report["best_move"] < 30
    assert client.post("/v1/review/stream", LONG).body == answer.body


def test_what_is_reviewed_at_once_has_no_progress(client: Client) -> None:
    answer = client.post("/v1/review/stream", {"moves": FOOL})
    assert events_of(answer.body) == [
        ("review", client.post("/v1/review", {"moves": FOOL}).json),
    ]


def test_an_illegal_move_is_answered_before_any_event(client: Client) -> None:
    answer = client.post("/v1/review/stream", {"moves": [0, 4, 0]})
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json == client.post("/v1/review", {"moves": [0, 4, 0]}).json


def test_the_sentence_of_an_unknown_verdict_begins_with_what_is_not_proved(client: Client) -> None:
    plies = client.post("/v1/review", LONG).json["plies"]
    unknown = [ply["text"] for ply in plies if ply["verdict"] == "unknown"]
    assert unknown
    assert all(" not proved: " in text for text in unknown)
