"""Search in Python: alpha-beta in negamax form, with a cache.

Start reading here. This search serves every position with few empty cells, including all on 3x3.
Without the compiled search (compiled/), it serves all positions. staged.py calls either search, and
values.py defines the values that they find.
"""

from collections.abc import Callable

from ..board.geometry import Geometry, cells_by_lines
from ..board.lines import completing_cells, most_marks, potential
from ..board.symmetry import canonical
from ..budget import Budget
from ..values import INFINITY

SYMMETRIC_CELLS = 5  # With fewer empty cells, using symmetry takes longer than it saves.
Search = Callable[[int, int, int, int], int]


class AlphaBeta:
    """A search with an empty cache; it counts a node for each position not in the cache.

    `search(own, other, alpha, beta)` takes the marks of the side to move and of its opponent. For
    a position without a completed line, whose value is v, it returns r:
        if r <= alpha,        then v <= r;
        if alpha < r < beta,  then v == r;
        if r >= beta,         then v >= r.
    When the budget is spent, it raises BudgetSpentError; a later call still uses the cache.
    """

    def __init__(self, geometry: Geometry, budget: Budget, *, misere: bool) -> None:
        self._geometry, self._budget, self._misere = geometry, budget, misere
        self._board = (1 << geometry.size) - 1
        # In misère, lines are bad.
        self._order = cells_by_lines(geometry)[:: -1 if misere else 1]
        self._cache: dict[tuple[int, int, int, int], int] = {}

    def __call__(self, own: int, other: int, alpha: int, beta: int) -> int:
        """Return the value of a position, or a bound on it."""
        if (self._board & ~(own | other)).bit_count() >= SYMMETRIC_CELLS:
            own, other = canonical(self._geometry, own, other)
        key = own, other, alpha, beta
        value = self._cache.get(key)
        if value is None:
            value = self._cache[key] = self._negamax(*key)
        return value

    def _negamax(self, own: int, other: int, alpha: int, beta: int) -> int:
        self._budget.enter()
        geometry, in_a_row = self._geometry, self._geometry.in_a_row
        empty = self._board & ~(own | other)
        left = empty.bit_count()
        completing = completing_cells(geometry, own) & empty
        if self._misere:
            # A move that completes a line loses at once; any other move loses two plies later at
            # the earliest. A side with too few moves left to complete an open line cannot lose.
            moves, best = empty & ~completing, -left if completing else -INFINITY
            if not moves:
                return -left  # 0 on a full board
            can_lose = most_marks(geometry, own, other) + (left + 1) // 2 >= in_a_row
            can_win = most_marks(geometry, other, own) + left // 2 >= in_a_row
            lowest, highest = (2 - left) * can_lose, (left - 1) * can_win
        else:
            # Win at once, or else answer a threat; two threats cannot be answered. Without threats,
            # no win comes before the third ply and no loss before the fourth, and a side whose open
            # lines weigh too little never wins (lemma 2 of compiled/negamax.c).
            threats = completing_cells(geometry, other) & empty
            if completing or threats & (threats - 1):
                return left if completing else 1 - left
            if threats:
                return -self(other, own | threats, -beta, -alpha)
            moves, best = empty, -INFINITY
            can_win = left > 2 and 2 * potential(geometry, own, other) >= 1 << in_a_row
            can_lose = left > 3 and potential(geometry, other, own) >= 1 << in_a_row
            lowest, highest = (3 - left) * can_lose, (left - 2) * can_win
        alpha, beta = max(alpha, lowest), min(beta, highest)
        if alpha >= beta:
            return lowest if lowest >= beta else highest
        for cell in self._order:
            if moves >> cell & 1:
                best = max(best, -self(other, own | 1 << cell, -beta, -max(alpha, best)))
                if best >= beta:
                    break
        return best
