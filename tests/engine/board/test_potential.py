"""The potential of Erdős and Selfridge, and what it rules out."""

import pytest

from service.engine.board.geometry import lines
from service.engine.board.potential import potential
from tests import reference
from tests.engine.support import (
    MEMO_3X3,
    all_unfinished,
    bits,
    geometry_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules, Worth


def defined(rules: Rules, board: str, side: str) -> int:
    """Sum over the lines without a mark of the opponent of 2 to the number of own marks."""
    total = 0
    for line in reference.lines(rules):
        marks = [board[cell] for cell in line]
        if reference.opponent(side) not in marks:
            total += 2 ** marks.count(side)
    return total


def check(rules: Rules, board: str, side: str, worth: Worth) -> list[str]:
    """Compare the potentials with their definition, and what they rule out with the truth."""
    all_lines = lines(geometry_of(rules))
    own, other = bits(board, side), bits(board, reference.opponent(side))
    assert potential(all_lines, own, other) == defined(rules, board, side)
    assert potential(all_lines, other, own) == defined(rules, board, reference.opponent(side))
    ruled_out = []
    if potential(all_lines, own, other) < 2 ** (rules.in_a_row - 1):
        assert worth.outcome != "win", (rules, board, side)
        ruled_out.append("win")
    if potential(all_lines, other, own) < 2**rules.in_a_row:
        assert worth.outcome != "loss", (rules, board, side)
        ruled_out.append("loss")
    return ruled_out


def test_below_the_limit_no_side_wins_on_3x3() -> None:
    ruled_out = []
    for board, side in all_unfinished():
        worth = reference.worth(THREE_BY_THREE, board, side, MEMO_3X3)
        ruled_out += check(THREE_BY_THREE, board, side, worth)
    assert ruled_out.count("win") > 1000
    assert ruled_out.count("loss") > 1000


@pytest.mark.parametrize(
    "rules",
    [Rules(4, 3, 3), Rules(4, 3, 4), Rules(3, 5, 5), Rules(4, 4, 4), Rules(5, 4, 4)],
    ids=str,
)
def test_below_the_limit_no_side_wins_on_larger_boards(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(9)
    for _ in range(25):
        board, side = random_unfinished(rules, random.randrange(1, 9), random)
        check(rules, board, side, reference.worth(rules, board, side, memo))


def test_the_empty_board() -> None:
    assert potential(lines(geometry_of(THREE_BY_THREE)), 0, 0) == 8
    assert potential(lines(geometry_of(THREE_BY_THREE)), 1 << 4, 0) == 4 * 2 + 4
    assert potential(lines(geometry_of(THREE_BY_THREE)), 0, 1 << 4) == 4
