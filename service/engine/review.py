"""Review a game: score each move, and find the move that decided the game.

The positions are analyzed from the last to the first. If an analysis does not prove the move
played, the score of the position after it is used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .analysis import Analysis, Progress, ScoredMove
from .board.position import Mark, Position, Status, positions_of
from .explain.hints import action, hint
from .explain.reasons import Reason, reason_for
from .score import UNKNOWN, Outcome, Score
from .search.analyze import analyze, final_score

REPORTED_CELLS = 9  # With more empty cells, an analysis reports progress.


class Verdict(StrEnum):
    """How a move compares with the best of its position.

    An inaccuracy keeps the outcome, but wins more slowly or loses more quickly; a mistake turns
    a win into a draw or a draw into a loss; a blunder turns a win into a loss.
    """

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game, with the findings of the analysis of the position before it."""

    side: Mark
    before: Score
    before_is_exact: bool
    best_moves: tuple[int, ...]
    move: ScoredMove
    reason: Reason | None
    text: str
    nodes: int

    @classmethod
    def of(cls, analysis: Analysis, cell: int) -> "ReviewedMove":
        """Return the move at this cell."""
        move = next(move for move in analysis.moves if move.cell == cell)
        reason = reason_for(analysis.position, cell)
        return cls(
            side=analysis.position.side_to_move,
            before=analysis.score,
            before_is_exact=analysis.exact,
            best_moves=tuple(best.cell for best in analysis.best_moves),
            move=move,
            reason=reason,
            text=_text(analysis, move, reason),
            nodes=analysis.nodes,
        )

    @property
    def verdict(self) -> Verdict:
        """How the move compares with the best."""
        before, after = self.before.outcome, self.move.score.outcome
        if Outcome.UNKNOWN in (before, after):
            return Verdict.UNKNOWN
        if self.move.rank == 1:
            return Verdict.BEST if self.before_is_exact else Verdict.UNKNOWN
        lost = before.sign - after.sign
        return (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)[lost]


def _text(analysis: Analysis, move: ScoredMove, reason: Reason | None) -> str:
    """Return the sentence for a move; without a verdict, it begins with the unproved part."""
    if move.score.outcome is Outcome.UNKNOWN:
        done = action(analysis.position, move.cell)
        return f"Outcome not proved: {_uncapitalized(done)}"
    sentence = hint(analysis, move, reason)
    if analysis.score.outcome is Outcome.UNKNOWN:
        return f"Best move not proved: {_uncapitalized(sentence)}"
    if move.rank == 1 and not analysis.exact:
        return f"Fastest win not proved: {_uncapitalized(sentence)}"
    return sentence


def _uncapitalized(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


@dataclass(frozen=True, slots=True)
class ReviewProgress(Progress):
    """The progress of a review: its nodes, out of the budgets of all plies, and the plies reviewed.

    The moves and the best move are those of the position being analyzed.
    """

    plies: int
    plies_reviewed: int


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game in order, and the position after the last."""

    moves: tuple[ReviewedMove, ...]
    position: Position

    @property
    def nodes(self) -> int:
        """Return the nodes of all searches."""
        return sum(move.nodes for move in self.moves)

    def verdicts_of(self, side: Mark) -> list[Verdict]:
        """Return the verdicts on a side's moves."""
        return [move.verdict for move in self.moves if move.side is side]

    @property
    def turning_point(self) -> int | None:
        """Return the number of the last ply, from 1, that changed the outcome.

        None if the outcome was the same from the start, or if it is not proved which ply it was.
        """
        signs = [self._sign_for_x(played) for played in range(len(self.moves) + 1)]
        plies = reversed(range(len(self.moves)))
        last = next((ply for ply in plies if signs[ply] != signs[-1]), None)
        if last is None or None in (signs[last], signs[-1]):
            return None
        return last + 1

    def _sign_for_x(self, played: int) -> int | None:
        """1, 0 or -1 for a win, draw or loss of X after this many moves; None if not proved."""
        if played == len(self.moves) and self.position.status is not Status.IN_PROGRESS:
            winner = self.position.winner
            return 0 if winner is None else 1 if winner is Mark.X else -1
        known = []
        if played > 0:
            last = self.moves[played - 1]
            known.append((last.move.score.outcome, last.side))
        if played < len(self.moves):
            following = self.moves[played]
            known.append((following.before.outcome, following.side))
        for outcome, side in known:
            if outcome is not Outcome.UNKNOWN:
                return outcome.sign if side is Mark.X else -outcome.sign
        return None


Report = Callable[[ReviewProgress], None]


def review(
    start: Position, cells: tuple[int, ...], max_nodes: int, report: Report | None = None
) -> Review:
    """Review a game, with this node budget for each of its positions.

    Raise IllegalMove with the index of the first illegal move.
    """
    positions = positions_of(start, cells)
    return _Reviewer(positions, cells, max_nodes, report).review()


class _Reviewer:
    """Reviews one game of legal moves."""

    def __init__(
        self,
        positions: list[Position],
        cells: tuple[int, ...],
        max_nodes: int,
        report: Report | None,
    ) -> None:
        self.positions = positions
        self.cells = cells
        self.max_nodes = max_nodes
        self.report = report
        self.moves: list[ReviewedMove] = []  # The last move comes first.
        self.nodes = 0

    def review(self) -> Review:
        """Analyze the positions from the last to the first."""
        last = self.positions[-1]
        finished = last.status is not Status.IN_PROGRESS
        following = final_score(last) if finished else UNKNOWN
        for ply in reversed(range(len(self.cells))):
            analysis = self._analysis(self.positions[ply])
            analysis = _completed(analysis, self.cells[ply], following)
            self.moves.append(ReviewedMove.of(analysis, self.cells[ply]))
            self.nodes += analysis.nodes
            following = analysis.score if analysis.exact else UNKNOWN
        return Review(tuple(reversed(self.moves)), last)

    def _analysis(self, position: Position) -> Analysis:
        """Analyze a position, reporting progress if that takes more than a few milliseconds."""
        reports = self.report and position.plies_left > REPORTED_CELLS
        return analyze(position, self.max_nodes, self._report_progress if reports else None)

    def _report_progress(self, progress: Progress) -> None:
        """Report the progress of an analysis as the review's."""
        if self.report:
            self.report(
                ReviewProgress(
                    nodes=self.nodes + progress.nodes,
                    max_nodes=self.max_nodes * len(self.cells),
                    moves=progress.moves,
                    moves_proved=progress.moves_proved,
                    best_move=progress.best_move,
                    plies=len(self.cells),
                    plies_reviewed=len(self.moves),
                )
            )


def _completed(analysis: Analysis, cell: int, following: Score) -> Analysis:
    """Return the analysis with the move proved by the score of the position after it, if known."""
    move = next(move for move in analysis.moves if move.cell == cell)
    if following == UNKNOWN or move.score != UNKNOWN:
        return analysis
    return analysis.with_proved(cell, following.of_the_move_before)
