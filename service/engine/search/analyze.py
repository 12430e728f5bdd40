"""Analyze a position: score each legal move, and find the best moves and best play.

The budget limits how many moves are proved. The other moves are unknown and have an estimate.
"""

from collections.abc import Iterator, Mapping

from ..analysis import Analysis, Findings, Progress, Report, ScoredMove, ranked
from ..board.estimate import estimates_of
from ..board.geometry import cells_of
from ..board.position import Position, Status
from ..board.symmetry import canonical_position
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
    canonical, back = canonical_position(position)
    report_image = report and (lambda progress: report(progress.image(back)))
    findings = find(canonical, max_nodes, report_image)
    return complete(position, findings.image(back), max_nodes)


def find(position: Position, max_nodes: int, report: Report | None = None) -> Findings:
    """Prove the moves of an unfinished position within a node budget, and estimate the others.

    Positions symmetric to each other have the same canonical position, so they get what is found
    about it: the search itself tries tied moves in cell order, and a budget can end it anywhere.
    """
    search = StagedSearch(position, max_nodes)
    bounds = search.bounds

    # This refers to neither the search nor its budget: such a cycle would keep the table.
    def report_nodes(nodes: int) -> None:
        proved = sum(each.is_exact for each in bounds.values())
        moves = ranked(bounds, estimates_of(position, _unknown(bounds)))
        best = tuple(move.cell for move in moves if move.rank == 1)
        if report:
            report(Progress(nodes, max_nodes, len(bounds), proved, best))

    if report:
        report_nodes(search.budget.nodes)
        interval = min(MAX_REPORT_INTERVAL, max(MIN_REPORT_INTERVAL, max_nodes // 10))
        search.budget.report_every(interval, report_nodes)
    search.prove()
    return Findings(bounds, _estimates(search), search.budget.nodes)


def complete(position: Position, findings: Findings, max_nodes: int) -> Analysis:
    """Rank the moves of a position, and find best play with the nodes left by the findings.

    This search has its own tables, so that its nodes do not depend on where findings come from.
    """
    moves = ranked(findings.bounds, findings.estimates)
    best, nodes = moves[0], findings.nodes
    variation = [best.cell]
    if (best.score.plies_to_end or 0) > 1:
        search = StagedSearch(position, max_nodes, nodes)
        variation += _replies(search, best)
        nodes = search.budget.nodes
    return Analysis(position, moves, tuple(variation), nodes)


def _replies(search: StagedSearch, best: ScoredMove) -> Iterator[int]:
    """Yield best play after a best move, whose value is exact, as far as it is proved."""
    position, budget, cell, value = search.position, search.budget, best.cell, best.bounds.lowest
    left = budget.left
    if value == 0:  # Leave nodes to compare moves that draw.
        left = max(left // RESERVE, left - estimate_nodes(position.geometry, budget.max_nodes))
    last_node = budget.nodes + left
    own, other = position.own, position.other
    for _ in range(1, best.score.plies_to_end or 0):
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


def _unknown(bounds: Mapping[int, Bounds]) -> list[int]:
    """Return the moves with unknown outcomes."""
    unproved = (cell for cell in bounds if not bounds[cell].is_exact)
    return [cell for cell in unproved if bounds[cell].outcome is Outcome.UNKNOWN]


def _estimates(search: StagedSearch) -> dict[int, int]:
    """Estimate the moves with unknown outcomes by a search or, if none is compiled, without one.

    A move proved to draw ranks above unknown moves, so most nodes are then saved for traps.
    """
    budget, unknown = search.budget, _unknown(search.bounds)
    if not unknown:
        return {}
    nodes = min(budget.left, estimate_nodes(search.position.geometry, budget.max_nodes))
    budget.limit(nodes // 4 if Bounds(0, 0) in search.bounds.values() else nodes)
    searched = estimate_moves(search.position, unknown, budget)
    return searched or estimates_of(search.position, unknown)
