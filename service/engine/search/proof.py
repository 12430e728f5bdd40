"""The exact values of the moves of a position, as far as a budget goes.

First every move gets a small part of the budget, which proves the easy ones. Then wins and losses
of 2, 3, 4 ... plies are looked for in the moves that are left. Then these are searched to the end,
the most promising first, until the budget is spent.
"""

from contextlib import suppress

from service.engine.board.position import Position
from service.engine.board.symmetry import representatives
from service.engine.board.tally import tallies_of
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import Search
from service.engine.search.solver import INFINITY, Solver

FIRST_PART = 8  # the first look at all moves takes at most this fraction, 1 / 8, of the budget
RESERVE = 16  # this fraction, 1 / 16, is left for the principal variation
MAX_SHORT_PLIES = 13  # of the wins and losses that are looked for before the rest


class Prover:
    """Proves the moves of one unfinished position; `values` holds what is proved so far by cell."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position = position
        self.budget = budget
        self.values: dict[int, int] = {}
        kind = MisereSearch if position.misere else Search
        self.solver: Solver = kind(position.geometry, budget)
        self._twin_of = representatives(position)
        self._lowest = dict.fromkeys(self._twin_of, -INFINITY)
        self._highest = dict.fromkeys(self._twin_of, INFINITY)

    def prove(self) -> None:
        """Find the values of the moves, as far as the budget allows it."""
        order = [cell for cell in self._promising_first() if self._twin_of[cell] == cell]
        share = self.budget.max_nodes // (FIRST_PART * len(order))
        for cell in order:
            self.budget.limit(share)
            with suppress(BudgetSpentError):
                self._prove(cell)
        self.budget.limit(
            self.budget.max_nodes - self.budget.max_nodes // RESERVE - self.budget.nodes
        )
        with suppress(BudgetSpentError):
            self._look_deeper(order)
            for cell in order:
                if cell not in self.values:
                    self._prove(cell)

    def _look_deeper(self, order: list[int]) -> None:
        """Find the wins and losses of up to MAX_SHORT_PLIES plies, the shortest first.

        A side wins by its own move, in an odd number of plies; in misère by its opponent's move,
        in an even number. The window that holds only such a win is cheap to search, because
        everything that ends later is cut off.
        """
        for plies in range(2, min(MAX_SHORT_PLIES, self.position.plies_left) + 1):
            value = self.position.plies_left + 1 - plies
            for cell in order:
                if cell not in self.values:
                    if (plies % 2 == 1) is not self.position.misere:
                        self._try_win(cell, value)
                    else:
                        self._try_loss(cell, -value)

    def _try_win(self, cell: int, value: int) -> None:
        """Find out whether a move is worth this, given that it is not worth more."""
        if self._move_value(cell, value - 1, value) >= value:
            self._settle(cell, value)
        else:
            self._highest[cell] = value - 1

    def _try_loss(self, cell: int, value: int) -> None:
        """Find out whether a move is worth this, given that it is not worth less."""
        if self._move_value(cell, value, value + 1) <= value:
            self._settle(cell, value)
        else:
            self._lowest[cell] = value + 1

    def _prove(self, cell: int) -> None:
        """Find the value of a move within the bounds known so far."""
        lowest, highest = self._lowest[cell], self._highest[cell]
        self._settle(cell, self._move_value(cell, lowest - 1, highest + 1))

    def _settle(self, cell: int, value: int) -> None:
        """Record the value of a move for it and for all moves that are symmetric to it."""
        twin_cells = [twin for twin, first in self._twin_of.items() if first == cell]
        self.values |= dict.fromkeys(twin_cells, value)

    def _move_value(self, cell: int, alpha: int, beta: int) -> int:
        position = self.position
        return self.solver.move_value(position.own, position.other, cell, alpha, beta)

    def _promising_first(self) -> list[int]:
        """The moves: wins, answers to a threat, then those that change the potentials most.

        In misère the order is the opposite.
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
