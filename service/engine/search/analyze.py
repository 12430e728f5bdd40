"""Analyze a position: score each legal move, and find the best moves and best play.

The budget limits how many moves are proved. The other moves are unknown and have an estimate.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial

from ..analysis import Analysis, Findings, Progress, Report, ranked
from ..board.estimate import estimate
from ..board.geometry import cells_of
from ..board.position import Position, Status
from ..board.symmetry import canonical_position
from ..budget import DEFAULT_NODES, BudgetSpentError, estimate_nodes
from ..values import Bounds, Outcome
from .compiled.interface import estimate_moves
from .staged import RESERVE, StagedSearch, is_small

# The nodes between two reports: a tenth of the budget, within these limits.
MIN_REPORT_INTERVAL, MAX_REPORT_INTERVAL = 2_000, 20_000

Known = Mapping[int, Bounds]
ReportKnown = Callable[[Known, Mapping[int, int], int], None]  # Bounds, estimates and nodes so far.


def analyze(
    position: Position, max_nodes: int = DEFAULT_NODES, report: Report | None = None
) -> Analysis:
    """Analyze a legal position within a node budget.

    `report` is called at the start, and then each time a fixed number of nodes has been entered.
    """
    if position.status is not Status.IN_PROGRESS:
        return Analysis(position, (), (), nodes=1)
    canonical, back = canonical_position(position)

    def report_known(bounds: Known, estimates: Mapping[int, int], nodes: int) -> None:
        proved = sum(each.is_exact for each in bounds.values())
        best = min(back[move.cell] for move in ranked(bounds, estimates) if move.rank == 1)
        if report:
            report(Progress(nodes, max_nodes, len(bounds), proved, best))

    if report:
        findings = find(canonical, max_nodes, report_known)
    elif is_small(canonical):
        findings = _find_small(canonical, max_nodes)
    else:
        findings = find(canonical, max_nodes)
    return complete(position, findings.image(back), max_nodes)


def find(position: Position, max_nodes: int, report: ReportKnown | None = None) -> Findings:
    """Prove the moves of an unfinished position within a node budget, and estimate the others.

    Positions symmetric to each other have the same canonical position, so they get what is found
    about it: the search itself tries tied moves in cell order, and a budget can end it anywhere.
    """
    search, estimates = StagedSearch(position, max_nodes), Estimates(position)
    if report:
        # This refers to neither the search nor its budget: such a cycle would keep the table.
        report_nodes = partial(report, search.bounds, estimates)
        report_nodes(search.budget.nodes)
        interval = min(MAX_REPORT_INTERVAL, max(MIN_REPORT_INTERVAL, max_nodes // 10))
        search.budget.report_every(interval, report_nodes)
    bounds = search.prove()
    unknown = [cell for cell in bounds if bounds[cell].outcome is Outcome.UNKNOWN]
    _estimate(search, unknown, estimates)
    return Findings(bounds, {cell: estimates[cell] for cell in unknown}, search.budget.nodes)


def complete(position: Position, findings: Findings, max_nodes: int) -> Analysis:
    """Rank the moves of a position, and find best play with the nodes left by the findings.

    This search has its own tables, so that its nodes do not depend on where findings come from.
    """
    moves = ranked(findings.bounds, findings.estimates)
    best, nodes = moves[0].bounds, findings.nodes
    variation = [moves[0].cell]
    if best.is_exact:
        search = StagedSearch(position, max_nodes, nodes)
        variation += _replies(search, best, moves[0].cell)
        nodes = search.budget.nodes
    return Analysis(position, moves, tuple(variation), nodes)


_find_small = lru_cache(maxsize=1_024)(find)  # The canonical positions of 3x3 are 765.


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


def _replies(search: StagedSearch, best: Bounds, cell: int) -> Iterator[int]:
    """Yield best play after a best move, whose value is exact, as far as it is proved."""
    position, budget, value = search.position, search.budget, best.lowest
    left = budget.left
    if value == 0:  # Leave nodes to compare moves that draw.
        left = max(left // RESERVE, left - estimate_nodes(position.geometry, budget.max_nodes))
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


def _estimate(search: StagedSearch, unknown: Collection[int], estimates: Estimates) -> None:
    """Estimate the moves with unknown outcomes by a search, if it is compiled.

    A move proved to draw ranks above unknown moves, so most nodes are then saved for traps.
    """
    budget = search.budget
    if unknown:
        nodes = min(budget.left, estimate_nodes(search.position.geometry, budget.max_nodes))
        if Bounds(0, 0) in search.bounds.values():
            nodes //= 4
        budget.limit(nodes)
        estimates |= estimate_moves(search.position, unknown, budget)
