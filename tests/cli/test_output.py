"""`--json`, the response of the API as a line; tables and trees in terminals of any width."""

import json
import re

import pytest

from tests.asgi import Client
from tests.cli.conftest import Run

FOOL = [0, 1, 4, 2, 8]
BOARD = {"board": "XO./.X./..O"}
SHORT = {"board": "XX./XOO/O.."}


@pytest.mark.parametrize(
    ("command", "path", "body"),
    [
        ("analyze XO./.X./..O --side-to-move x", "analysis", {**BOARD, "side_to_move": "x"}),
        (
            "analyze ..../.X../..O. --in-a-row 4 --misere --max-nodes 1000",
            "analysis",
            {"board": "..../.X../..O.", "in_a_row": 4, "misere": True, "max_nodes": 1_000},
        ),
        ("trace XX./XOO/O..", "trace", SHORT),
        (
            "trace XX./XOO/O.. --algorithm minimax --values score --max-depth 2 --misere",
            "trace",
            {**SHORT, "algorithm": "minimax", "values": "score", "max_depth": 2, "misere": True},
        ),
        ("review '0 1  4 2 8' --starting-side o", "review", {"moves": FOOL, "starting_side": "O"}),
        (
            "review 5,6 --columns 4 --in-a-row 4 --misere --max-nodes 2000",
            "review",
            {"moves": [5, 6], "columns": 4, "in_a_row": 4, "misere": True, "max_nodes": 2_000},
        ),
    ],
)
def test_json_is_the_response_of_the_api(
    run: Run, client: Client, command: str, path: str, body: dict[str, object]
) -> None:
    done = run(command, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.encode() == client.post(f"/v1/{path}", body).body + b"\n"


def test_exam_prints_a_line_for_each_side(run: Run) -> None:
    done = run("exam --level medium --seed 3 --json")
    exams = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, len(exams)) == (1, 2)
    names = "verdict needed refutation mistakes positions games best_share outcome_share text"
    assert set(exams[0]) == set(names.split())


def test_analyze_reads_many_boards_from_standard_input(run: Run, client: Client) -> None:
    boards = ["XO./.X./..O", ".........", "xxx/oo-/---"]
    done = run("analyze --stdin --jobs 1", typed="\ufeff" + "\n".join(boards) + "\r\n")
    assert (done.code, done.err) == (0, "")
    responses = [client.post("/v1/analysis", {"board": board}).body for board in boards]
    assert done.out.encode().splitlines() == responses
    misere = run("analyze --stdin --jobs 1 --misere", typed="XX./OO./...")
    assert json.loads(misere.out)["position"]["misere"] is True
    assert run("analyze --stdin --jobs 1").out == ""


@pytest.mark.parametrize("board", ["---------", "-XO/-X-/--O"])
def test_board_after_two_hyphens_can_begin_with_a_hyphen(run: Run, board: str) -> None:
    done = run(f"analyze --json -- {board}")
    assert (done.code, done.err) == (0, "")
    written = json.loads(done.out)["position"]["notation"]
    assert written.replace("/", "") == board.replace("-", ".").replace("/", "")


def test_analysis_of_a_finished_game_has_no_moves(run: Run) -> None:
    done = run("analyze XXX/OO./...")
    assert done.code == 0
    assert "X has won." in done.out
    assert "Best play" not in done.out
    assert "A draw." in run("analyze XOX/XOO/OXX").out


def test_unproved_move_has_an_estimate(run: Run) -> None:
    done = run(f"analyze {'/'.join(['.....'] * 5)} --in-a-row 4 --max-nodes 1000")
    assert "unknown" in done.out
    assert re.search(r"about -?[0-9]+", done.out)


def test_trace_shows_its_counts_and_its_limit(run: Run) -> None:
    assert "value -1\n1 nodes entered" in run("trace XXX/OO./...").out
    assert "  depth" in run("trace XO./.../... --max-depth 1").out


def test_trace_shows_windows_and_cutoffs(run: Run) -> None:
    tree = run("trace XO./OX./... --values score").out.splitlines()
    assert "├── X 5: 97  (alpha 97)  cutoff, skips 6 7 8" in tree
    assert "│   │   │   └── O 8: 0  (alpha 0, beta 95)" in tree


def test_table_is_only_in_a_terminal_that_is_wide_enough(run: Run) -> None:
    text = "rank 3, cell 2, outcome draw, plies 5, score 0, Takes a corner, but gives up the win"
    narrow, wide = (run("analyze XO./.X./..O", width=width).out for width in (59, 60))
    assert text in re.sub(r"\s+", " ", narrow)
    assert text not in re.sub(r"\s+", " ", wide)
    assert re.search(r"rank +cell +outcome +plies +score *\n", wide)
