"""Analyze a position: score each legal move, and find the best moves and best play.

The budget limits how many moves are proved. The other moves are unknown and have an estimate.
"""

import sys
from collections.abc import Iterator

from ..analysis import (
    UNKNOWN,
    UNRANKED,
    Analysis,
    Progress,
    Report,
    Score,
    ScoredMove,
    final_score,
    position_score,
    ranked,
)
from ..board.estimate import estimate
from ..board.geometry import cells_of
from ..board.position import Position, Status
from ..budget import DEFAULT_NODES, BudgetSpentError, playing_nodes
from .playing import playing_estimates
from .staged import RESERVE, StagedSearch

# The nodes between two reports: a tenth of the budget, within these limits.
MIN_REPORT_INTERVAL, MAX_REPORT_INTERVAL = 2_000, 20_000


def analyze(
    position: Position, max_nodes: int = DEFAULT_NODES, report: Report | None = None
) -> Analysis:
    """Analyze a legal position within a node budget.

    `report` is called at the start, and then each time a fixed number of nodes has been entered.
    """
    if position.status is not Status.IN_PROGRESS:
        score = final_score(position, position.side_to_move)
        return Analysis(position, score, True, True, (), (), nodes=1)
    analyzer = _Analyzer(position, max_nodes, report)
    try:
        return analyzer.analysis()
    finally:
        analyzer.budget.report_every(sys.maxsize, lambda _: None)


class _Analyzer:
    """The state of an analysis of an unfinished position."""

    def __init__(self, position: Position, max_nodes: int, report: Report | None) -> None:
        self.position = position
        self.report = report
        self.max_nodes = max_nodes
        self.search = StagedSearch(position, max_nodes)
        self.budget = self.search.budget
        if report:
            interval = min(MAX_REPORT_INTERVAL, max(MIN_REPORT_INTERVAL, max_nodes // 10))
            self.budget.report_every(interval, self._report_nodes)
        self.estimates: dict[int, int] = {}  # The keys are cells.

    def analysis(self) -> Analysis:
        """Prove what the budget allows, then rank the moves and find the principal variation."""
        self._report_nodes(self.budget.nodes)
        self.search.prove()
        variation = tuple(self._principal_variation())
        self._estimate_unknown()
        moves = self._ranked()
        score = position_score(moves)
        return Analysis(
            position=self.position,
            score=score,
            solved=len(self.search.values) == len(moves),
            exact=score != UNKNOWN and self.search.best_is_exact,
            moves=moves,
            principal_variation=variation or (moves[0].cell,),
            nodes=self.budget.nodes,
        )

    def _ranked(self) -> tuple[ScoredMove, ...]:
        """Return the moves with their ranks, best first, ties in cell order."""
        return ranked(map(self._move, cells_of(self.position.empty)))

    def _move(self, cell: int) -> ScoredMove:
        """Return the move at a cell, without a rank."""
        if cell in self.search.values:
            value = self.search.values[cell]
            return ScoredMove.proved(cell, Score.of_value(value, self.position.plies_left))
        if cell not in self.estimates:
            own, other = self.position.own | 1 << cell, self.position.other
            geometry, misere = self.position.geometry, self.position.misere
            self.estimates[cell] = estimate(geometry, own, other, misere=misere)
        worst, best = self.search.bounds(cell)
        guess = self.estimates[cell]
        return ScoredMove(cell, UNRANKED, UNKNOWN, guess, at_least=worst, at_most=best)

    def _estimate_unknown(self) -> None:
        """Estimate the unknown moves with the search in playing.py, if it is available.

        A move proved to draw ranks above unknown moves, so most nodes are then saved for traps.
        """
        unknown = [cell for cell in cells_of(self.position.empty) if cell not in self.search.values]
        if unknown:
            nodes = min(self.budget.left, playing_nodes(self.budget.max_nodes))
            if 0 in self.search.values.values():
                nodes //= 4
            found = playing_estimates(self.position, unknown, nodes)
            self.estimates |= found.of_moves
            self.budget.limit(self.budget.left)
            self.budget.add(found.nodes)

    def _principal_variation(self) -> Iterator[int]:
        """Yield best play: the first best move of each position, as far as it is proved."""
        values, plies_left = self.search.values, self.position.plies_left
        value = max(values.values(), default=-1)
        if value < 0 and len(values) < plies_left:
            return  # An unknown move ranks first.
        cell = min(each for each in values if values[each] == value)
        yield cell
        left = self.budget.left
        if value == 0:  # Leave nodes to compare moves that draw.
            left = max(left // RESERVE, left - playing_nodes(self.budget.max_nodes))
        last_node = self.budget.nodes + left
        own, other = self.position.own, self.position.other
        for _ in range(1, Score.of_value(value, plies_left).plies_to_end or 0):
            own, other, value = other, own | 1 << cell, -value
            empty = ~(own | other) & (1 << self.position.geometry.size) - 1
            try:  # No move has a higher value.
                cell = next(
                    cell
                    for cell in cells_of(empty)
                    if self.search.reaches(own, other, cell, value, last_node)
                )
            except BudgetSpentError:
                return
            yield cell

    def _report_nodes(self, nodes: int) -> None:
        if self.report:
            self.report(
                Progress(
                    nodes=nodes,
                    max_nodes=self.max_nodes,
                    moves=self.position.plies_left,
                    moves_proved=len(self.search.values),
                    best_move=self._ranked()[0].cell,
                )
            )
