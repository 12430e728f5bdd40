"""Everything about one position: each legal move scored exactly, the best of them, best play."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from service.engine.geometry import cells_of
from service.engine.position import Position, Status
from service.engine.score import Outcome, Score
from service.engine.search import Search
from service.engine.symmetry import twins


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move; moves of equal score share a rank, and ranks count moves: 1, 1, 3."""

    cell: int
    rank: int
    score: Score


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with theirs, best first and then in cell order.

    `nodes` counts what a cold search visits for all of it, the root included.
    """

    position: Position
    score: Score
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def best_moves(self) -> list[ScoredMove]:
        """All moves of rank 1; none when the game is over."""
        return [move for move in self.moves if move.rank == 1]


@lru_cache(maxsize=16_384)  # holds every position of 3x3
def analyze(position: Position) -> Analysis:
    """The analysis of a legal position of the normal game."""
    if position.status is not Status.IN_PROGRESS:
        return Analysis(position, _final_score(position), (), (), nodes=1)
    search = Search(position.geometry)
    value_of = _move_values(search, position)
    moves = tuple(_ranked(value_of, position.plies_left))
    variation = _principal_variation(search, position, moves[0], value_of[moves[0].cell])
    return Analysis(position, moves[0].score, moves, variation, nodes=1 + search.nodes)


def _final_score(position: Position) -> Score:
    """The score of a finished game."""
    if position.winner is None:
        return Score(Outcome.DRAW, 0)
    won = position.winner is position.side_to_move
    return Score(Outcome.WIN if won else Outcome.LOSS, 0)


def _move_values(search: Search, position: Position) -> dict[int, int]:
    """The value of each legal move; of moves that mirror one another the first is searched."""
    value_of: dict[int, int] = {}
    for cell, twin in twins(position).items():
        if twin == cell:
            value_of[cell] = search.move_value(position.own, position.other, cell)
        else:
            value_of[cell] = value_of[twin]
    return value_of


def _ranked(value_of: dict[int, int], plies_left: int) -> Iterator[ScoredMove]:
    """The moves, best first and equals in cell order."""
    descending = sorted(value_of.values(), reverse=True)
    for cell in sorted(value_of, key=lambda cell: (-value_of[cell], cell)):
        value = value_of[cell]
        yield ScoredMove(cell, 1 + descending.index(value), _score(value, plies_left))


def _score(value: int, plies_left: int) -> Score:
    """A value as a score, given the empty cells of the position asked about."""
    if value == 0:
        return Score(Outcome.DRAW, plies_left)
    return Score(Outcome.WIN if value > 0 else Outcome.LOSS, plies_left + 1 - abs(value))


def _principal_variation(
    search: Search, position: Position, best: ScoredMove, value: int
) -> tuple[int, ...]:
    """Best play to the end of the game: the first best move of each position."""
    own, other, empty = position.own, position.other, position.empty
    variation = [best.cell]
    while len(variation) < best.score.plies_to_end:
        played = 1 << variation[-1]
        own, other, empty, value = other, own | played, empty ^ played, -value
        moves = (cell for cell in cells_of(empty) if search.move_value(own, other, cell) == value)
        variation.append(next(moves))
    return tuple(variation)
