"""Textbook searches, for teaching and comparison; Noughts itself plays without them.

All searches try the cells in order. A finished game is recognized when its position is entered, and
every position entered counts, including the root.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import inf

from ..board.geometry import cells_of
from ..board.lines import completed_lines, potential
from ..board.position import Position

MAX_COUNTED_CELLS = 9  # With more empty cells, searches are not counted.
MAX_DEPTH = 9
SCALE = 99

AlphaBeta = Callable[[int, int, float, float], float]  # Maps own, other, alpha and beta to a value.
Wrap = Callable[[AlphaBeta], AlphaBeta]


class Algorithm(StrEnum):
    """Minimax, alpha-beta, or alpha-beta with a cache keyed by (board, alpha, beta)."""

    MINIMAX = "minimax"
    ALPHA_BETA = "alpha_beta"
    ALPHA_BETA_CACHED = "alpha_beta_cached"


class Valuation(StrEnum):
    """The value of a finished game: 1, 0 or -1, or a score that is higher for faster wins."""

    OUTCOME = "outcome"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class TextbookSearch:
    """A textbook search; unfinished positions `max_depth` plies from the root are estimated."""

    position: Position
    algorithm: Algorithm = Algorithm.ALPHA_BETA
    values: Valuation = Valuation.OUTCOME
    max_depth: int | None = None

    @property
    def horizon(self) -> int:
        """Return the number of empty cells at which positions are estimated; 0 for no limit."""
        return max(0, self.position.plies_left - (self.max_depth or self.position.plies_left))

    def run(self, observed: Wrap = lambda alpha_beta: alpha_beta) -> int:
        """Run the search, with calls wrapped by `observed`; return the number of nodes entered."""
        geometry, horizon = self.position.geometry, self.horizon
        board = (1 << geometry.size) - 1
        sign = 1 if self.position.misere else -1  # A line on the board is the opponent's.
        value_of_line = [sign * self._value_of_win(left) for left in range(geometry.size + 1)]
        entered = 0

        @self._wrapped(observed)
        def alpha_beta(own: int, other: int, alpha: float, beta: float) -> float:
            nonlocal entered
            entered += 1
            empty = board & ~(own | other)
            if completed_lines(geometry, other):
                return value_of_line[empty.bit_count()]
            if empty.bit_count() <= horizon:
                return self._estimate(own, other)
            best = -inf
            for cell in cells_of(empty):
                after = own | 1 << cell
                value = -alpha_beta(other, after, -beta, -max(alpha, best))  # noqa: F821
                best = max(best, value)
                if best >= beta:
                    break
            return best

        try:
            alpha_beta(self.position.own, self.position.other, -inf, inf)
        finally:
            del alpha_beta  # It refers to itself, and would keep its cache until a collection.
        return entered

    def _wrapped(self, observed: Wrap) -> Wrap:
        """Return a wrapper that turns alpha-beta into this search, and observes each call."""
        if self.algorithm is Algorithm.MINIMAX:
            return lambda alpha_beta: _without_window(observed(alpha_beta))
        if self.algorithm is Algorithm.ALPHA_BETA_CACHED:
            return lambda alpha_beta: observed(lru_cache(maxsize=None)(alpha_beta))
        return observed

    def _value_of_win(self, empty_cells: int) -> int:
        """Return the value of a win that leaves this many cells empty."""
        if self.values is Valuation.OUTCOME:
            return 1
        return 100 - (self.position.plies_left - empty_cells)

    def _estimate(self, own: int, other: int) -> float:
        """Return an estimate for the side to move, strictly between the values of a loss and a win.

        It compares the potentials of both sides, so symmetric positions have the same estimate, and
        exchanging the sides changes its sign. In misère, the sign is reversed.
        """
        for_own = potential(self.position.geometry, own, other)
        for_other = potential(self.position.geometry, other, own)
        lead = for_other - for_own if self.position.misere else for_own - for_other
        percent = int(SCALE * lead / max(1, for_own + for_other))
        return percent * self._value_of_win(self.horizon) / 100 if percent else 0


def _without_window(alpha_beta: AlphaBeta) -> AlphaBeta:
    """Return alpha-beta without cutoffs, which is minimax."""
    return lambda own, other, _alpha, _beta: alpha_beta(own, other, -inf, inf)


def searched(position: Position, tree_nodes: int) -> dict[Algorithm, int] | None:
    """Return how many nodes each search enters; None if the board has too many empty cells.

    Minimax enters every node of the game tree, so its count is `tree_nodes`.
    """
    if position.plies_left > MAX_COUNTED_CELLS:
        return None
    others = Algorithm.ALPHA_BETA, Algorithm.ALPHA_BETA_CACHED
    nodes = {each: TextbookSearch(position, each).run() for each in others}
    return {Algorithm.MINIMAX: tree_nodes} | nodes
