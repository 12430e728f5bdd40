"""Represent the analysis of a position: its score, its moves' scores, and best play."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Self

from .board.position import Mark, Position
from .explain.reasons import Reason

UNRANKED = 0  # The rank of a move until `ranked` sets it.


class Outcome(StrEnum):
    """The outcome with best play, for the side to move in the position analyzed."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def sign(self) -> int:
        """Return 1 for a win, -1 for a loss, and 0 for any other outcome."""
        return (self is Outcome.WIN) - (self is Outcome.LOSS)


@dataclass(frozen=True, slots=True)
class Score:
    """An outcome and, if it is proved, the plies to the end from the position analyzed."""

    outcome: Outcome
    plies_to_end: int | None

    @classmethod
    @lru_cache(maxsize=1_024)
    def of_value(cls, value: int, plies_left: int) -> Self:
        """Convert a search's value for a position with `plies_left` empty cells to a score."""
        if value == 0:
            return cls(Outcome.DRAW, plies_left)
        return cls(Outcome.WIN if value > 0 else Outcome.LOSS, plies_left + 1 - abs(value))

    @property
    def of_the_move_before(self) -> "Score":
        """Convert a position's score to that of the move that led to it, for the mover."""
        turned = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}
        plies = None if self.plies_to_end is None else self.plies_to_end + 1
        return Score(turned.get(self.outcome, self.outcome), plies)

    @property
    def points(self) -> int | None:
        """Return 100 - plies_to_end, negative for a loss, or 0 for a draw; None if not proved."""
        return None if self.plies_to_end is None else self.outcome.sign * (100 - self.plies_to_end)


UNKNOWN = Score(Outcome.UNKNOWN, None)


def final_score(position: Position, side: Mark) -> Score:
    """Return the score of a finished game for a side."""
    if position.winner is None:
        return Score(Outcome.DRAW, 0)
    return Score(Outcome.WIN if position.winner is side else Outcome.LOSS, 0)


@dataclass(frozen=True, slots=True)
class Trap:
    """The number of the opponent's replies to a move, and how many of them are not mistakes.

    `gain` is the strength of the trap, from 0 to 1 (play/traps.py). `proved` means that the score
    of every reply is proved; otherwise, `safe_replies` is only a maximum.
    """

    gain: Fraction
    safe_replies: int
    replies: int
    proved: bool = True


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move with its score; tied moves share a rank: 1, 1, 3.

    `estimate` is an estimated score, set only if the outcome is unknown. `at_least` and `at_most`
    are the worst and best outcomes that the move can have; both are the outcome if it is known, and
    None if nothing is known. The search leaves `reason` and `text` empty; `explain`
    (explain/hints.py) fills them in. Only `with_traps` (play/traps.py) sets `trap`.
    """

    cell: int
    rank: int
    score: Score
    estimate: int | None
    reason: Reason | None = None
    text: str = ""
    trap: Trap | None = None
    at_least: Outcome | None = None
    at_most: Outcome | None = None

    @classmethod
    def proved(cls, cell: int, score: Score) -> "ScoredMove":
        """Return an unranked move with this proved score."""
        outcome = score.outcome
        return cls(cell, UNRANKED, score, None, at_least=outcome, at_most=outcome)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with their scores, best first, ties in cell order.

    `solved` means that the score of every move is proved. `exact` means that the position's score
    is proved: all moves are proved, or the best move wins and no unproved move can win faster.
    The search starts with an empty cache. `nodes` counts all nodes that it enters, including those
    for the estimates and the principal variation.
    """

    position: Position
    score: Score
    solved: bool
    exact: bool
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def best_moves(self) -> list[ScoredMove]:
        """Return all moves of rank 1; an empty list if the game is over."""
        return [move for move in self.moves if move.rank == 1]

    def move(self, cell: int) -> ScoredMove:
        """Return the move at a cell."""
        return next(move for move in self.moves if move.cell == cell)

    def with_proved(self, cell: int, score: Score) -> "Analysis":
        """Return the analysis with this score for a move whose score was unknown."""
        others = [move for move in self.moves if move.cell != cell]
        moves = ranked([*others, ScoredMove.proved(cell, score)])
        solved = all(move.score != UNKNOWN for move in moves)
        best = moves[0]
        same = best.cell == self.moves[0].cell
        return replace(
            self,
            score=position_score(moves),
            solved=solved,
            exact=solved or (self.exact and best.score == self.score),
            moves=moves,
            principal_variation=self.principal_variation if same else (best.cell,),
        )


def ranked(moves: Iterable[ScoredMove]) -> tuple[ScoredMove, ...]:
    """Return the moves with their ranks: best first, ties in cell order."""
    ordered = sorted(moves, key=lambda move: (_rank_key(move), move.cell))
    keys = [_rank_key(move) for move in ordered]
    return tuple(
        replace(move, rank=1 + keys.index(key)) for move, key in zip(ordered, keys, strict=True)
    )


def position_score(moves: tuple[ScoredMove, ...]) -> Score:
    """Return the best move's score if it is a win or all moves are proved, otherwise UNKNOWN."""
    proved = moves[0].score.outcome is Outcome.WIN or all(m.score != UNKNOWN for m in moves)
    return moves[0].score if proved else UNKNOWN


def _rank_key(move: ScoredMove) -> tuple[int, int]:
    """Return a sort key: proved wins first, then proved draws, unknown moves, proved losses."""
    points = move.score.points
    if points is None:
        return (2, -(move.estimate or 0))
    return (0 if points > 0 else 3 if points < 0 else 1, -points)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: the nodes entered and the moves proved so far."""

    nodes: int
    max_nodes: int
    moves: int
    moves_proved: int
    best_move: int


Report = Callable[[Progress], None]
