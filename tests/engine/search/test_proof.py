"""The order of the work, and the findings of each step."""

import pytest

from service.engine.budget import Budget
from service.engine.search.proof import Prover
from tests import reference
from tests.engine.board.test_potential import defined
from tests.engine.conversion import position_of
from tests.engine.positions import both_games, random_positions
from tests.reference import Rules


def prover_of(rules: Rules, board: str, side: str) -> Prover:
    """A prover with enough nodes for everything."""
    return Prover(position_of(board, side, rules), Budget(10**6))


def promise(rules: Rules, board: str, side: str, cell: int) -> tuple[bool, bool, int]:
    """Whether a move completes a line, whether it blocks one, and its change of the potentials."""
    other = reference.opponent(side)
    after = reference.play(board, side, cell)
    gained = defined(rules, after, side) - defined(rules, board, side)
    taken = defined(rules, board, other) - defined(rules, after, other)
    blocks = reference.has_line(rules, reference.play(board, other, cell), other)
    return reference.has_line(rules, after, side), blocks, gained + taken


@pytest.mark.parametrize("rules", both_games([Rules(3, 3, 3), Rules(5, 4, 4)]), ids=str)
def test_most_promising_moves_come_first_and_in_misere_last(rules: Rules) -> None:
    for board, side in random_positions(rules, [4, 5, 6, 7] * 5, seed=17):
        order = prover_of(rules, board, side)._promising_first()
        assert sorted(order) == reference.legal_moves(rules, board)
        promises = [promise(rules, board, side, cell) for cell in order]
        assert promises == sorted(promises, reverse=not rules.misere)
