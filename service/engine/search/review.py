"""The search behind a review: the analysis of each position of a game, the last first."""

from collections.abc import Callable

from service.engine.analysis import Analysis, Progress
from service.engine.board.position import Position, Status
from service.engine.board.replay import positions_of
from service.engine.explain.review import Review, ReviewedMove, ReviewProgress
from service.engine.score import UNKNOWN, Score
from service.engine.search.analyze import analyze, final_score

FEW_CELLS = 9  # empty

Report = Callable[[ReviewProgress], None]


def review(
    start: Position, cells: tuple[int, ...], max_nodes: int, report: Report | None = None
) -> Review:
    """The review of a game, with this node budget for each of its positions.

    Each position is analyzed by `analyze` with the same budget. If that does not prove the move
    played, the score of the position after it is used. Raises IllegalMove with the index of the
    first illegal move.
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
        self.moves: list[ReviewedMove] = []  # the last first
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
        reports = self.report and position.plies_left > FEW_CELLS
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
    """The analysis with the move proved by the score of the position after it, if known."""
    move = next(move for move in analysis.moves if move.cell == cell)
    if following == UNKNOWN or move.score != UNKNOWN:
        return analysis
    return analysis.with_proved(cell, following.of_the_move_before)
