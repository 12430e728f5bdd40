"""The evaluation of a position at a depth limit."""

import pytest

from service.engine.textbook.evaluation import SCALE, evaluation
from tests.engine.board.test_potential import defined
from tests.engine.conversion import bits, geometry_of
from tests.engine.positions import SOME_RULES, random_positions
from tests.reference import Rules


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_evaluation_is_the_share_of_the_potentials_rounded_toward_zero(rules: Rules) -> None:
    for board, _ in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] * 2, seed=21):
        own, other = defined(rules, board, "X"), defined(rules, board, "O")
        expected = int(SCALE * (own - other) / (own + other)) if own + other else 0
        x, o = bits(board, "X"), bits(board, "O")
        assert evaluation(geometry_of(rules), x, o, misere=False) == expected
        assert evaluation(geometry_of(rules), o, x, misere=False) == -expected
        assert evaluation(geometry_of(rules), x, o, misere=True) == -expected
        assert -SCALE <= expected <= SCALE
