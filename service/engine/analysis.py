"""Represent the analysis of a position: its score, its moves' scores, and best play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from .board.position import Position
from .explain.reasons import Reason
from .score import UNKNOWN, Outcome, Score


@dataclass(frozen=True, slots=True)
class Trap:
    """What a move leaves to the opponent: its replies, and those that do not worsen its outcome.

    `gain` compares the best moves of a position, from 0 to 1 (play/traps.py). If not all replies
    are `proved`, fewer may be safe.
    """

    gain: Fraction
    safe_replies: int
    replies: int
    proved: bool = True


class Finding(NamedTuple):
    """What a search has found about a move; as in ScoredMove."""

    score: Score
    estimate: int | None
    at_least: Outcome | None
    at_most: Outcome | None

    @classmethod
    def proved(cls, score: Score) -> "Finding":
        """Return the finding that a move has this score."""
        return cls(score, None, score.outcome, score.outcome)


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move; tied moves share a rank, and ranks count moves: 1, 1, 3.

    `estimate` is an estimated score, set only if the outcome is unknown. `at_least` and `at_most`
    are the outcomes that the move has at least and at most; both are the outcome if it is known,
    and None if nothing is. The search leaves `reason` and `text` empty; `explained`
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


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with their scores, best first, ties in cell order.

    `solved` means that every move is proved, and `exact` that the score is: always if the position
    is solved, never if the score is unknown; a proved win is exact if no unproved move can win
    faster. `nodes` counts the nodes of one cold search, including the root and the principal
    variation.
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
        """Return all moves of rank 1; none if the game is over."""
        return [move for move in self.moves if move.rank == 1]

    def with_proved(self, cell: int, score: Score) -> "Analysis":
        """Return the analysis with one more move proved, which was unknown before."""
        found = {
            move.cell: Finding(move.score, move.estimate, move.at_least, move.at_most)
            for move in self.moves
        }
        moves = ranked(found | {cell: Finding.proved(score)})
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


def ranked(found: Mapping[int, Finding]) -> tuple[ScoredMove, ...]:
    """Return the moves with these findings by cell: best first, ties in cell order."""
    keys = {
        cell: _rank_key(finding.score, finding.estimate or 0) for cell, finding in found.items()
    }
    ascending = sorted(keys.values())
    moves = []
    for cell in sorted(sorted(keys), key=keys.__getitem__):
        score, estimate, at_least, at_most = found[cell]
        rank = 1 + ascending.index(keys[cell])
        moves.append(ScoredMove(cell, rank, score, estimate, at_least=at_least, at_most=at_most))
    return tuple(moves)


def position_score(moves: tuple[ScoredMove, ...]) -> Score:
    """Return the best move's score if all moves are proved or if it wins, otherwise unknown."""
    proved = moves[0].score.outcome is Outcome.WIN or all(m.score != UNKNOWN for m in moves)
    return moves[0].score if proved else UNKNOWN


def _rank_key(score: Score, estimate: int) -> tuple[int, int]:
    """Order proved wins, proved draws, unknown moves, proved losses, each best first."""
    points = score.points
    if points is None:
        return (2, -estimate)
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
