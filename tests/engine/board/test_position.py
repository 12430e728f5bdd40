"""Positions and moves."""

import pytest

from service.engine.board.geometry import cells_of
from service.engine.board.position import Mark
from service.engine.errors import IllegalMove
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import (
    SOME_RULES,
    both_games,
    random_unfinished,
    seeded,
)
from tests.reference import Rules


def check(rules: Rules, board: str, side: str) -> None:
    """Compare all properties of a position with the reference."""
    position = position_of(board, side, rules)
    assert position.side_to_move.opponent == reference.opponent(side)
    marks = (position.x, position.o)
    assert (position.own, position.other) == (marks if side == "X" else marks[::-1])
    assert (position.marks_of(Mark.X), position.marks_of(Mark.O)) == marks
    assert position.status == reference.status(rules, board)
    assert position.winner == reference.winner(rules, board)
    assert position.legal_moves == reference.legal_moves(rules, board)
    assert position.plies_left == board.count(".")
    completed = {side: reference.completed_lines(rules, board, side) for side in Mark}
    assert position.winning_lines == sorted(completed[Mark.X] + completed[Mark.O])
    assert position.completer == next((side for side in Mark if completed[side]), None)
    for mark in Mark:
        lines = [list(cells_of(line)) for line in position.lines_of(mark)]
        assert sorted(lines) == completed[mark]


@pytest.mark.parametrize("rules", both_games(SOME_RULES), ids=str)
def test_positions_of_larger_boards_match_the_reference(rules: Rules) -> None:
    random = seeded(1)
    for _ in range(20):
        board, side = random_unfinished(
            rules, random.randrange(1, rules.columns * rules.rows), random
        )
        check(rules, board, side)
        for cell in reference.legal_moves(rules, board):
            after = reference.play(board, side, cell), reference.opponent(side)
            assert position_of(board, side, rules).play(cell) == position_of(*after, rules)
            check(rules, *after)


def test_play_keeps_the_rules() -> None:
    rules = Rules(4, 3, 4, misere=True)
    start = position_of(rules.empty_board, "O", rules)
    assert start.play(11) == position_of("." * 11 + "O", "X", rules)
    with pytest.raises(IllegalMove, match="0 to 11"):
        start.play(12)
