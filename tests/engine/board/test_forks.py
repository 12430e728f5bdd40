"""Pairs and forks."""

import pytest

from service.engine.board.forks import cells_in_pairs


@pytest.mark.parametrize(
    ("pairs", "in_any", "forks"),
    [
        (set(), 0, 0),
        ({0b0011}, 0b0011, 0),
        ({0b0011, 0b1100}, 0b1111, 0),
        ({0b0011, 0b0110}, 0b0111, 0b0010),
        ({0b0011, 0b0110, 0b0101}, 0b0111, 0b0111),
        ({0b0011, 0b0110, 0b1100}, 0b1111, 0b0110),
        ({0b0011, 0b0101, 0b1001}, 0b1111, 0b0001),
    ],
)
def test_forks_are_the_cells_of_two_or_more_pairs(pairs: set[int], in_any: int, forks: int) -> None:
    assert cells_in_pairs(pairs) == (in_any, forks)
