"""Node budgets: search limits that do not depend on the clock."""

from collections.abc import Callable

MIN_NODES = 1_000
DEFAULT_NODES = 1_000_000
MAX_NODES = 20_000_000

# The default budget for choosing a move: at most one second compiled, or six in Python, whose nodes
# are most expensive on large boards. There, a larger budget would also prove more moves to be equal
# draws, leaving fewer estimates to choose by.
TURN_NODES = 300_000
TURN_NODES_OF_LARGE = 60_000
PLAYING_NODES = 30_000
SMALL_CELLS = 36  # boards with more are large


def turn_nodes(cells: int) -> int:
    """The default budget for a move on a board with this many cells."""
    return TURN_NODES if cells <= SMALL_CELLS else TURN_NODES_OF_LARGE


def budget_of(max_nodes: int | None, limit: int = MAX_NODES, default: int = DEFAULT_NODES) -> int:
    """The budget of a request: its own, or the default within the operator's limit."""
    return min(default, limit) if max_nodes is None else max_nodes


def playing_nodes(max_nodes: int) -> int:
    """Return the part of a budget that is for estimates of moves that cannot be proved."""
    return min(PLAYING_NODES, max_nodes // 2)


class BudgetSpentError(Exception):
    """The search has entered all nodes of its budget."""


class Budget:
    """Counts the nodes of a search.

    A search checks it before it enters a node::

        if budget.nodes == budget.pause_at:
            budget.pause()
        budget.nodes += 1

    Every `interval` nodes, it calls `report`, which does not affect the search.
    """

    def __init__(
        self, max_nodes: int, interval: int = 0, report: Callable[[int], None] | None = None
    ) -> None:
        self.nodes = 0
        self.max_nodes = max_nodes
        self._interval = interval
        self._report = report
        self._report_at = interval or max_nodes + 1
        self.limit(max_nodes)

    def limit(self, nodes: int) -> None:
        """Let the search enter this many more nodes, within the budget; none if negative."""
        self._limit = max(self.nodes, min(self.max_nodes, self.nodes + nodes))
        self.pause_at = min(self._limit, self._report_at)

    def add(self, nodes: int) -> None:
        """Count nodes that another search has entered, and report them."""
        end = self.nodes + nodes
        while self.nodes < end:
            if self.nodes == self.pause_at:
                self.pause()
            self.nodes = min(end, self.pause_at)

    @property
    def left(self) -> int:
        """The number of nodes left."""
        return self.max_nodes - self.nodes

    def pause(self) -> None:
        """Report, or raise BudgetSpentError."""
        if self.nodes == self._report_at:
            self._report_at += self._interval
            if self._report:
                self._report(self.nodes)
        if self.nodes >= self._limit:
            raise BudgetSpentError
        self.pause_at = min(self._limit, self._report_at)
