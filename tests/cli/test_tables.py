"""`analyze`, `review` and `trace` as tables and trees, in terminals of any width."""

import re

import pytest

from tests.cli.conftest import Run


def test_analysis_has_a_row_for_each_move(run: Run) -> None:
    done = run("analyze XO./.X./..O")
    rows = [line.split() for line in done.out.splitlines()]
    best = next(row for row in rows if row[:2] == ["1", "3"])
    assert " ".join(best).startswith("1 3 win 3 97 Creates two threats at once, and")
    assert [row[1] for row in rows if len(row) > 5 and row[2] in {"win", "draw"}] == list("36257")
    assert "X is to move." in done.out
    assert "Best play: 3 2 5" in done.out


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


def test_review_shows_each_verdict_and_the_turning_point(run: Run) -> None:
    done = run("review 0,1,4,2,8")
    rows = [line.split() for line in done.out.splitlines()]
    assert [row[:4] for row in rows if row and row[0].isdigit() and len(row) > 3] == [
        ["1", "X", "0", "best"],
        ["2", "O", "1", "mistake"],
        ["3", "X", "4", "best"],
        ["4", "O", "2", "inaccuracy"],
        ["5", "X", "8", "best"],
    ]
    assert "X: best 3 (100% best)" in done.out
    assert "O: inaccuracy 1, mistake 1 (0% best)" in done.out
    assert "Ply 2 decided it: O at cell 1." in done.out


def test_trace_is_an_indented_tree_with_the_end_of_each_branch(run: Run) -> None:
    done = run("trace XX./XOO/O..")
    assert done.out.splitlines()[-8:] == [
        "X is to move.",
        "value 1",
        "├── X 2: 1  win",
        "├── X 7: -1  (alpha 1)  cutoff, skips 8",
        "│   └── O 2: -1  (alpha 1)  loss",
        "└── X 8: -1  (alpha 1)  cutoff, skips 7",
        "    └── O 2: -1  (alpha 1)  loss",
        "6 positions entered, 2 cut off, 2 moves skipped.",
    ]
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
