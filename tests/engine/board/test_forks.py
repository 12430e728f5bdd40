"""Pairs, forks, and the cells that defend against forks."""

import pytest

from service.engine.board.forks import breaking, cells_in_pairs
from tests.engine.positions import seeded


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


def forks_left(pairs: set[int], taken: int) -> bool:
    """Whether some cell still belongs to two pairs when this cell is taken."""
    open_pairs = [pair for pair in pairs if not pair & taken]
    return any(one & two for one in open_pairs for two in open_pairs if one != two)


def test_breaking_contains_every_cell_that_leaves_no_fork() -> None:
    random = seeded(9)
    cells = [1 << cell for cell in range(6)]
    for _ in range(300):
        pairs = {sum(random.sample(cells, 2)) for _ in range(random.randrange(2, 6))}
        forks = cells_in_pairs(pairs)[1]
        if forks:
            expected = sum(cell for cell in cells if not forks_left(pairs, cell))
            assert breaking(pairs, forks, sum(cells)) == expected
