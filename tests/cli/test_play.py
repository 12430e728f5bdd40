"""`play`: whole games in the terminal."""

import pytest

from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from tests.cli.conftest import Run

EMPTY = Position(Geometry(3, 3, 3), 0, 0, Mark.X)


def played(out: str) -> list[int]:
    """The cells that levels have said they play."""
    return [int(line.split()[-1].rstrip(".")) for line in out.splitlines() if ") plays " in line]


def test_two_levels_play_the_game_that_the_seed_says(run: Run) -> None:
    levels = {Mark.X: Level.HARD, Mark.O: Level.BEGINNER}
    position, cells = EMPTY, []
    while position.status is Status.IN_PROGRESS:
        cells.append(play_level(position, levels[position.side_to_move], 8))
        position = position.play(cells[-1])
    done = run("play", "--x", "hard", "--o", "beginner", "--seed", "8")
    assert done.code == 0
    assert played(done.out) == cells
    end = f"{position.winner} has won." if position.winner else "A draw."
    assert end in done.out
    assert "Seed 8." in done.out


def test_a_person_plays_against_a_level_and_the_game_is_reviewed(run: Run) -> None:
    done = run("play", "--o", "perfect", "--seed", "1", typed="0\n1\n2\n3\n4\n5\n6\n7\n8\n")
    assert done.code == 0
    assert "O has won." in done.out
    assert "verdict" in done.out
    assert "decided it" in done.out


def test_two_people_play(run: Run) -> None:
    done = run("play", "--o", "person", typed="0\n1\n4\n2\n8\n")
    assert done.code == 0
    assert "X has won." in done.out
    assert "Ply 2 decided it: O at cell 1." in done.out


def test_a_hint_names_a_best_move_and_why(run: Run) -> None:
    done = run("play", "--o", "person", typed="0\nh\nhint\nq\n")
    assert done.out.count("4: Takes the centre, and holds the draw.") == 2


def test_undo_goes_back_to_the_persons_last_move(run: Run) -> None:
    done = run("play", "--o", "easy", "--seed", "3", typed="u\n4\nu\n4\nundo\nu\nq\n")
    assert done.out.count("There is no move to take back.") == 2
    first, again = played(done.out)
    assert first == again
    assert "verdict" not in done.out


def test_undo_among_people_takes_one_move_back(run: Run) -> None:
    done = run("play", "--o", "person", typed="0\n1\nu\n4\nq\n")
    rows = [line.split()[:3] for line in done.out.splitlines() if line.strip()[:1].isdigit()]
    assert [row for row in rows if len(row) == 3][-2:] == [["1", "X", "0"], ["2", "O", "4"]]


def test_what_is_no_move_is_explained_and_asked_again(run: Run) -> None:
    done = run("play", "--o", "person", typed=f"9\nx\n{'9' * 9999}\n-1\n\n0\n0\nq\n")
    assert done.code == 0
    assert "Cells of this board are 0 to 8." in done.out
    assert "The cell already holds a mark." in done.out
    assert done.out.count("A number plays that cell") == 4


def test_the_end_of_the_input_ends_the_game(run: Run) -> None:
    done = run("play", "--o", "person", typed="4\n")
    assert done.code == 0
    assert "> \n" in done.out  # what follows begins a line of its own
    assert "O is to move." in done.out


def test_any_board_may_be_played_and_the_seed_is_drawn_and_shown(run: Run) -> None:
    board = ["--columns", "5", "--rows", "4", "--in-a-row", "4", "--misere", "--max-nodes", "1000"]
    done = run("play", "--starting-side", "O", "--x", "easy", "--o", "medium", *board)
    assert "│ 15 │ 16 │ 17 │ 18 │ 19 │" in done.out
    assert done.out.startswith("Seed ")
    assert done.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--x", "nobody"), "Invalid value for '--x'"),
        (("--seed", "-1"), "--seed: "),
        (("--columns", "2"), "--columns: "),
        (("--starting-side", "Z"), "--starting-side: "),
        (("--in-a-row", "5"), "On this board in_a_row is at least 3"),
        (("--max-nodes", "7"), "--max-nodes: "),
    ],
)
def test_wrong_input_gets_one_line_and_the_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("play", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1
