"""What the answers hold, beyond the scores that test_every_position checks."""

import json
import random
import subprocess
import sys

import pytest

from service.app import create_app
from tests import reference
from tests.asgi import Client
from tests.reference import THREE_BY_THREE as RULES

UNFINISHED = sorted(
    (board, side)
    for board, side in reference.reachable(RULES)
    if reference.legal_moves(RULES, board)
)
FINISHED = sorted(reference.reachable(RULES) - set(UNFINISHED))


def ask(client: Client, path: str, board: str, side: str, **fields: object) -> dict[str, object]:
    answer = client.post(f"/v1/{path}", {"board": board, "side_to_move": side, **fields})
    assert answer.status == 200
    found: dict[str, object] = answer.json
    return found


def test_either_side_may_have_started(client: Client) -> None:
    cells = ["x", "o", "", "", "", "", "o", "", "x"]
    for side, score in (("X", 99), ("O", 97)):
        answer = client.post("/v1/analysis", {"board": cells, "side_to_move": side}).json
        assert (answer["best_move"], answer["score"]) == (4, score)


def test_3x3_is_solved_in_misere_from_2500_nodes_on(client: Client) -> None:
    solved = {1000: 0, 2500: 0}
    boards = [(board, side) for board, side in UNFINISHED if board.count(".") >= 7]
    for nodes in solved:
        for board, side in boards:
            answer = ask(client, "analysis", board, side, misere=True, max_nodes=nodes)
            solved[nodes] += bool(answer["solved"])
    assert solved[1000] < solved[2500] == len(boards)


@pytest.mark.parametrize("path", ["analysis", "game-tree"])
def test_get_and_post_answer_alike(client: Client, path: str) -> None:
    for board, side in random.Random(1).sample(UNFINISHED, 50) + FINISHED[:5]:
        get = client.get(f"/v1/{path}?board={board}&side_to_move={side}")
        assert get.json == ask(client, path, board, side)


def test_one_turn(client: Client) -> None:
    for board, side in random.Random(2).sample(UNFINISHED, 200):
        analysis = ask(client, "analysis", board, side)
        answer = ask(client, "best-move", board, side)
        move = answer["move"]
        assert isinstance(move, dict)
        assert move in analysis["moves"]  # type: ignore[operator]
        assert move["cell"] == analysis["best_move"]
        after = reference.play(board, side, move["cell"])
        other = reference.opponent(side)
        assert answer["position"] == ask(client, "analysis", after, other)["position"]
        assert (answer["level"], answer["seed"]) == ("perfect", None)
        get = client.get(f"/v1/best-move?board={board}&side_to_move={side}")
        assert get.json == answer


def test_a_finished_game_is_a_normal_answer(client: Client) -> None:
    for board, side in FINISHED[::20]:
        analysis = ask(client, "analysis", board, side)
        drawn = reference.winner(RULES, board) is None
        assert analysis["moves"] == analysis["best_moves"] == analysis["principal_variation"] == []
        assert analysis["best_move"] is None
        assert (analysis["plies_to_end"], analysis["score"]) == (0, 0 if drawn else -100)
        assert analysis["nodes"] == 1
        assert ask(client, "best-move", board, side, seed=3) == {
            "move": None,
            "level": "perfect",
            "seed": 3,
            "position": analysis["position"],
        }
        assert ask(client, "game-tree", board, side)["nodes"] == 1


def test_a_seed_varies_the_game_and_never_its_result(client: Client) -> None:
    openings = set()
    for seed in range(50):
        answer = ask(client, "best-move", "." * 9, "X", seed=seed)
        assert answer == ask(client, "best-move", "." * 9, "X", seed=seed)
        assert answer["seed"] == seed
        openings.add(answer["move"]["cell"])  # type: ignore[index]
    assert openings == set(range(9))
    for board, side in random.Random(3).sample(UNFINISHED, 100):
        move = ask(client, "best-move", board, side, seed=4)["move"]
        assert move["rank"] == 1  # type: ignore[index]


def test_the_game_tree_of_the_empty_board(client: Client) -> None:
    answer = ask(client, "game-tree", "." * 9, "X")
    assert {key: answer[key] for key in answer if key not in ("plies", "position")} == {
        "nodes": 549_946,
        "games": 255_168,
        "outcomes": {"x_wins": 131_184, "o_wins": 77_904, "draws": 46_080},
        "positions": 5_478,
        "canonical_positions": 765,
        "searched": {"minimax": 549_946, "alpha_beta": 18_297, "alpha_beta_cached": 3_312},
    }
    plies = answer["plies"]
    assert isinstance(plies, list)
    assert [ply["nodes"] for ply in plies] == [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872
    ]  # fmt: skip


QUESTIONS = [f"/v1/analysis?board={board}&side_to_move={side}" for board, side in UNFINISHED]
FRESH = """
import asyncio, json, sys
from service.app import create_app
from tests.asgi import Client
with asyncio.Runner() as runner:
    client = Client(create_app(), runner)
    print(json.dumps([client.get(target).body.decode() for target in json.load(sys.stdin)]))
"""


@pytest.mark.parametrize("others", [500, pytest.param(10_000, marks=pytest.mark.full)])
def test_an_answer_does_not_depend_on_what_was_asked_before(client: Client, others: int) -> None:
    """The same bytes, nodes included: after many others, in any order, in another process."""
    asked = random.Random(5).sample(QUESTIONS, 200)
    client.send_all(
        ("GET", target, None) for target in random.Random(6).choices(QUESTIONS, k=others)
    )
    late = Client(create_app(), client.runner)
    answers = {target: late.get(target).body for target in random.Random(7).sample(asked, 200)}
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=json.dumps(asked),
        env={"PYTHONHASHSEED": "123"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [answers[target].decode() for target in asked] == json.loads(fresh.stdout)
