"""Search in Python: alpha-beta in negamax form, with a cache.

Start reading here. This search serves every position with few empty cells, including all on 3x3.
Without the compiled search (compiled/), it serves all positions. staged.py calls either search.

A *value* depends only on the position, as seen by the side to move: 0 for a draw,
`left + 1` for a win and `-(left + 1)` for a loss, where `left` is the number of cells still empty
when the game ends with best play. So the faster of two wins has the higher value.
"""

from collections.abc import Callable
from functools import lru_cache

from ..board.geometry import Geometry, cells_by_lines, completing_cells, most_marks, potential
from ..board.symmetry import canonical
from ..budget import Budget

INFINITY = 1000  # Greater than every value.
SYMMETRIC_CELLS = 5  # With fewer empty cells, using symmetry takes longer than it saves.
Search = Callable[[int, int, int, int], int]


def alpha_beta(geometry: Geometry, budget: Budget, *, misere: bool) -> Search:
    """Return a search with an empty cache; it counts a node for each position not in the cache.

    `search(own, other, alpha, beta)` takes the marks of the side to move and of its opponent. For
    a position without a completed line, whose value is v, it returns r:
        if r <= alpha,        then v <= r;
        if alpha < r < beta,  then v == r;
        if r >= beta,         then v >= r.
    When the budget is spent, it raises BudgetSpentError; a later call still uses the cache.
    """
    size, in_a_row = geometry.size, geometry.in_a_row
    order = cells_by_lines(geometry)[:: -1 if misere else 1]  # In misère, lines are bad.

    def search(own: int, other: int, alpha: int, beta: int) -> int:
        if size - (own | other).bit_count() >= SYMMETRIC_CELLS:
            own, other = canonical(geometry, own, other)
        return negamax(own, other, alpha, beta)

    @lru_cache(maxsize=None)
    def negamax(own: int, other: int, alpha: int, beta: int) -> int:
        budget.enter()
        empty = (1 << size) - 1 & ~(own | other)
        left = empty.bit_count()
        completing = completing_cells(geometry, own) & empty
        if misere:
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
                return -search(other, own | threats, -beta, -alpha)
            moves, best = empty, -INFINITY
            can_win = left > 2 and 2 * potential(geometry, own, other) >= 1 << in_a_row
            can_lose = left > 3 and potential(geometry, other, own) >= 1 << in_a_row
            lowest, highest = (3 - left) * can_lose, (left - 2) * can_win
        alpha, beta = max(alpha, lowest), min(beta, highest)
        if alpha >= beta:
            return lowest if lowest >= beta else highest
        for cell in order:
            if moves >> cell & 1:
                best = max(best, -search(other, own | 1 << cell, -beta, -max(alpha, best)))
                if best >= beta:
                    break
        return best

    return search
