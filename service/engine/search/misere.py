"""Exact values of the misère game, in which the side that completes a line loses.

The cuts of negamax.py assume that a completed line wins, so none of them is used here: this is
alpha-beta with a table, and symmetric keys near the root.
"""

from service.engine.board.geometry import Geometry, central_first, has_line, lines
from service.engine.board.symmetry import canonical
from service.engine.budget import Budget
from service.engine.search.negamax import MAX_ENTRIES, SYMMETRIC_PLIES
from service.engine.search.solver import INFINITY


class MisereSearch:
    """The solver of the misère game."""

    def __init__(self, geometry: Geometry, budget: Budget) -> None:
        self._geometry = geometry
        self._budget = budget
        self._board = (1 << geometry.size) - 1
        self._order = [1 << cell for cell in central_first(geometry)]
        self._through = {
            cell: [line & ~cell for line in lines(geometry) if line & cell] for cell in self._order
        }
        self._table: dict[int, tuple[int, int]] = {}
        self._entries = min(budget.max_nodes, MAX_ENTRIES)

    def move_value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """As in Solver."""
        after = own | 1 << cell
        if has_line(self._geometry, after):
            return (own | other).bit_count() - self._geometry.size
        return self.value_after(other, after, alpha, beta)

    def value_after(
        self, own: int, other: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """As in Solver."""
        return -self._negamax(own, other, -beta, -alpha, 1)

    def _negamax(self, own: int, other: int, alpha: int, beta: int, ply: int) -> int:
        """The contract of negamax in negamax.py, without its cuts."""
        if self._budget.nodes == self._budget.pause_at:
            self._budget.pause()
        self._budget.nodes += 1
        empty = self._board & ~(own | other)
        left = empty.bit_count()
        if not left:
            return 0

        symmetric = ply < SYMMETRIC_PLIES
        key = (
            canonical(self._geometry, own, other)
            if symmetric
            else own | other << self._geometry.size
        )
        # A side loses at its own move at the soonest, and wins at its opponent's.
        lowest, highest = self._table.get(key, (-left, left - 1))
        if highest <= alpha or highest == lowest:
            return highest
        if lowest >= beta:
            return lowest
        alpha, beta = max(alpha, lowest), min(beta, highest)

        best, floor = -INFINITY, alpha
        for cell in self._order:
            if empty & cell:
                if any(own & rest == rest for rest in self._through[cell]):
                    value = -left
                else:
                    value = -self._negamax(other, own | cell, -beta, -alpha, ply + 1)
                if value > best:
                    best = value
                    if best >= beta:
                        break
                    alpha = max(alpha, best)
        if key in self._table or len(self._table) < self._entries:
            self._table[key] = (best if best > floor else lowest, best if best < beta else highest)
        return best
