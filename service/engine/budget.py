"""Node budgets: search limits that do not depend on the clock."""

import sys
from bisect import bisect
from collections.abc import Callable, Collection

from .board.geometry import Geometry
from .board.position import Position

MIN_NODES = 1_000
DEFAULT_NODES = 1_000_000
MAX_NODES = 20_000_000

# The default budgets for choosing a move, which takes at most one second. On large boards, a larger
# budget would also prove more moves to be draws, which then no longer differ by their estimates.
TURN_NODES = 300_000
TURN_NODES_OF_MEDIUM = 90_000
TURN_NODES_OF_LARGE = 615_000
TURN_NODES_OF_MISERE = 50_000  # On more than SMALL_CELLS cells.
PROVING_NODES = 15_000  # Nodes of every budget that only proofs can use.
ESTIMATE_NODES = 150_000  # Maximum number of nodes for estimates.
ESTIMATE_NODES_OF_LARGE = 600_000  # With five or more in a row; with fewer, proofs find wins.
SMALL_CELLS, MEDIUM_CELLS = 36, 63  # Boards with more cells are large.


def turn_nodes(position: Position) -> int:
    """Return the default node budget for choosing a move."""
    if position.geometry.size <= SMALL_CELLS:
        return TURN_NODES
    if position.misere:
        return TURN_NODES_OF_MISERE
    return TURN_NODES_OF_MEDIUM if position.geometry.size <= MEDIUM_CELLS else TURN_NODES_OF_LARGE


def estimate_nodes(geometry: Geometry, max_nodes: int) -> int:
    """Return how many of `max_nodes` nodes the estimates of unproved moves can use."""
    is_large = geometry.size > MEDIUM_CELLS and geometry.in_a_row >= 5
    most = ESTIMATE_NODES_OF_LARGE if is_large else ESTIMATE_NODES
    return max(0, min(most, max_nodes - PROVING_NODES))


def divided(total: int, budgets: Collection[int]) -> int:
    """Return the number of nodes to which each of these budgets is cut, to divide a total equally.

    It is the highest number at which the cut budgets sum to at most the total, but at least
    MIN_NODES. What a smaller budget leaves goes to the others.
    """
    limits, least = range(MAX_NODES + 1), MIN_NODES + 1
    return bisect(limits, total, least, key=lambda most: sum(min(most, n) for n in budgets)) - 1


class BudgetSpentError(Exception):
    """The search has used up its node budget."""


class Budget:
    """The node budget of a search.

    A search in Python calls `enter` at every node. A compiled search counts its nodes itself, and
    calls `pause` when `nodes` has reached `pause_at`.
    """

    def __init__(self, max_nodes: int, nodes: int = 0) -> None:
        self.nodes = nodes
        self.max_nodes = max_nodes
        self._report_at = sys.maxsize  # Never, until `report_every` is called.
        self.limit(max_nodes)

    def report_every(self, interval: int, report: Callable[[int], None]) -> None:
        """Call `report` with the number of nodes whenever it reaches a multiple of `interval`."""
        self._report, self._interval, self._report_at = report, interval, interval
        self.pause_at = min(self._limit, self._report_at)

    def limit(self, nodes: int) -> None:
        """Let the search enter this many more nodes within the budget; none if `nodes` < 0."""
        self._limit = max(self.nodes, min(self.max_nodes, self.nodes + nodes))
        self.pause_at = min(self._limit, self._report_at)

    def enter(self) -> None:
        """Count a node that a search enters; raise BudgetSpentError if the limit is reached."""
        if self.nodes == self.pause_at:
            self.pause()
        self.nodes += 1

    @property
    def left(self) -> int:
        """Return the number of nodes left in the budget."""
        return self.max_nodes - self.nodes

    def pause(self) -> None:
        """Report `nodes` if it is due and not the last; raise BudgetSpentError at the limit."""
        if self.nodes == self._report_at and self.left:
            self._report_at += self._interval
            self._report(self.nodes)
        if self.nodes >= self._limit:
            raise BudgetSpentError
        self.pause_at = min(self._limit, self._report_at)
