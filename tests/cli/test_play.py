"""`play`: whole games in the terminal."""

from service.engine.board.position import Mark, Status
from service.engine.play.choice import play_level
from service.engine.play.levels import Level
from tests.cli.conftest import Run
from tests.engine.positions import EMPTY_3X3

PEOPLE = "play --o person"


def played(out: str) -> list[int]:
    return [int(line.split()[-1].rstrip(".")) for line in out.splitlines() if ") plays " in line]


def test_two_levels_play_the_game_of_the_seed(run: Run) -> None:
    levels = {Mark.X: Level.HARD, Mark.O: Level.BEGINNER}
    position, cells = EMPTY_3X3, []
    while position.status is Status.IN_PROGRESS:
        cells.append(play_level(position, levels[position.side_to_move], 0))
        position = position.play(cells[-1])
    done = run("play --x hard --o beginner --seed 0")
    assert done.code == 0
    assert played(done.out) == cells
    end = f"{position.winner} has won." if position.winner else "A draw."
    assert end in done.out
    assert "Seed 0." in done.out


def test_person_plays_against_a_level_and_the_game_is_reviewed(run: Run) -> None:
    done = run("play --o perfect --seed 1", typed="0\n1\n2\n3\n4\n5\n6\n7\n8\n")
    assert done.code == 0
    assert "O has won." in done.out
    assert "verdict" in done.out
    assert "turning point" in done.out


def test_hint_names_a_best_move_and_its_reason(run: Run) -> None:
    done = run(PEOPLE, typed="0\nh\nhint\nq\n")
    assert done.out.count("4: Takes the center, and holds the draw.") == 2


def test_undo_returns_to_the_last_move_of_the_person(run: Run) -> None:
    """Among people, one move is taken back."""
    done = run("play --o easy --seed 3", typed="u\n4\nu\n4\nundo\nu\nq\n")
    assert done.out.count("There is no move to undo.") == 2
    first, again = played(done.out)
    assert first == again
    assert "verdict" not in done.out
    done = run(PEOPLE, typed="0\n1\nu\n4\nq\n")
    rows = [line.split()[:3] for line in done.out.splitlines() if line.strip()[:1].isdigit()]
    assert [row for row in rows if len(row) == 3][-2:] == [["1", "X", "0"], ["2", "O", "4"]]


def test_invalid_move_is_explained_and_asked_again(run: Run) -> None:
    done = run(PEOPLE, typed=f"9\nx\n{'9' * 9999}\n-1\n\n0\n0\nq\n")
    assert done.code == 0
    assert "The cell is not on the board; use 0 to 8." in done.out
    assert "Cell 0 already has a mark; choose an empty cell." in done.out
    assert done.out.count("Type a cell number") == 4


def test_end_of_the_input_ends_the_game(run: Run) -> None:
    done = run(PEOPLE, typed="4\n")
    assert done.code == 0
    assert "> \n" in done.out  # the next text begins its own line
    assert "O is to move." in done.out


def test_any_board_can_be_played_and_a_random_seed_is_shown(run: Run) -> None:
    board = "--columns 5 --rows 4 --in-a-row 4 --misere --max-nodes 1000"
    done = run(f"play --starting-side O --x easy --o medium {board}")
    assert "│ 15 │ 16 │ 17 │ 18 │ 19 │" in done.out
    assert done.out.startswith("Seed ")
    assert done.out.splitlines()[-1]
