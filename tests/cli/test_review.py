"""`review`: what the API answers, as JSON or as a table."""

import pytest

from tests.asgi import Client
from tests.cli.conftest import Run

FOOL = "0,1,4,2,8"


def test_json_is_what_the_api_answers(run: Run, client: Client) -> None:
    done = run("review", FOOL, "--json", "--starting-side", "O")
    answer = client.post("/v1/review", {"moves": [0, 1, 4, 2, 8], "starting_side": "O"})
    assert done.out.encode() == answer.body + b"\n"
    assert run("review", "0 1  4 2 8", "--json", "--starting-side", "o").out == done.out


def test_json_of_a_larger_board(run: Run, client: Client) -> None:
    options = ["--columns", "4", "--in-a-row", "4", "--misere", "--max-nodes", "2000"]
    done = run("review", "5,6", *options, "--json")
    game = {"moves": [5, 6], "columns": 4, "in_a_row": 4, "misere": True, "max_nodes": 2_000}
    assert done.out.encode() == client.post("/v1/review", game).body + b"\n"


def test_the_table_shows_each_verdict_and_the_turning_point(run: Run) -> None:
    done = run("review", FOOL)
    rows = [line.split() for line in done.out.splitlines()]
    plies = [row[:4] for row in rows if row and row[0].isdigit() and len(row) > 3]
    assert plies == [
        ["1", "X", "0", "best"],
        ["2", "O", "1", "mistake"],
        ["3", "X", "4", "best"],
        ["4", "O", "2", "inaccuracy"],
        ["5", "X", "8", "best"],
    ]
    assert "X: best 3 (100% best)" in done.out
    assert "O: inaccuracy 1, mistake 1 (0% best)" in done.out
    assert "Ply 2 decided it: O at cell 1." in done.out


def test_a_game_that_nobody_spoilt(run: Run) -> None:
    assert "No single move decided the game." in run("review", "4").out
    assert "O: no moves" in run("review", "4").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'MOVES'."),
        (("",), "MOVES: The cells that were played, in order, such as 0,1,4,2,8."),
        ((" , ",), "MOVES: The cells"),
        (("0,0",), "Move 2: The cell already holds a mark."),
        (("0,9",), "Move 2: Cells of this board are 0 to 8."),
        ((f"{FOOL},3",), "Move 6: The game is over before this move."),
        (("a1",), "MOVES: The cells that were played"),
        (("9" * 9999,), "MOVES: The cells that were played"),
        (("0", "--columns", "12"), "--columns: The columns of the board"),
        (("0", "--starting-side", "Z"), "--starting-side: "),
        (("0", "--in-a-row", "4"), "On this board in_a_row is at least 3"),
    ],
)
def test_wrong_input_gets_one_line_and_the_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("review", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1
