"""The static guess at a position."""

import pytest

from service.engine.board.estimate import SCALE, estimate
from service.engine.board.symmetry import symmetries
from tests.engine.board.test_potential import defined
from tests.engine.support import (
    SOME_RULES,
    all_unfinished,
    bits,
    geometry_of,
    image,
    random_unfinished,
    seeded,
)
from tests.reference import Rules

GEOMETRY = geometry_of(Rules())


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_it_is_a_share_of_the_potentials_rounded_towards_zero(rules: Rules) -> None:
    random = seeded(21)
    for _ in range(20):
        board, _ = random_unfinished(rules, random.randrange(1, 12), random)
        own, other = defined(rules, board, "X"), defined(rules, board, "O")
        expected = int(SCALE * (own - other) / (own + other)) if own + other else 0
        x, o = bits(board, "X"), bits(board, "O")
        found = estimate(geometry_of(rules), x, o, misere=False)
        assert found == expected
        assert -SCALE <= found <= SCALE
        assert estimate(geometry_of(rules), o, x, misere=False) == -found
        assert estimate(geometry_of(rules), x, o, misere=True) == -found


def test_examples() -> None:
    assert estimate(GEOMETRY, 0, 0, misere=False) == 0
    assert estimate(GEOMETRY, 1 << 4, 0, misere=False) == 99 * (12 - 4) // 16
    assert estimate(GEOMETRY, 1 << 4, 0, misere=True) == -49
    assert estimate(GEOMETRY, bits("X..", "X"), bits(".O.......", "O"), misere=False) > 0
    assert SCALE == 99


def test_it_reaches_the_scale_where_one_side_has_no_open_line() -> None:
    cross = bits(".X.XXX.X.", "X")  # a mark on every line
    assert estimate(GEOMETRY, cross, 0, misere=False) == 99
    assert estimate(GEOMETRY, 0, cross, misere=False) == -99


def test_symmetric_positions_have_the_same() -> None:
    for board, _ in all_unfinished()[::20]:
        x, o = bits(board, "X"), bits(board, "O")
        expected = estimate(GEOMETRY, x, o, misere=False)
        for symmetry in symmetries(GEOMETRY):
            copy = image(x, symmetry), image(o, symmetry)
            assert estimate(GEOMETRY, *copy, misere=False) == expected
