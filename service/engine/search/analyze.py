"""Analyze a position: score each legal move, and find the best moves and best play.

The budget limits how many moves are proved. The other moves are unknown and have an estimate.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from ..analysis import Analysis, Progress, Report, ranked
from ..board.estimate import estimate
from ..board.geometry import cells_of
from ..board.position import Position, Status
from ..budget import DEFAULT_NODES, BudgetSpentError, estimate_nodes
from ..values import Bounds, Outcome
from .compiled.interface import estimate_moves
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
        return Analysis(position, (), (), nodes=1)
    search, estimates = StagedSearch(position, max_nodes), Estimates(position)
    if report:
        # This refers to neither the search nor its budget: such a cycle would keep the table.
        report_nodes = partial(_report, report, max_nodes, search.bounds, estimates)
        report_nodes(search.budget.nodes)
        interval = min(MAX_REPORT_INTERVAL, max(MIN_REPORT_INTERVAL, max_nodes // 10))
        search.budget.report_every(interval, report_nodes)
    search.prove()
    variation = tuple(_principal_variation(search))
    _estimate_unknown(search, estimates)
    moves = ranked(search.bounds, estimates)
    return Analysis(position, moves, variation or (moves[0].cell,), search.budget.nodes)


class Estimates(dict[int, int]):
    """The estimates of a position's moves, by cell; by default, those of board/estimate.py."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position

    def __missing__(self, cell: int) -> int:
        """Return the estimate of a move, and keep it."""
        position, own = self.position, self.position.own | 1 << cell
        self[cell] = estimate(position.geometry, own, position.other, misere=position.misere)
        return self[cell]


def _report(
    report: Report,
    max_nodes: int,
    bounds: Mapping[int, Bounds],
    estimates: Mapping[int, int],
    nodes: int,
) -> None:
    """Report what is known about the moves after this many nodes."""
    proved = sum(each.is_exact for each in bounds.values())
    best_move = ranked(bounds, estimates)[0].cell
    report(Progress(nodes, max_nodes, len(bounds), proved, best_move))


def _principal_variation(search: StagedSearch) -> Iterator[int]:
    """Yield best play: the first best move of each position, as far as it is proved."""
    bounds, budget = search.bounds, search.budget
    best = max(bounds.values())
    if not best.is_exact:
        return
    value, position = best.lowest, search.position
    cell = next(each for each in bounds if bounds[each] == best)
    yield cell
    left = budget.left
    if value == 0:  # Leave nodes to compare moves that draw.
        left = max(left // RESERVE, left - estimate_nodes(budget.max_nodes))
    last_node = budget.nodes + left
    own, other = position.own, position.other
    for _ in range(1, best.score(position.plies_left).plies_to_end or 0):
        own, other, value = other, own | 1 << cell, -value
        empty = ~(own | other) & (1 << position.geometry.size) - 1
        try:  # No move has a higher value.
            cell = next(
                cell
                for cell in cells_of(empty)
                if search.reaches(own, other, cell, value, last_node)
            )
        except BudgetSpentError:
            return
        yield cell


def _estimate_unknown(search: StagedSearch, estimates: Estimates) -> None:
    """Estimate the moves with unknown outcomes by a search, if it is compiled.

    A move proved to draw ranks above unknown moves, so most nodes are then saved for traps.
    """
    bounds, budget = search.bounds, search.budget
    unknown = [cell for cell in bounds if bounds[cell].outcome is Outcome.UNKNOWN]
    if unknown:
        nodes = min(budget.left, estimate_nodes(budget.max_nodes))
        if Bounds(0, 0) in bounds.values():
            nodes //= 4
        budget.limit(nodes)
        estimates |= estimate_moves(search.position, unknown, budget)
