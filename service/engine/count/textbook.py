"""The number of positions that textbook searches enter, to compare them; Noughts uses none of them.

All of them search for win, draw or loss only and try the cells in order. A finished game is
recognised when its position is entered, and every entered position counts, the root included.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from service.engine.board.geometry import cells_of, has_line
from service.engine.board.position import Position

MAX_EMPTY_CELLS = 9

AlphaBeta = Callable[[int, int, float, float], float]


@dataclass(frozen=True, slots=True)
class Searched:
    """The positions that each search enters from one root."""

    minimax: int
    alpha_beta: int
    alpha_beta_cached: int


def searched(position: Position, tree_nodes: int) -> Searched | None:
    """The count of each search; None above MAX_EMPTY_CELLS, where counting takes too long.

    Minimax enters every node of the game tree, so its count is given and not walked. Alpha-beta
    starts with a window from minus to plus infinity; its cached form is the same function under
    `lru_cache`, keyed by (board, alpha, beta).
    """
    if position.plies_left > MAX_EMPTY_CELLS:
        return None
    return Searched(
        minimax=tree_nodes,
        alpha_beta=_entered(position, lambda alpha_beta: alpha_beta),
        alpha_beta_cached=_entered(position, lru_cache(maxsize=None)),
    )


def _entered(position: Position, wrap: Callable[[AlphaBeta], AlphaBeta]) -> int:
    """The positions that alpha-beta enters when its calls of itself go through `wrap`."""
    geometry = position.geometry
    board = (1 << geometry.size) - 1
    line_value = 1 if position.misere else -1
    entered = 0

    @wrap
    def alpha_beta(own: int, other: int, alpha: float, beta: float) -> float:
        nonlocal entered
        entered += 1
        if has_line(geometry, other):
            return line_value
        empty = board & ~(own | other)
        best = -inf if empty else 0
        for cell in cells_of(empty):
            best = max(best, -alpha_beta(other, own | 1 << cell, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    alpha_beta(position.own, position.other, -inf, inf)
    return entered
