"""Review a game: score each move, and find the move that decided the game.

The positions are analyzed from the last to the first. So what the analysis of a position proves is
also known about the move that led to it, and about those symmetric to that move.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from .analysis import Analysis, Progress, Reason, ScoredMove
from .board.position import Mark, Position, Status, positions_of
from .explain import describe_effect, hint, reason_for
from .search.analyze import analyze
from .steps import Step, Steps
from .values import Bounds, Outcome, Score, final_bounds

REPORTED_CELLS = 9  # The analysis of a position with more empty cells reports progress.


class Verdict(StrEnum):
    """How a move compares with the best moves in its position.

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
    """A move of the game, with the scores from the analysis of the position before it."""

    side: Mark
    before: Score
    best_moves: tuple[int, ...]
    move: ScoredMove
    verdict: Verdict
    nodes: int

    @classmethod
    def of(cls, analysis: Analysis, cell: int) -> "ReviewedMove":
        """Return the reviewed move at this cell of the position analyzed."""
        move, reason = analysis.move(cell), reason_for(analysis.position, cell)
        verdict = _verdict(analysis, move)
        return cls(
            side=analysis.position.side_to_move,
            before=analysis.score,
            best_moves=tuple(best.cell for best in analysis.best_moves),
            move=replace(move, reason=reason, text=_text(analysis, move, reason, verdict)),
            verdict=verdict,
            nodes=analysis.nodes,
        )


def _verdict(analysis: Analysis, move: ScoredMove) -> Verdict:
    """Return how the move compares with the best moves."""
    before, after = analysis.score.outcome, move.score.outcome
    if Outcome.UNKNOWN in (before, after):
        return Verdict.UNKNOWN
    if before is not after:
        return Verdict.BLUNDER if before.sign - after.sign == 2 else Verdict.MISTAKE
    if move.bounds.lowest >= analysis.bounds.highest:
        return Verdict.BEST
    return Verdict.INACCURACY if move.bounds.highest < analysis.bounds.lowest else Verdict.UNKNOWN


def _text(analysis: Analysis, move: ScoredMove, reason: Reason | None, verdict: Verdict) -> str:
    """Describe a move in a sentence; if something is not proved, the sentence first says what."""
    sentence = hint(analysis, move, reason)
    if verdict is not Verdict.UNKNOWN:
        return sentence
    if move.score.outcome is Outcome.UNKNOWN:
        unproved, sentence = "Outcome", describe_effect(analysis.position, move.cell, reason)
    elif analysis.score.outcome is Outcome.UNKNOWN:
        unproved = "Best move"
    else:
        unproved = "Fastest win" if move.score.outcome is Outcome.WIN else "Slowest loss"
    return f"{unproved} not proved: {sentence[0].lower()}{sentence[1:]}"


@dataclass(frozen=True, slots=True)
class ReviewProgress(Progress):
    """The progress of a review; `nodes` and `max_nodes` are totals for the whole review.

    The moves and the best moves are those of the position that is being analyzed.
    """

    plies: int
    plies_reviewed: int


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game in order, and the position after the last move."""

    moves: tuple[ReviewedMove, ...]
    position: Position

    @property
    def nodes(self) -> int:
        """Return the number of nodes of all searches."""
        return sum(move.nodes for move in self.moves)

    def verdicts_of(self, side: Mark) -> list[Verdict]:
        """Return the verdicts on a side's moves."""
        return [move.verdict for move in self.moves if move.side is side]

    @property
    def turning_point(self) -> int | None:
        """Return the 1-based number of the last ply that changed the outcome.

        None if no ply changed the outcome, or if it is not proved which ply was the last to do so.
        """
        before = [_sign_for_x(move.before, move.side) for move in self.moves]
        after = [_sign_for_x(move.move.score, move.side) for move in self.moves]
        pairs = zip([None, *after], [*before, None], strict=True)  # For each number of plies.
        signs = [second if first is None else first for first, second in pairs]
        last = max((ply for ply, sign in enumerate(signs) if sign != signs[-1]), default=None)
        return None if last is None or None in (signs[last], signs[-1]) else last + 1


def _sign_for_x(score: Score, side: Mark) -> int | None:
    """Return 1, 0 or -1 if X wins, draws or loses, given a score for a side; None if unknown."""
    if score.outcome is Outcome.UNKNOWN:
        return None
    return score.outcome.sign if side is Mark.X else -score.outcome.sign


@dataclass(frozen=True, slots=True)
class ReviewStep(Step):
    """The review of one move, and the totals of the review, for its reports."""

    position: Position
    cell: int
    following: Bounds  # Of the position after the move, for its side to move.
    max_nodes: int
    nodes: int  # Of the moves reviewed so far.
    plies: int
    plies_reviewed: int

    def run(
        self, report: Callable[[ReviewProgress], None] | None = None
    ) -> tuple[ReviewedMove, Bounds]:
        """Return the reviewed move, and what is known about its position."""

        def report_progress(progress: Progress) -> None:
            if report:
                nodes, most = self.nodes + progress.nodes, self.max_nodes * self.plies
                fields = asdict(progress) | {"nodes": nodes, "max_nodes": most}
                report(
                    ReviewProgress(**fields, plies=self.plies, plies_reviewed=self.plies_reviewed)
                )

        reports = report and self.position.plies_left > REPORTED_CELLS
        analysis = analyze(self.position, self.max_nodes, report_progress if reports else None)
        analysis = analysis.with_bounds(self.cell, -self.following)
        return ReviewedMove.of(analysis, self.cell), analysis.bounds


def review_steps(start: Position, cells: tuple[int, ...], max_nodes: int) -> Steps[Review]:
    """Review a game in steps, one for each move, with this node budget for each of its positions.

    Raise EngineError with the index of the first illegal move.
    """
    *positions, last = positions_of(start, cells)
    is_over = last.status is not Status.IN_PROGRESS
    bounds = final_bounds(last, last.side_to_move) if is_over else Bounds()
    moves: list[ReviewedMove] = []  # The last move comes first.
    nodes = 0
    for position, cell in zip(reversed(positions), reversed(cells), strict=True):
        move, bounds = yield ReviewStep(
            position, cell, bounds, max_nodes, nodes, len(cells), plies_reviewed=len(moves)
        )
        moves.append(move)
        nodes += move.nodes
    return Review(tuple(reversed(moves)), last)
