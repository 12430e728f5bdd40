"""Find the exact values of a position's moves in stages, as far as a budget allows.

First, every move gets a small part of the budget, which proves the easy moves. Next, proofs that a
side can block all lines (proofs by blocking) rule out wins and losses. Then the other moves, the
most promising first, are searched for wins and losses in 2, 3, 4 ... plies, and finally to the end,
until the budget is spent.

Positions with few empty cells are searched in Python, which starts faster. Both searches find the
same values; without C, larger positions are solved only as far as PYTHON_NODES allows.
"""

from contextlib import suppress
from functools import cached_property

from ..board.geometry import cells_of, lines
from ..board.lines import completing_cells
from ..board.position import Position
from ..board.symmetry import representatives
from ..board.tactics import CHANGES, line_counts_of, tactics_of
from ..budget import SMALL_CELLS, Budget, BudgetSpentError, estimate_nodes
from ..values import Bounds
from .alpha_beta import AlphaBeta, Search
from .compiled.interface import MAX_BLOCKING_SLOTS, CompiledSearch, library

FIRST_PART = 256  # The first look at all moves takes at most 1 / 256 of the budget.
FIRST_PART_MISERE = 4  # In misère, it takes at most 1 / 4, because there are no proofs by blocking.
FIRST_PART_MISERE_SMALL = 2  # On boards of up to MISERE_CELLS, it takes 1 / 2, and can solve them.
MISERE_CELLS = 16
# On boards with more lines, a proof by blocking takes more nodes, and each node more time. The
# first try takes at most 90 / (number of lines)² of the budget, and at most 1 / 16 of the nodes for
# proofs. A try with twice as many nodes follows if a try rules out 1 / 16 of the open wins and
# losses and has taken at most 1 / 8 of the nodes that are left, or if it leaves the whole board
# undecided and has taken at most 1 / 16 of the nodes that are left for proofs.
BLOCKING_PARTS, FIRST_BLOCKING_PART, PAYING_PART = 90, 1 / 16, 16
PAID_PART, UNDECIDED_PART = 8, 16
SINGLE_PART = 4  # The proofs for single moves together take 1 / 4 of the nodes of a try.
RESERVE = 16  # 1 / 16 of the budget is reserved for the principal variation.
SHORT_PLIES = 13  # Shorter wins and losses are searched ply by ply, longer ones every STEP plies.
STEP = 3  # It is odd, so that wins and losses alternate.
TRIED_NODES = 100  # The nodes that a search gets before a proof by blocking is tried.
PYTHON_NODES = 50_000  # On a large board, these take about two seconds.
# A small search in Python takes less time than loading the library and creating a table.
SMALL_BOARD = 9  # Maximum cells of a small board.
FEW_CELLS, FEW_CELLS_MISERE = 6, 3  # Maximum empty cells of small positions on larger boards.


class StagedSearch:
    """The search of an unfinished position; `bounds` is what it has proved, by cell, in order.

    Another search may have spent `nodes` of the budget, the root included.
    """

    def __init__(self, position: Position, max_nodes: int, nodes: int = 0) -> None:
        self.position = position
        few = FEW_CELLS_MISERE if position.misere else FEW_CELLS
        self._is_small = position.geometry.size <= SMALL_BOARD or position.plies_left <= few
        self._library = None if self._is_small else library()
        has_all = self._is_small or self._library
        self.budget = Budget(max_nodes if has_all else min(max_nodes, PYTHON_NODES), nodes)
        if not nodes:
            self.budget.enter()  # The root.
        geometry, misere = position.geometry, position.misere
        function = "noughts_misere" if misere else "noughts_normal"
        self._search: Search = (
            CompiledSearch(self._library, function, geometry, self.budget)
            if self._library
            else AlphaBeta(geometry, self.budget, misere=misere)
        )
        self.bounds = dict.fromkeys(cells_of(position.empty), Bounds())

    def prove(self) -> dict[int, Bounds]:
        """Return `bounds`, proved as far as the budget allows."""
        if self._is_small:
            self._prove_each(self.budget.left)
            return self.bounds
        self._prove_each(self.budget.max_nodes // (self._first_part * len(self._twins)))
        if not self._open:
            return self.bounds
        if self._blocking_search:
            self._try_blocking()
        self.budget.limit(self.budget.left - self._reserve)
        with suppress(BudgetSpentError):
            self._look_deeper()
            for cell in self._open:
                self._prove(cell)
        return self.bounds

    def reaches(self, own: int, other: int, cell: int, value: int, last_node: int) -> bool:
        """Return whether a move has at least this value; raise BudgetSpentError at `last_node`."""
        left = last_node - self.budget.nodes
        if value == 0 and self._blocking_search:
            self.budget.limit(min(TRIED_NODES, left))
            with suppress(BudgetSpentError):
                return self._move_value(own, other, cell, -1, 0) >= 0
            if self._breaker_wins(other, own | 1 << cell, True, left // 4):
                return True
        self.budget.limit(last_node - self.budget.nodes)
        return self._move_value(own, other, cell, value - 1, value) >= value

    @cached_property
    def _twins(self) -> dict[int, list[int]]:
        """Return moves, each with those symmetric to it, the most promising first."""
        if self._is_small:
            return {cell: [cell] for cell in self.bounds}
        first_of = representatives(self.position)
        return {
            cell: [twin for twin in first_of if first_of[twin] == cell]
            for cell in self._promising_first()
            if first_of[cell] == cell
        }

    @cached_property
    def _blocking_search(self) -> CompiledSearch | None:
        """Return the search for proofs by blocking; None in misère and without C."""
        if self.position.misere or not self._library:
            return None
        geometry, budget = self.position.geometry, self.budget
        slots = min(budget.max_nodes, MAX_BLOCKING_SLOTS)
        return CompiledSearch(self._library, "noughts_breaker_wins", geometry, budget, slots)

    @property
    def _first_part(self) -> int:
        """Return n: the first look at all moves takes at most 1 / n of the budget."""
        if not self.position.misere:
            return FIRST_PART
        is_solved = self.position.geometry.size <= MISERE_CELLS
        return FIRST_PART_MISERE_SMALL if is_solved else FIRST_PART_MISERE

    @property
    def _reserve(self) -> int:
        """Return the number of nodes reserved for best play, estimates and traps."""
        reserve = self.budget.max_nodes // RESERVE
        geometry = self.position.geometry
        has_estimates = self._library and not self.position.misere
        if has_estimates and geometry.size > SMALL_CELLS:
            reserve = max(reserve, estimate_nodes(geometry, self.budget.max_nodes))
        return reserve

    @property
    def _open(self) -> list[int]:
        """Return the moves that are not proved yet, one of each group of symmetric moves."""
        return [cell for cell in self._twins if not self.bounds[cell].is_exact]

    def _prove_each(self, nodes: int) -> None:
        """Prove the moves for which this many nodes are enough."""
        for cell in self._twins:
            self.budget.limit(nodes)
            with suppress(BudgetSpentError):
                self._prove(cell)

    def _try_blocking(self) -> None:
        """Try proofs by blocking, with twice the nodes each time, while that may pay."""
        part = BLOCKING_PARTS / len(lines(self.position.geometry)) ** 2
        proving = self.budget.left - self._reserve
        nodes = int(min(part * self.budget.max_nodes, FIRST_BLOCKING_PART * proving))
        while self._open and 0 < nodes <= self._try_blocking_within(nodes):
            nodes *= 2

    def _try_blocking_within(self, nodes: int) -> int:
        """Rule out wins and losses of the open moves; return up to which `nodes` a larger try pays.

        If the side to move cannot win, none of its moves wins. If its opponent could not win even
        by moving first, none of the side's moves loses. Without such a proof, each move is tried.
        """
        own, other = self.position.own, self.position.other
        ruled_out = tried = 0
        is_undecided = False
        for is_own, bounds in ((True, Bounds(highest=0)), (False, Bounds(lowest=0))):
            cells = [cell for cell in self._open if self.bounds[cell] & bounds != self.bounds[cell]]
            if not cells:
                continue
            whole = (own, other) if is_own else (other, own)
            breaker_wins = self._breaker_wins(*whole, True, nodes)
            share = nodes // (SINGLE_PART * len(cells))
            for cell in cells:
                after = own | 1 << cell
                board = (after, other, False) if is_own else (other, after, True)
                if breaker_wins or self._breaker_wins(*board, share):
                    self._learn(cell, bounds)
                    ruled_out += 1
            tried += len(cells)
            is_undecided |= breaker_wins is None
        if PAYING_PART * ruled_out >= tried:
            return self.budget.left // PAID_PART
        return (self.budget.left - self._reserve) // UNDECIDED_PART if is_undecided else 0

    def _breaker_wins(
        self, maker: int, breaker: int, maker_to_move: bool, nodes: int
    ) -> bool | None:
        """Return whether the breaker can block all lines; None if unproved within so many nodes."""
        self.budget.limit(nodes)
        with suppress(BudgetSpentError):
            if self._blocking_search:
                return bool(self._blocking_search(maker, breaker, maker_to_move))
        return None

    def _look_deeper(self) -> None:
        """Look for wins and losses within 2, 3, 4 ... plies; from SHORT_PLIES on, in steps of STEP.

        A side wins in an odd number of plies and loses in an even number; in misère, the reverse.
        Asking only whether a move wins, or only whether it loses, within so many plies is cheap,
        because the search cuts off everything that ends later.
        """
        left, own, other = self.position.plies_left, self.position.own, self.position.other
        short = range(2, min(SHORT_PLIES, left + 1))
        for plies in [*short, *range(SHORT_PLIES, left + 1, STEP)]:
            is_win = plies % 2 == (0 if self.position.misere else 1)
            value = left - plies if is_win else plies - left - 1
            for cell in self._open:
                if self.bounds[cell].lowest <= value < self.bounds[cell].highest:
                    is_above = self._move_value(own, other, cell, value, value + 1) > value
                    self._learn(cell, Bounds(value + 1) if is_above else Bounds(highest=value))
                    if is_above is is_win:
                        self._prove(cell)

    def _prove(self, cell: int) -> None:
        """Find the value of a move within the bounds known so far."""
        known = self.bounds[cell]
        if not known.is_exact:
            own, other = self.position.own, self.position.other
            value = self._move_value(own, other, cell, known.lowest, known.highest)
            self.bounds.update(dict.fromkeys(self._twins[cell], Bounds(value, value)))

    def _learn(self, cell: int, bounds: Bounds) -> None:
        """Record bounds on a move and on those symmetric to it."""
        bounds &= self.bounds[cell]
        self.bounds.update(dict.fromkeys(self._twins[cell], bounds))

    def _move_value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """Return the value of a move by the side with marks `own`, or a bound as in alpha_beta."""
        geometry, after = self.position.geometry, own | 1 << cell
        if completing_cells(geometry, own) >> cell & 1:
            left = geometry.size - (own | other).bit_count()
            return -left if self.position.misere else left
        return -self._search(other, after, -beta, -alpha)

    def _promising_first(self) -> list[int]:
        """Return the moves in this order: wins, answers to a threat, largest changes in potential.

        In misère, the order is reversed.
        """
        geometry, own, other = self.position.geometry, self.position.own, self.position.other
        tactics, line_counts = tactics_of(geometry, own, other), line_counts_of(geometry)
        changes = line_counts.sums(line_counts.count(own, other), CHANGES)

        def promise(cell: int) -> tuple[int, int, int]:
            return tactics.own_winning >> cell & 1, tactics.other_winning >> cell & 1, changes[cell]

        return sorted(self.bounds, key=promise, reverse=not self.position.misere)
