"""Everything about one position: each legal move scored, the best of them, best play.

The budget decides how far the proof goes. First every move gets a small share of it, which is
enough for most. Then short wins and losses are looked for, ply by ply, in all moves; then the
moves are searched to the end, the most promising first, until the nodes are spent. What is not
proved then is unknown and has an estimate.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from service.engine.budget import DEFAULT_NODES, Budget, BudgetSpentError
from service.engine.estimate import estimate
from service.engine.geometry import cells_of, has_line
from service.engine.misere import MisereSearch
from service.engine.position import Position, Status
from service.engine.score import UNKNOWN, Outcome, Score
from service.engine.search import INFINITY, Search
from service.engine.symmetry import twins
from service.engine.tally import tallies_of

REPORT_INTERVAL = 20_000  # nodes between two reports of a long search
SHARE = 8  # the first look at all moves together may cost one part in so many of the budget
RESERVE = 16  # one part in so many is left for best play
DEEPEST = 13  # plies of the wins and losses that are looked for before all else


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A legal move; moves of equal worth share a rank, and ranks count moves: 1, 1, 3.

    `estimate` is a guess at the score, only where the outcome is unknown.
    """

    cell: int
    rank: int
    score: Score
    estimate: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its score, and all legal moves with theirs, best first and then in cell order.

    `solved` says whether every move is proved. `nodes` counts what a cold search visits for all
    of it, the root included.
    """

    position: Position
    score: Score
    solved: bool
    moves: tuple[ScoredMove, ...]
    principal_variation: tuple[int, ...]
    nodes: int

    @property
    def best_moves(self) -> list[ScoredMove]:
        """All moves of rank 1; none when the game is over."""
        return [move for move in self.moves if move.rank == 1]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: what of its budget is spent, and what is proved."""

    nodes: int
    max_nodes: int
    moves: int
    moves_proved: int
    best_move: int


Report = Callable[[Progress], None]


@lru_cache(maxsize=16_384)  # holds every position of 3x3
def analyze(position: Position, max_nodes: int = DEFAULT_NODES) -> Analysis:
    """The analysis of a legal position, within a budget of nodes."""
    return analyze_aloud(position, max_nodes, None)


def analyze_aloud(position: Position, max_nodes: int, report: Report | None) -> Analysis:
    """The same, with a report at the beginning and every REPORT_INTERVAL nodes."""
    if position.status is not Status.IN_PROGRESS:
        return Analysis(position, _final_score(position), True, (), (), nodes=1)
    return _Analyzer(position, max_nodes, report).analysis()


def _final_score(position: Position) -> Score:
    """The score of a finished game."""
    if position.winner is None:
        return Score(Outcome.DRAW, 0)
    won = position.winner is position.side_to_move
    return Score(Outcome.WIN if won else Outcome.LOSS, 0)


class _Analyzer:
    """The work on one unfinished position."""

    def __init__(self, position: Position, max_nodes: int, report: Report | None) -> None:
        interval = REPORT_INTERVAL if report else 0
        self.position = position
        self.report = report
        self.budget = Budget(max_nodes, interval, self._report_nodes)
        self.budget.nodes = 1  # the root
        kind = MisereSearch if position.misere else Search
        self.search = kind(position.geometry, self.budget)
        self.twin_of = twins(position)
        self.values: dict[int, int] = {}
        self.lowest = dict.fromkeys(self.twin_of, -INFINITY)
        self.highest = dict.fromkeys(self.twin_of, INFINITY)

    def analysis(self) -> Analysis:
        """Prove what the budget allows, and sum it up."""
        self._report_nodes(self.budget.nodes)
        self._prove_moves()
        self.budget.limit(self.budget.most)
        moves = tuple(self._ranked())
        solved = len(self.values) == len(moves)
        best = moves[0]
        known = solved or best.score.outcome is Outcome.WIN
        variation = tuple(self._principal_variation(best))
        return Analysis(
            self.position,
            best.score if known else UNKNOWN,
            solved,
            moves,
            variation,
            self.budget.nodes,
        )

    def _prove_moves(self) -> None:
        """Find the values of the moves, as far as the budget allows it."""
        order = [cell for cell in self._promising_first() if self.twin_of[cell] == cell]
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
        """Find the wins and losses of up to DEEPEST plies, the shortest first.

        A side wins by its own moves, and so in an odd number of plies; in misère by its
        opponent's, in an even number. A window just below such a win is cheap to search, as all
        that ends later is cut off.
        """
        for plies in range(2, min(DEEPEST, self.position.plies_left) + 1):
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
            self.highest[cell] = value - 1

    def _try_loss(self, cell: int, value: int) -> None:
        """Find out whether a move is worth this, given that it is not worth less."""
        if self._move_value(cell, value, value + 1) <= value:
            self._settle(cell, value)
        else:
            self.lowest[cell] = value + 1

    def _prove(self, cell: int) -> None:
        """Find the value of a move within the bounds known so far."""
        lowest, highest = self.lowest[cell], self.highest[cell]
        self._settle(cell, self._move_value(cell, lowest - 1, highest + 1))

    def _settle(self, cell: int, value: int) -> None:
        """Note the value of a move, which is that of all moves that mirror it."""
        twin_cells = [twin for twin, first in self.twin_of.items() if first == cell]
        self.values |= dict.fromkeys(twin_cells, value)

    def _move_value(self, cell: int, alpha: int, beta: int) -> int:
        return self._value(self.position.own, self.position.other, cell, alpha, beta)

    def _value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """The value of a move for the side that makes it, as negamax has it with this window."""
        after = own | 1 << cell
        if has_line(self.position.geometry, after):
            left = self.position.geometry.size - (own | other).bit_count()
            return -left if self.position.misere else left
        return self.search.value_after(other, after, alpha, beta)

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

        return sorted(self.twin_of, key=promise, reverse=not self.position.misere)

    def _ranked(self) -> Iterator[ScoredMove]:
        """The moves, best first and equals in cell order."""
        keys = {cell: self._rank_key(cell) for cell in self.twin_of}
        ascending = sorted(keys.values())
        for cell in sorted(keys, key=lambda cell: (keys[cell], cell)):
            rank = 1 + ascending.index(keys[cell])
            if cell in self.values:
                score = Score.of_value(self.values[cell], self.position.plies_left)
                yield ScoredMove(cell, rank, score, None)
            else:
                yield ScoredMove(cell, rank, UNKNOWN, self._estimate(cell))

    def _rank_key(self, cell: int) -> tuple[int, int]:
        """Proved wins, proved draws, unknown moves, proved losses; within each the better first."""
        if cell not in self.values:
            return (2, -self._estimate(cell))
        value = self.values[cell]
        return (0 if value > 0 else 1 if value == 0 else 3, -value)

    def _estimate(self, cell: int) -> int:
        position = self.position
        after = position.own | 1 << cell
        return estimate(position.geometry, after, position.other, misere=position.misere)

    def _principal_variation(self, best: ScoredMove) -> Iterator[int]:
        """Best play: the first best move of each position, as far as it is proved."""
        yield best.cell
        if best.cell not in self.values:
            return
        own, other, cell = self.position.own, self.position.other, best.cell
        value = self.values[cell]
        for _ in range(1, best.score.plies_to_end or 0):
            own, other, value = other, own | 1 << cell, -value
            try:
                cell = self._first_move_worth(value, own, other)
            except BudgetSpentError:
                return
            yield cell

    def _first_move_worth(self, value: int, own: int, other: int) -> int:
        """The first move of this value, given that no move has a higher one."""
        empty = ~(own | other) & (1 << self.position.geometry.size) - 1
        return next(
            cell
            for cell in cells_of(empty)
            if self._value(own, other, cell, value - 1, value) >= value
        )

    def _report_nodes(self, nodes: int) -> None:
        if self.report:
            self.report(
                Progress(
                    nodes=nodes,
                    max_nodes=self.budget.most,
                    moves=len(self.twin_of),
                    moves_proved=len(self.values),
                    best_move=next(self._ranked()).cell,
                )
            )
