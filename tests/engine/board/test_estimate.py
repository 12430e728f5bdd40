"""The estimate of moves that are not proved, compared with its definition."""

import pytest

from service.engine.board.estimate import SCALE, estimate
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other
from tests.engine.positions import SOME_RULES, random_positions
from tests.reference import Rules


def weight(rules: Rules, board: str, side: str) -> int:
    """The sum of 4 ** (own marks) over the lines without an opponent's mark."""
    lines_of_marks = [[board[cell] for cell in line] for line in reference.lines(rules)]
    other = reference.opponent(side)
    return sum(int(4 ** marks.count(side)) for marks in lines_of_marks if other not in marks)


def expected(rules: Rules, board: str, side: str) -> int:
    """The estimate for the side that has moved, after the opponent's best reply."""
    opponent = reference.opponent(side)

    def lead(board: str) -> int:
        return weight(rules, board, side) - weight(rules, board, opponent)

    replies = [
        lead(board[:cell] + opponent + board[cell + 1 :])
        for cell, mark in enumerate(board)
        if mark == "."
    ]
    after = (max if rules.misere else min)(replies, default=lead(board))
    total = weight(rules, board, side) + weight(rules, board, opponent)
    size = SCALE * abs(after) // (total + lead(board) - after + 1)
    return size if (after > 0) is not rules.misere else -size


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
@pytest.mark.parametrize("misere", [False, True])
def test_estimate_is_the_lead_after_the_best_reply(rules: Rules, misere: bool) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    for board, side in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] * 2, seed=21):
        found = estimate(geometry_of(rules), *own_and_other(board, side), misere=misere)
        assert found == expected(rules, board, side)
        assert -SCALE <= found <= SCALE
