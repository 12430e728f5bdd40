"""`analyze`, `review` and `trace` as tables and trees, in terminals of any width."""

import re

import pytest

from tests.cli.conftest import Run


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
    assert "value -1\n1 positions entered" in run("trace XXX/OO./...").out
    assert "  depth" in run("trace XO./.../... --max-depth 1").out


def words(text: str) -> list[str]:
    """The words of a text, without the lines of tables."""
    return re.findall(r"[\w-]+", text)


@pytest.mark.parametrize("width", [79, 40])
def test_every_cell_of_the_widest_board_is_shown(run: Run, width: int) -> None:
    board = "/".join(["X........", "........O", *["........."] * 7])
    done = run(f"analyze {board} --in-a-row 9 --max-nodes 1000", width=width)
    assert done.code == 0
    shown, _, moves = done.out.partition("X is to move.")
    assert words(shown) == ["X", *map(str, range(1, 17)), "O", *map(str, range(18, 81))]
    assert max(map(len, done.out.splitlines())) <= width
    assert len(re.findall(r"\bunknown\b|\bdraw\b", moves)) >= 79


@pytest.mark.parametrize(
    "command", ["analyze XO./.X./..O", "review 0,1,4,2,8", "exam --level beginner --side O"]
)
@pytest.mark.parametrize("width", [60, 40])
def test_narrow_table_has_the_words_of_a_wide_one(run: Run, command: str, width: int) -> None:
    wide, narrow = run(command), run(command, width=width)
    assert "\u2026" not in narrow.out
    assert max(map(len, narrow.out.splitlines())) <= width
    assert set(words(wide.out)) <= set(words(narrow.out))
