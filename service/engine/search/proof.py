"""The exact values of the moves of a position, as far as a budget goes.

First every move gets a small share of the budget, which is enough for most. Then short wins and
losses are looked for, ply by ply, in all moves; then the moves are searched to the end, the most
promising first, until the nodes are spent.
"""

from contextlib import suppress

from service.engine.board.geometry import has_line
from service.engine.board.position import Position
from service.engine.board.symmetry import representatives
from service.engine.board.tally import tallies_of
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.misere import MisereSearch
from service.engine.search.negamax import INFINITY, Search

SHARE = 8  # the first look at all moves together may cost one part in so many of the budget
RESERVE = 16  # one part in so many is left for best play
MAX_SHORT_PLIES = 13  # plies of the wins and losses that are looked for before all else


class Prover:
    """The work on one unfinished position; `values` holds what is proved by now, cell by cell."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position = position
        self.budget = budget
        self.values: dict[int, int] = {}
        self._search = (MisereSearch if position.misere else Search)(position.geometry, budget)
        self._twin_of = representatives(position)
        self._lowest = dict.fromkeys(self._twin_of, -INFINITY)
        self._highest = dict.fromkeys(self._twin_of, INFINITY)

    def prove(self) -> None:
        """Find the values of the moves, as far as the budget allows it."""
        order = [cell for cell in self._promising_first() if self._twin_of[cell] == cell]
        share = self.budget.most // (SHARE * len(order))
        for cell in order:
            self.budget.limit(share)
            with suppress(BudgetSpentError):
                self._prove(cell)
        self.budget.limit(self.budget.most - self.budget.most // RESERVE - self.budget.nodes)
        with suppress(BudgetSpentError):
            self._look_deeper(order)
            for cell in order:
                if cell not in self.values:
                    self._prove(cell)

    def _look_deeper(self, order: list[int]) -> None:
        """Find the wins and losses of up to MAX_SHORT_PLIES plies, the shortest first.

        A side wins by its own moves, and so in an odd number of plies; in misère by its
        opponent's, in an even number. A window just below such a win is cheap to search, as all
        that ends later is cut off.
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
        """Note the value of a move, which is that of all moves that mirror it."""
        twin_cells = [twin for twin, first in self._twin_of.items() if first == cell]
        self.values |= dict.fromkeys(twin_cells, value)

    def _move_value(self, cell: int, alpha: int, beta: int) -> int:
        return self.value(self.position.own, self.position.other, cell, alpha, beta)

    def value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """The value of a move for the side that makes it, as negamax has it with this window."""
        after = own | 1 << cell
        if has_line(self.position.geometry, after):
            left = self.position.geometry.size - (own | other).bit_count()
            return -left if self.position.misere else left
        return self._search.value_after(other, after, alpha, beta)

    def _promising_first(self) -> list[int]:
        """The moves: wins, answers to a threat, and then those that change most on open lines.

        In misère it is the other way round: lines are left alone as long as possible.
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
