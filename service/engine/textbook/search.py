"""Textbook searches, for teaching and comparison; Noughts itself uses none of them.

All of them try the cells in order. A finished game is recognized when its position is entered, and
every position entered counts, including the root.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import inf
from typing import NamedTuple

from ..board.geometry import cells_of, has_line
from ..board.position import Position
from .evaluation import evaluation

MAX_EMPTY_CELLS = 9  # Of positions whose searches are counted.
MAX_DEPTH = 9

AlphaBeta = Callable[[int, int, float, float], float]  # Maps own, other, alpha and beta to a value.
Wrap = Callable[[AlphaBeta], AlphaBeta]


class Algorithm(StrEnum):
    """Minimax is alpha-beta without a window; the cache is keyed by (board, alpha, beta)."""

    MINIMAX = "minimax"
    ALPHA_BETA = "alpha_beta"
    ALPHA_BETA_CACHED = "alpha_beta_cached"


class Valuation(StrEnum):
    """The value of a finished game: 1, 0 or -1, or a score, in which faster wins count more."""

    OUTCOME = "outcome"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Question:
    """A search to run; positions `max_depth` plies from the root are estimated."""

    position: Position
    algorithm: Algorithm = Algorithm.ALPHA_BETA
    values: Valuation = Valuation.OUTCOME
    max_depth: int | None = None

    @property
    def horizon(self) -> int:
        """Return the number of empty cells at which a position is estimated; 0 without a limit."""
        return max(0, self.position.plies_left - (self.max_depth or self.position.plies_left))

    def worth(self, empty_cells: int) -> int:
        """Return the value of a win that leaves this many empty cells."""
        if self.values is Valuation.OUTCOME:
            return 1
        return 100 - (self.position.plies_left - empty_cells)


class Answer(NamedTuple):
    """The value of the root for its side to move, and the number of positions entered."""

    value: float
    entered: int


def search(question: Question, observed: Wrap = lambda alpha_beta: alpha_beta) -> Answer:
    """Return the value of a search whose calls all go through `observed`."""
    position, horizon = question.position, question.horizon
    geometry = position.geometry
    board = (1 << geometry.size) - 1
    sign = 1 if position.misere else -1  # A line on the board is the opponent's.
    value_of_line = [sign * question.worth(left) for left in range(geometry.size + 1)]
    entered = 0

    @_wrapped(question.algorithm, observed)
    def alpha_beta(own: int, other: int, alpha: float, beta: float) -> float:
        nonlocal entered
        entered += 1
        empty = board & ~(own | other)
        if has_line(geometry, other):
            return value_of_line[empty.bit_count()]
        if empty.bit_count() <= horizon:
            return _evaluation(question, own, other)
        best = -inf
        for cell in cells_of(empty):
            best = max(best, -alpha_beta(other, own | 1 << cell, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return Answer(alpha_beta(position.own, position.other, -inf, inf), entered)


def _wrapped(algorithm: Algorithm, observed: Wrap) -> Wrap:
    """Return the wrapper that turns alpha-beta into one of the algorithms."""
    if algorithm is Algorithm.MINIMAX:
        return lambda alpha_beta: _without_window(observed(alpha_beta))
    if algorithm is Algorithm.ALPHA_BETA_CACHED:
        return lambda alpha_beta: observed(lru_cache(maxsize=None)(alpha_beta))
    return observed


def _without_window(alpha_beta: AlphaBeta) -> AlphaBeta:
    """Alpha-beta without cutoffs: minimax."""
    return lambda own, other, _alpha, _beta: alpha_beta(own, other, -inf, inf)


def _evaluation(question: Question, own: int, other: int) -> float:
    """Return the evaluation of a position, strictly between a loss and a win."""
    position = question.position
    guess = evaluation(position.geometry, own, other, misere=position.misere)
    return guess * question.worth(question.horizon) / 100 if guess else 0


@dataclass(frozen=True, slots=True)
class Searched:
    """The number of positions that each search enters from one root."""

    minimax: int
    alpha_beta: int
    alpha_beta_cached: int


def searched(position: Position, tree_nodes: int) -> Searched | None:
    """Return the count of each search for the outcome; None above MAX_EMPTY_CELLS, to save time.

    Minimax enters every node of the game tree, so its count is passed in, not searched.
    """
    if position.plies_left > MAX_EMPTY_CELLS:
        return None
    return Searched(
        minimax=tree_nodes,
        alpha_beta=search(Question(position, Algorithm.ALPHA_BETA)).entered,
        alpha_beta_cached=search(Question(position, Algorithm.ALPHA_BETA_CACHED)).entered,
    )
