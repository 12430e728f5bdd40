"""The interface of the Python and compiled searches: values of moves, proofs by blocking.

A *value* depends on the position alone, from the view of the side to move: 0 for a draw,
`left + 1` for a win and `-(left + 1)` for a loss, where `left` is the number of cells still empty
when the game ends with best play. So the faster of two wins has the higher value, and a value means
the same at every depth.

The marks of the side to move are called `own`, those of its opponent `other`.
"""

from typing import Protocol

INFINITY = 1000  # beyond every value: boards have at most 81 cells


class Solver(Protocol):
    """One cold search: it keeps nothing from another, so its node count never varies.

    Both methods return, for the exact value v, some r with
        r <= alpha          and then  v <= r,
        alpha < r < beta    and then  v == r, or
        r >= beta           and then  v >= r.
    Without a window, r is exact. Both raise BudgetSpentError; they can then be called again, and
    reuse what the search has found.
    """

    def move_value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """The value of a move for the side that makes it and has the marks `own`."""

    def value_after(
        self, own: int, other: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """The value of a position for the side that has just moved and has the marks `other`."""


class Blocker(Protocol):
    """One cold search for proofs by blocking (blocking.py)."""

    def holds(self, maker: int, breaker: int, *, maker_to_move: bool) -> bool:
        """Whether the breaker can block every line of the maker; raises BudgetSpentError."""
