"""The estimate of moves that are not proved, compared with its definition."""

import pytest

from service.engine.board.estimate import SCALE, estimate
from service.engine.board.symmetry import symmetries
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


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_symmetric_positions_have_the_same_estimate(rules: Rules) -> None:
    geometry = geometry_of(rules)
    for board, side in random_positions(rules, [2, 5, 9], seed=22):
        images = ["".join(board[cell] for cell in symmetry) for symmetry in symmetries(geometry)]
        estimates = {
            estimate(geometry, *own_and_other(image, side), misere=False) for image in images
        }
        assert len(estimates) == 1


def test_open_threes_adjacent_marks_and_crossing_lines_raise_the_estimate() -> None:
    rules = Rules(9, 9, 5)

    def estimated(*rows: str) -> int:
        board = "".join(rows).ljust(81, ".")
        return estimate(geometry_of(rules), *own_and_other(board, "X"), misere=False)

    empty = "." * 9
    opened = estimated(empty, "...XXX...", empty, ".O..O....")
    closed = estimated(empty, "XXX......", empty, ".O..O....")
    apart = estimated(empty, "X...X...X", empty, ".O..O....")
    assert opened > closed > apart
    crossing = estimated(empty, "..XX.....", ".X.......", ".X.......", ".....O.OO")
    parallel = estimated(empty, "XX.......", "......X..", "......X..", ".....O.OO")
    assert crossing > parallel
