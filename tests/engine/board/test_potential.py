"""The potential of Erdős and Selfridge, and the outcomes that it rules out."""

import pytest

from service.engine.board.geometry import potential
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other
from tests.engine.positions import MEMO_3X3, all_unfinished, random_positions
from tests.reference import THREE_BY_THREE, Memo, Rules


def defined(rules: Rules, board: str, side: str) -> int:
    """Sum over the lines without a mark of the opponent of 2 to the number of own marks."""
    lines_of_marks = [[board[cell] for cell in line] for line in reference.lines(rules)]
    other = reference.opponent(side)
    return sum(int(2 ** marks.count(side)) for marks in lines_of_marks if other not in marks)


def check(rules: Rules, board: str, side: str, memo: Memo) -> list[str]:
    """Compare the potentials with their definition; the outcomes ruled out, which are not true."""
    geometry = geometry_of(rules)
    own, other = own_and_other(board, side)
    ours, theirs = potential(geometry, own, other), potential(geometry, other, own)
    assert ours == defined(rules, board, side)
    assert theirs == defined(rules, board, reference.opponent(side))
    outcomes = {"win": ours < 2 ** (rules.in_a_row - 1), "loss": theirs < 2**rules.in_a_row}
    ruled_out = [outcome for outcome, is_ruled_out in outcomes.items() if is_ruled_out]
    assert reference.worth(rules, board, side, memo).outcome not in ruled_out, (rules, board, side)
    return ruled_out


def test_side_below_the_limit_never_wins_on_3x3() -> None:
    ruled_out = [
        outcome
        for board, side in all_unfinished()
        for outcome in check(THREE_BY_THREE, board, side, MEMO_3X3)
    ]
    assert ruled_out.count("win") > 1000
    assert ruled_out.count("loss") > 1000


@pytest.mark.parametrize(
    "rules",
    [Rules(4, 3, 3), Rules(4, 3, 4), Rules(3, 5, 5), Rules(4, 4, 4), Rules(5, 4, 4)],
    ids=str,
)
def test_side_below_the_limit_never_wins_on_larger_boards(rules: Rules) -> None:
    memo: Memo = {}
    for board, side in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8] * 3, seed=9):
        check(rules, board, side, memo)
