"""The contents of responses, beyond the scores in test_every_position."""

import json
import subprocess
import sys
from itertools import cycle
from random import Random
from typing import Any

import pytest

from service.engine.play.levels import Level
from tests import reference
from tests.api.support import HARD, assert_problem
from tests.asgi import Client, Clients
from tests.reference import THREE_BY_THREE as RULES

POSITIONS = sorted(reference.reachable(RULES))
FINISHED = [(board, side) for board, side in POSITIONS if not reference.legal_moves(RULES, board)]
UNFINISHED = sorted(set(POSITIONS) - set(FINISHED))


def post(client: Client, path: str, board: str, side: str, **fields: object) -> Any:  # noqa: ANN401
    body = {"board": board, "side_to_move": side, **fields}
    return client.post(f"/v1/{path}", body).expect(200).json


def test_finished_game_gets_an_ordinary_response(client: Client) -> None:
    for (board, side), level in zip(FINISHED[::20], cycle(Level), strict=False):
        analysis = post(client, "analysis", board, side)
        drawn = reference.winner(RULES, board) is None
        assert analysis["moves"] == analysis["best_moves"] == analysis["principal_variation"] == []
        assert (analysis["best_move"], analysis["plies_to_end"]) == (None, 0)
        assert (analysis["score"], analysis["nodes"]) == (0 if drawn else -100, 1)
        turn = {"move": None, "level": level, "seed": 3, "position": analysis["position"]}
        assert post(client, "best-move", board, side, level=level, seed=3) == turn
        assert post(client, "game-tree", board, side)["nodes"] == 1


def test_oblong_board_has_rows_and_columns_and_every_line(client: Client) -> None:
    found = client.post("/v1/best-move", {"board": "XX.X./OO.O./....."}).json
    move = found["move"]
    assert (move["cell"], move["row"], move["column"], move["score"]) == (2, 0, 2, 99)
    assert found["position"]["notation"] == "XXXX./OO.O./....."
    assert found["position"]["winning_lines"] == [[0, 1, 2], [1, 2, 3]]


@pytest.mark.compiled
def test_bounds_of_a_move_are_null_only_if_nothing_is_known(client: Client) -> None:
    board = "/".join(["......."] * 6)
    moves = client.get(f"/v1/analysis?board={board}&in_a_row=5&max_nodes=3000").json["moves"]
    bounds = {(move["at_least"], move["at_most"]) for move in moves}
    assert bounds == {(None, None), ("loss", "draw")}


def test_operator_can_lower_the_limit_of_max_nodes(new_client: Clients) -> None:
    client, target = new_client(max_nodes=2_000), "/v1/analysis?board=........."
    answer = client.get(f"{target}&max_nodes=2001")
    assert_problem(answer, 422, "invalid_request", ("wrong_value", "max_nodes"))
    assert "2000" in answer.json["detail"]
    assert client.get(f"{target}&max_nodes=2000").status == 200
    assert 1_000 < client.get(f"/v1/analysis?{HARD}").json["nodes"] <= 2_000


LONG = [
    f"/v1/analysis?{HARD}&max_nodes=30000",
    f"/v1/analysis/stream?{HARD}&max_nodes=30000",
    f"/v1/best-move?{HARD}&max_nodes=30000&seed=5",
    f"/v1/best-move/stream?{HARD}&max_nodes=30000&seed=5",
    "/v1/analysis?board=...../..X../..O../...../.....&in_a_row=4&max_nodes=20000",
    "/v1/analysis?board=..../..../....&misere=true",
    "/v1/game-tree?board=X.../.O../....",
    *(f"/v1/best-move?board=X../.O./...&level={level}&seed=7" for level in Level),
    *(f"/v1/analysis?{HARD}&max_nodes={max_nodes}" for max_nodes in (1_000, 2_500, 21_000)),
    *(f"/v1/analysis?board=....{'/....' * 2}&in_a_row={n}&side_to_move=O" for n in (3, 4)),
]
SHORT = [f"/v1/analysis?board={board}&side_to_move={side}" for board, side in UNFINISHED]
FRESH = """
import asyncio, json, sys
from service.app import create_app
from tests.asgi import Client, Clients
with asyncio.Runner() as runner:
    client = Client(create_app(), runner)
    print(json.dumps([client.get(target).body.decode() for target in json.load(sys.stdin)]))
    runner.run(client.app.state.searches.close())
"""


@pytest.mark.full
def test_response_does_not_depend_on_earlier_requests_or_the_process(client: Client) -> None:
    """The same bytes, including the nodes."""
    targets = Random(5).sample(SHORT, 100) + LONG
    for target in Random(6).choices(SHORT, k=1_000):
        client.get(target)
    shuffled = Random(7).sample(targets, len(targets))
    answers = {target: client.get(target).body.decode() for target in shuffled}
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=json.dumps(targets),
        env={"PYTHONHASHSEED": "123"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [answers[target] for target in targets] == json.loads(fresh.stdout)
