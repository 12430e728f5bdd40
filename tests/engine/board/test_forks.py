"""Pairs, forks, and the cells that defend against forks."""

from service.engine.board.forks import breaking, cells_in_pairs
from tests.engine.support import seeded


def test_forks_are_the_cells_of_two_pairs() -> None:
    assert cells_in_pairs(set()) == (0, 0)
    assert cells_in_pairs({0b0011}) == (0b0011, 0)
    assert cells_in_pairs({0b0011, 0b0110, 0b0101}) == (0b0111, 0b0111)
    assert cells_in_pairs({0b0011, 0b0110, 0b11000}) == (0b11111, 0b0010)


def forks_left(pairs: set[int], taken: int) -> bool:
    """Whether some cell still belongs to two pairs when this cell is taken."""
    open_pairs = [pair for pair in pairs if not pair & taken]
    return any(one & two for one in open_pairs for two in open_pairs if one != two)


def test_breaking_holds_every_cell_that_leaves_no_fork() -> None:
    random = seeded(9)
    for _ in range(300):
        cells = [1 << cell for cell in range(6)]
        pairs = {sum(random.sample(cells, 2)) for _ in range(random.randrange(2, 6))}
        forks = cells_in_pairs(pairs)[1]
        if forks:
            expected = sum(cell for cell in cells if not forks_left(pairs, cell))
            assert breaking(pairs, forks, sum(cells)) == expected
