"""Every position of 3x3 and, in an hour of CPU, of 4x4, by a search without pruning."""

from collections.abc import Iterator
from functools import cache

import pytest

from service.engine.board.geometry import bits_of, cells_of
from service.engine.board.position import Mark, Position
from service.engine.search.analyze import analyze
from service.engine.values import Bounds, Outcome
from tests import reference
from tests.engine.conversion import geometry_of
from tests.engine.positions import both_games
from tests.reference import Rules

SMALL_BUDGETS = (1, 10, 30, 100, 300, 1_000)
HOUR = pytest.mark.limit(3600)
LARGER = both_games([Rules(4, 4, 3), Rules(4, 4, 4)])


class Unpruned:
    """Values by minimax over all moves, for the side to move; symmetric boards share a value."""

    def __init__(self, rules: Rules) -> None:
        size = rules.columns * rules.rows
        names = "".join(map(chr, range(size)))
        copies = [list(map(ord, copy)) for copy in reference.symmetric_copies(rules, names)]
        maps = [[1 << copy.index(cell) for cell in range(size)] for copy in copies]
        self._images = cache(lambda mask: [sum([m[c] for c in cells_of(mask)]) for m in maps])
        self._lines = [bits_of(line) for line in reference.lines(rules)]
        self._size, self._sign = size, 1 if rules.misere else -1
        self.values: dict[tuple[int, int], int] = {}

    def value(self, own: int, other: int) -> int:
        """Return 0 for a draw; otherwise one more than the cells left, negative for a loss."""
        key = min(zip(self._images(own), self._images(other), strict=True))
        if key not in self.values:
            moves = [cell for cell in range(self._size) if not (own | other) >> cell & 1]
            if any(line & other == line for line in self._lines):
                self.values[key] = self._sign * (len(moves) + 1)
            else:
                found = (-self.value(other, own | 1 << cell) for cell in moves)
                self.values[key] = max(found, default=0)
        return self.values[key]

    def unfinished(self) -> Iterator[tuple[int, int]]:
        """Yield the positions found in which the game is not over."""
        for own, other in list(self.values):
            is_won = any(line & other == line for line in self._lines)
            if not is_won and (own | other).bit_count() < self._size:
                yield own, other


def check(rules: Rules, unpruned: Unpruned, own: int, other: int, max_nodes: int) -> None:
    position = Position(geometry_of(rules), own, other, Mark.X, rules.misere)
    for analysis in (analyze(position, 10**9), analyze(position, max_nodes)):
        for move in analysis.moves:
            value = -unpruned.value(other, own | 1 << move.cell)
            assert move.bounds.lowest <= value <= move.bounds.highest, (position, max_nodes, move)
            is_open = move.bounds.lowest <= 0 <= move.bounds.highest and not move.bounds.is_exact
            assert is_open is (move.score.outcome is Outcome.UNKNOWN)
        best = unpruned.value(own, other)
        assert analysis.bounds.is_exact <= (analysis.bounds == Bounds(best, best))
        assert (analysis.score.outcome is Outcome.UNKNOWN) is (
            analysis.bounds.at_least is not analysis.bounds.at_most
        )
        assert analysis.solved or analysis.nodes <= max_nodes


@pytest.mark.parametrize(
    "rules",
    [
        *both_games([Rules(3, 3, 3)]),
        *[pytest.param(each, marks=[pytest.mark.release, HOUR]) for each in LARGER],
    ],
    ids=str,
)
def test_every_position_has_its_value_within_every_budget(rules: Rules) -> None:
    """Of symmetric positions, and of those with X and O exchanged, one."""
    unpruned = Unpruned(rules)
    unpruned.value(0, 0)
    for number, board in enumerate(unpruned.unfinished()):
        check(rules, unpruned, *board, SMALL_BUDGETS[number % len(SMALL_BUDGETS)])
