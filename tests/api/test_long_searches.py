"""Larger boards over HTTP: their values, their budgets, the same bytes in every process."""

import json
import subprocess
import sys

import pytest

from service.app import create_app
from service.settings import Settings
from tests.api.streams import HARD
from tests.asgi import Client
from tests.middleware.metrics import series, value


@pytest.mark.parametrize(
    ("query", "outcome", "plies"),
    [
        ("board=..../..../....", "win", 7),
        ("board=.../.../.../...", "win", 7),
        ("board=..../..../..../....&in_a_row=4", "draw", 16),
        ("board=...../...../...../.....&in_a_row=4", "draw", 20),
        ("board=.........&misere=true", "draw", 9),
    ],
)
def test_boards_of_every_kind(client: Client, query: str, outcome: str, plies: int) -> None:
    answer = client.get(f"/v1/analysis?{query}")
    assert answer.status == 200
    assert (answer.json["outcome"], answer.json["plies_to_end"]) == (outcome, plies)
    assert answer.json["solved"]


def test_in_misere_completing_a_line_loses(client: Client) -> None:
    answer = client.get("/v1/analysis?board=XXX/OO./...&misere=true").json
    assert (answer["outcome"], answer["score"], answer["plies_to_end"]) == ("win", 100, 0)
    assert (answer["position"]["winner"], answer["position"]["status"]) == ("O", "won")
    assert answer["position"]["winning_lines"] == [[0, 1, 2]]


def test_cells_of_a_board_that_is_no_square(client: Client) -> None:
    answer = client.post("/v1/best-move", {"board": "XX.../OO.../....."}).json
    move = answer["move"]
    assert (move["cell"], move["row"], move["column"], move["score"]) == (2, 0, 2, 99)
    assert answer["position"]["notation"] == "XXX../OO.../....."


def test_overlines_win_and_count_as_lines(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": "XXXX./OOO.O/.....", "in_a_row": 3}).json
    assert answer["code"] == "both_won"
    answer = client.post("/v1/analysis", {"board": "XXXX./OO.O./.....", "in_a_row": 3}).json
    assert answer["position"]["winning_lines"] == [[0, 1, 2], [1, 2, 3]]


def test_a_budget_ends_the_proof_honestly(client: Client) -> None:
    answer = client.get(f"/v1/analysis?{HARD}&max_nodes=1000").json
    assert answer["nodes"] <= 1000
    assert (answer["outcome"], answer["plies_to_end"], answer["score"]) == ("unknown", None, None)
    assert not answer["solved"]
    assert answer["best_move"] == answer["principal_variation"][0] == 14
    for move in answer["moves"]:
        assert (move["outcome"], move["plies_to_end"], move["score"]) == ("unknown", None, None)
        assert isinstance(move["estimate"], int)
    played = client.get(f"/v1/best-move?{HARD}&max_nodes=1000").json
    assert played["move"] == answer["moves"][0]


def test_more_nodes_prove_more(client: Client) -> None:
    proved = []
    for nodes in (1_000, 10_000, 100_000):
        query = f"board=...../...../...../...../.....&in_a_row=4&max_nodes={nodes}"
        answer = client.get(f"/v1/analysis?{query}").json
        proved.append(sum(move["score"] is not None for move in answer["moves"]))
    assert proved == sorted(proved)
    assert proved[0] < proved[-1] == 25


def test_the_operator_can_set_a_lower_ceiling(client: Client) -> None:
    limited = Client(create_app(Settings(max_nodes=2_000)), client.runner)
    answer = limited.get("/v1/analysis?board=.........&max_nodes=2001")
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert answer.json["errors"][0]["parameter"] == "max_nodes"
    assert "2000" in answer.json["detail"]
    assert limited.get("/v1/analysis?board=.........&max_nodes=2000").status == 200
    unlimited = limited.get(f"/v1/analysis?{HARD}").json
    assert 1_000 < unlimited["nodes"] <= 2_000
    limited.runner.run(limited.app.state.searches.close())


QUESTIONS = [
    f"/v1/analysis?{HARD}&max_nodes=30000",
    f"/v1/analysis/stream?{HARD}&max_nodes=30000",
    f"/v1/best-move?{HARD}&max_nodes=30000&seed=5",
    "/v1/analysis?board=...../..X../..O../...../.....&in_a_row=4&max_nodes=20000",
    "/v1/analysis?board=..../..../....&misere=true",
    "/v1/game-tree?board=X.../.O../....",
]
FRESH = """
import asyncio, json, sys
from service.app import create_app
from tests.asgi import Client
from tests.middleware.metrics import series, value
with asyncio.Runner() as runner:
    client = Client(create_app(), runner)
    print(json.dumps([client.get(target).body.decode() for target in json.load(sys.stdin)]))
    runner.run(client.app.state.searches.close())
"""


def test_another_process_gives_the_same_bytes(client: Client) -> None:
    """Nodes included, and whatever was asked before."""
    answers = {target: client.get(target).body.decode() for target in reversed(QUESTIONS)}
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=json.dumps(QUESTIONS),
        env={"PYTHONHASHSEED": "321"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [answers[target] for target in QUESTIONS] == json.loads(fresh.stdout)


def test_number_of_kept_results_is_limited(narrow: Client) -> None:
    """One result is kept: a second search makes room by dropping the first."""
    misses = []
    for seed, nodes in enumerate((1_000, 1_000, 1_001, 1_000)):
        narrow.get(f"/v1/best-move?{HARD}&max_nodes={nodes}&seed={seed}")
        misses.append(value(series(narrow), "cache_misses_total"))
    assert misses == [1, 1, 2, 3]
