"""`analyze`: what the API answers, as JSON or as a table."""

import json

import pytest

from tests.asgi import Client
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "fields"),
    [
        ((), {}),
        (("--side-to-move", "x"), {"side_to_move": "x"}),
        (("--misere", "--max-nodes", "1000"), {"misere": True, "max_nodes": 1_000}),
    ],
)
def test_json_is_what_the_api_answers(
    run: Run, client: Client, arguments: tuple[str, ...], fields: dict[str, object]
) -> None:
    done = run("analyze", "XO./.X./..O", "--json", *arguments)
    answer = client.post("/v1/analysis", {"board": "XO./.X./..O", **fields})
    assert (done.code, done.err) == (0, "")
    assert done.out.encode() == answer.body + b"\n"


def test_json_of_a_larger_board(run: Run, client: Client) -> None:
    done = run("analyze", "..../.X../..O.", "--in-a-row", "4", "--json")
    answer = client.post("/v1/analysis", {"board": "..../.X../..O.", "in_a_row": 4})
    assert json.loads(done.out) == answer.json


def test_the_table_has_a_row_for_each_move(run: Run) -> None:
    done = run("analyze", "XO./.X./..O")
    rows = [line.split() for line in done.out.splitlines()]
    assert next(row[:11] for row in rows if row[:2] == ["1", "3"]) == [
        "1",
        "3",
        "win",
        "3",
        "97",
        "Creates",
        "two",
        "threats",
        "at",
        "once,",
        "and",
    ]
    assert [row[1] for row in rows if len(row) > 5 and row[2] in {"win", "draw"}] == list("36257")
    assert "X is to move." in done.out
    assert "Best play: 3 2 5" in done.out


def test_a_finished_game_has_no_moves(run: Run) -> None:
    done = run("analyze", "XXX/OO./...")
    assert done.code == 0
    assert "X has won." in done.out
    assert "Best play" not in done.out
    assert "A draw." in run("analyze", "XOX/XOO/OXX").out


def test_what_is_not_proved_is_a_guess(run: Run) -> None:
    done = run("analyze", "/".join(["....."] * 5), "--in-a-row", "4", "--max-nodes", "1000")
    assert "unknown" in done.out
    assert "about 28" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'BOARD'."),
        (("XXX/...",), "Boards have 3 to 9 columns and rows."),
        (("XX/.",), "Row 2 differs in length from the first row."),
        (("XZ./.../...",), "Row 1, column 2: a cell is X or O; an empty one is '.', '-' or '_'."),
        (("XO./.../..\u00d8",), "Row 3, column 3: a cell is X or O"),
        (("XO./.../. .",), "Row 3, column 2: a cell is X or O"),
        (("XO.Q.....",), "Cell 3: a cell is X or O"),
        (("XO......",), "BOARD: The rows joined with '/'"),
        (("",), "BOARD: The rows joined with '/'"),
        (("-Z-/---/---",), "Row 1, column 2: a cell is X or O"),
        (("-Z-",), "No such option: -Z"),
        (("XX./.../...",), "The sides take turns"),
        ((".........", "--side-to-move", "Q"), "--side-to-move: "),
        ((".........", "--in-a-row", "4"), "On this board in_a_row is at least 3 and at most 3"),
        ((".........", "--in-a-row", "99"), "--in-a-row: The length of a line"),
        ((".........", "--in-a-row", "x"), "Invalid value for '--in-a-row'"),
        ((".........", "--max-nodes", "5"), "--max-nodes: "),
        ((".........", "--deeper"), "No such option: --deeper"),
        ((".........", "........."), "Got unexpected extra argument"),
    ],
)
def test_wrong_input_gets_one_line_and_the_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("analyze", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


def test_an_unknown_command_is_wrong_input(run: Run) -> None:
    done = run("analyse", ".........")
    assert (done.code, done.out) == (2, "")
    assert done.err == "No such command 'analyse'. Did you mean 'analyze'?\n"


def test_many_boards_come_from_standard_input(run: Run, client: Client) -> None:
    boards = ["XO./.X./..O", ".........", "xxx/oo-/---"]
    done = run("analyze", "--stdin", typed="\n".join(boards) + "\r\n")
    assert (done.code, done.err) == (0, "")
    answers = [client.post("/v1/analysis", {"board": board}).body for board in boards]
    assert done.out.encode().splitlines() == answers
    misere = run("analyze", "--stdin", "--misere", typed="XX./OO./...")
    assert json.loads(misere.out)["position"]["misere"] is True
    assert run("analyze", "--stdin").out == ""


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("XO./.X./..O\nXX./.../...\n.........", "Line 2: The sides take turns"),
        ("\n", "Line 1: BOARD: "),
        (".........\n.........\nX?.......", "Line 3: Cell 1: "),
    ],
)
def test_a_wrong_line_is_named(run: Run, typed: str, message: str) -> None:
    done = run("analyze", "--stdin", typed=typed)
    assert done.code == 2
    assert done.err.startswith(message)
    assert len(done.out.splitlines()) == int(message[5]) - 1


def test_a_board_and_standard_input_are_one_too_many(run: Run) -> None:
    done = run("analyze", ".........", "--stdin")
    assert (done.code, done.err) == (
        2,
        "Boards come from standard input: leave out BOARD.\n",
    )


@pytest.mark.parametrize("board", ["---------", "-XO/-X-/--O", "--O/-X-/---"])
@pytest.mark.parametrize("options", [(), ("--side-to-move", "X", "--max-nodes", "1000")])
def test_a_board_may_begin_with_a_hyphen(run: Run, board: str, options: tuple[str, ...]) -> None:
    done = run("analyze", *options, board, "--json")
    assert (done.code, done.err) == (0, "")
    written = json.loads(done.out)["position"]["notation"]
    assert written.replace("/", "") == board.replace("-", ".").replace("/", "")
    assert run("analyze", "--json", *options, "--", board).out == done.out
