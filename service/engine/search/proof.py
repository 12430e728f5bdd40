"""The exact values of a position's moves, as far as a budget allows.

First, every move gets a small part of the budget, which proves the easy ones. Then proofs by
blocking rule out wins. Then the remaining moves are searched for wins and losses in 2, 3, 4 ...
plies, and finally to the end, the most promising first, until the budget is spent.
"""

from contextlib import suppress
from functools import cached_property

from service.engine.board.geometry import cells_of, lines
from service.engine.board.position import Position
from service.engine.board.symmetry import representatives
from service.engine.board.tally import tallies_of
from service.engine.budget import Budget, BudgetSpentError, playing_nodes
from service.engine.search.solver import INFINITY, Blocker
from service.engine.search.solvers import new_blocker, new_solver

FIRST_PART = 256  # the first look at all moves takes at most 1 / 256 of the budget
FIRST_PART_MISERE = 4  # and in misère 1 / 4, because there is no other way to prove moves,
FIRST_PART_MISERE_SMALL = 2  # or 1 / 2 on boards of up to SMALL_CELLS, which it can solve
SMALL_CELLS = 16
# A proof by blocking takes at most 90 / (number of lines)² of the budget, and at most 1 / 16.
BLOCKING_PARTS, MAX_BLOCKING_PART = 90, 1 / 16
SINGLE_PART = 4  # and the proofs for single moves together take 1 / 4 of that
FEW_UNKNOWN = 16  # empty cells, with which the playing search gets no part of the budget
RESERVE = 16  # 1 / 16 of the budget is left for the principal variation
SHORT_PLIES = 13  # up to here, wins and losses are searched for ply by ply, then every STEP plies
STEP = 3  # odd, so that wins and losses alternate
# With at most this many empty cells, finding symmetric moves and ordering moves cost more than they
# save, and the Python search is as fast as the compiled one.
FEW_CELLS, FEW_CELLS_MISERE = 6, 3
FEW_NODES = 100  # for a search that is tried before a proof by blocking


class Prover:
    """Proves the moves of one unfinished position; `values` are those proved so far, by cell."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position = position
        self.budget = budget
        self.values: dict[int, int] = {}
        part = BLOCKING_PARTS / len(lines(position.geometry)) ** 2
        self._blocking_nodes = int(min(part, MAX_BLOCKING_PART) * budget.max_nodes)
        few = FEW_CELLS_MISERE if position.misere else FEW_CELLS
        self._is_small = is_small = position.plies_left <= few
        self._solver = new_solver(
            position.geometry, budget, misere=position.misere, is_small=is_small
        )
        cells = cells_of(position.empty)
        self._twin_of = {cell: cell for cell in cells} if is_small else representatives(position)
        self._lowest = dict.fromkeys(self._twin_of, -INFINITY)
        self._highest = dict.fromkeys(self._twin_of, INFINITY)
        promising = list(self._twin_of) if is_small else self._promising_first()
        self._order = [cell for cell in promising if self._twin_of[cell] == cell]

    def prove(self) -> None:
        """Find the values of the moves, as far as the budget allows."""
        self._look_at_all()
        if not self._open:
            return
        if not self.position.misere:
            self._block()
        max_nodes = self.budget.max_nodes
        reserve = max(max_nodes // RESERVE, playing_nodes(max_nodes))
        if self.position.plies_left <= FEW_UNKNOWN:
            reserve = max_nodes // RESERVE
        self.budget.limit(self.budget.left - reserve)
        with suppress(BudgetSpentError):
            self._look_deeper()
            for cell in self._open:
                self._prove(cell)

    @property
    def best_is_exact(self) -> bool:
        """Whether no unproved move can be better than all proved ones."""
        best = max(self.values.values(), default=-INFINITY)
        return all(self._highest[cell] <= best for cell in self._open)

    def reaches(self, own: int, other: int, cell: int, value: int) -> bool:
        """Whether a move is worth at least this much for the side that makes it."""
        if value == 0 and not (self.position.misere or self._is_small):
            self.budget.limit(FEW_NODES)
            with suppress(BudgetSpentError):
                return self._solver.move_value(own, other, cell, -1, 0) >= 0
            after = own | 1 << cell
            if self._holds(other, after, self.budget.left // 4, maker_to_move=True):
                return True
            self.budget.limit(self.budget.left)
        return self._solver.move_value(own, other, cell, value - 1, value) >= value

    @cached_property
    def _blocker(self) -> Blocker:
        """The search for proofs by blocking, which easy positions do not need."""
        return new_blocker(self.position.geometry, self.budget, self._blocking_nodes)

    @property
    def _first_part(self) -> int:
        """The divisor of the budget for the first look at all moves."""
        if not self.position.misere:
            return FIRST_PART
        is_small = self.position.geometry.size <= SMALL_CELLS
        return FIRST_PART_MISERE_SMALL if is_small else FIRST_PART_MISERE

    @property
    def _open(self) -> list[int]:
        """The moves not proved yet, one of each group of symmetric moves."""
        return [cell for cell in self._order if cell not in self.values]

    def _look_at_all(self) -> None:
        """Prove the moves for which an equal share of a small part of the budget is enough."""
        share = self.budget.max_nodes // (self._first_part * len(self._order))
        for cell in self._order:
            self.budget.limit(share)
            with suppress(BudgetSpentError):
                self._prove(cell)

    def _block(self) -> None:
        """Rule out wins for either side with proofs by blocking.

        If the side to move cannot win, none of its moves wins. If its opponent could not win even
        if it were to move, no move of the side loses. If that fails, single moves may still be
        proved. On boards with more lines, a proof takes more nodes, and a node more time, so it
        gets fewer nodes there.
        """
        own, other = self.position.own, self.position.other
        cells = [cell for cell in self._open if self._highest[cell] > 0]
        share = self._blocking_nodes // (SINGLE_PART * max(1, len(cells)))
        held = bool(cells) and self._holds(own, other, self._blocking_nodes, maker_to_move=True)
        for cell in cells:
            if held or self._holds(own | 1 << cell, other, share, maker_to_move=False):
                self._bound(cell, self._lowest[cell], 0)
        cells = [cell for cell in self._open if self._lowest[cell] < 0]
        share = self._blocking_nodes // (SINGLE_PART * max(1, len(cells)))
        held = bool(cells) and self._holds(other, own, self._blocking_nodes, maker_to_move=True)
        for cell in cells:
            if held or self._holds(other, own | 1 << cell, share, maker_to_move=True):
                self._bound(cell, 0, self._highest[cell])

    def _holds(self, maker: int, breaker: int, nodes: int, *, maker_to_move: bool) -> bool:
        """Whether a proof by blocking is found within this many nodes."""
        self.budget.limit(nodes)
        with suppress(BudgetSpentError):
            return self._blocker.holds(maker, breaker, maker_to_move=maker_to_move)
        return False

    def _look_deeper(self) -> None:
        """Find wins and losses within 2, 3, 4 ... plies, and then in larger steps.

        A side wins by its own move, in an odd number of plies; in misère, by its opponent's move,
        in an even number. The window that separates such a win from everything else is cheap to
        search, because everything that ends later is cut off.
        """
        left = self.position.plies_left
        short = range(2, min(SHORT_PLIES, left + 1))
        for plies in [*short, *range(SHORT_PLIES, left + 1, STEP)]:
            value = left + 1 - plies
            for cell in self._open:
                if (plies % 2 == 1) is not self.position.misere:
                    self._try_win(cell, value)
                else:
                    self._try_loss(cell, -value)

    def _try_win(self, cell: int, value: int) -> None:
        """Find out whether a move has at least this value, and if so, its value."""
        if self._lowest[cell] < value <= self._highest[cell]:
            if self._move_value(cell, value - 1, value) >= value:
                self._bound(cell, value, self._highest[cell])
                self._prove(cell)
            else:
                self._bound(cell, self._lowest[cell], value - 1)

    def _try_loss(self, cell: int, value: int) -> None:
        """Find out whether a move has at most this value, and if so, its value."""
        if self._lowest[cell] <= value < self._highest[cell]:
            if self._move_value(cell, value, value + 1) <= value:
                self._bound(cell, self._lowest[cell], value)
                self._prove(cell)
            else:
                self._bound(cell, value + 1, self._highest[cell])

    def _prove(self, cell: int) -> None:
        """Find the value of a move within the bounds known so far."""
        lowest, highest = self._lowest[cell], self._highest[cell]
        if lowest < highest:
            found = self._move_value(cell, lowest, highest)
            value = max(lowest, min(highest, found))
            self._bound(cell, value, value)

    def _bound(self, cell: int, lowest: int, highest: int) -> None:
        """Record bounds on the value of a move; if they are equal, for all symmetric moves."""
        self._lowest[cell], self._highest[cell] = lowest, highest
        if lowest == highest:
            for twin, first in self._twin_of.items():
                if first == cell:
                    self.values[twin] = lowest

    def _move_value(self, cell: int, alpha: int, beta: int) -> int:
        position = self.position
        return self._solver.move_value(position.own, position.other, cell, alpha, beta)

    def _promising_first(self) -> list[int]:
        """The moves: wins, answers to a threat, then those that change the potentials most.

        In misère, the order is reversed.
        """
        tallies = tallies_of(self.position.geometry)
        own, other = tallies.counts(self.position.own), tallies.counts(self.position.other)
        tally, empty = tallies.tally(own, other), self.position.empty
        completing = tallies.missing(tally, tallies.own_threat, empty)
        answering = tallies.missing(tally, tallies.other_threat, empty)
        weights = tallies.weights_of_moves(tally)

        def promise(cell: int) -> tuple[bool, bool, int]:
            return (1 << cell in completing, 1 << cell in answering, weights[cell])

        return sorted(self._twin_of, key=promise, reverse=not self.position.misere)
