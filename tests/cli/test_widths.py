"""No terminal is too narrow to be told everything."""

import re

import pytest

from tests.cli.conftest import Run

WIDEST = "/".join(["X........", "........O", *["........."] * 7])


def words(text: str) -> list[str]:
    """The words of a text, without the lines of tables."""
    return re.findall(r"[\w-]+", text)


@pytest.mark.parametrize("width", [79, 50, 46, 45, 30, 26])
def test_every_cell_of_a_wide_board_is_shown(run: Run, width: int) -> None:
    done = run("analyze", WIDEST, "--in-a-row", "9", "--max-nodes", "1000", width=width)
    assert done.code == 0
    board, _, moves = done.out.partition("X is to move.")
    assert words(board) == ["X", *map(str, range(1, 17)), "O", *map(str, range(18, 81))]
    assert max(map(len, done.out.splitlines())) <= width
    assert "\u2026" not in done.out
    assert len(re.findall(r"\bunknown\b|\bdraw\b", moves)) >= 79


def test_what_cannot_be_drawn_is_said(run: Run) -> None:
    done = run("analyze", WIDEST, "--in-a-row", "9", "--max-nodes", "1000", width=25)
    assert " ".join(done.out.split()).startswith("The terminal is too narrow for this board. X is")


@pytest.mark.parametrize(
    "command",
    [
        ("analyze", "XO./.X./..O"),
        ("review", "0,1,4,2,8"),
        ("exam", "--level", "beginner", "--side", "O"),
    ],
)
@pytest.mark.parametrize("width", [60, 40, 20])
def test_narrow_tables_say_what_wide_ones_do(
    run: Run, command: tuple[str, ...], width: int
) -> None:
    wide, narrow = run(*command), run(*command, width=width)
    assert "\u2026" not in narrow.out
    assert max(map(len, narrow.out.splitlines())) <= width
    missing = set(words(wide.out)) - set(words(narrow.out))
    assert not missing
