"""Exact values of the normal game, by alpha-beta search in negamax form.

Comments at each cut, board/potential.py and board/forks.py explain why it is sound. None is sound
in misère. solver.py defines values and the words `own` and `other`.
"""

from collections.abc import Callable

from service.engine.board.forks import breaking, cells_in_pairs
from service.engine.board.geometry import Geometry, cells_of, has_line
from service.engine.board.symmetry import canonical
from service.engine.board.tally import Tallies, tallies_of
from service.engine.budget import Budget
from service.engine.search.solver import INFINITY
from service.engine.search.table import slots_for

SYMMETRIC_PLIES = 5  # from the root; deeper, symmetric positions are too rare to look for
FEW_CELLS = 9  # left; searching so few costs less than finding symmetric positions
THREAT = 1 << 16  # more than the weight of any move

Negamax = Callable[[int, int, int, int, int, int, int], int]


class Search:
    """The solver of the normal game."""

    def __init__(self, geometry: Geometry, budget: Budget) -> None:
        self._geometry = geometry
        self._tallies = tallies_of(geometry)
        self._negamax = _negamax(geometry, self._tallies, budget)

    def move_value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """As in Solver."""
        after = own | 1 << cell
        if has_line(self._geometry, after):
            return self._geometry.size - (own | other).bit_count()
        return self.value_after(other, after, alpha, beta)

    def value_after(
        self, own: int, other: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """As in Solver."""
        own_counts, other_counts = self._tallies.counts(own), self._tallies.counts(other)
        return -self._negamax(own, other, own_counts, other_counts, -beta, -alpha, 1)


def _negamax(geometry: Geometry, tallies: Tallies, budget: Budget) -> Negamax:
    """The search function for one geometry, with an empty table.

    For a position without a completed line, whose value is v, `negamax` returns r with
        r <= alpha          and then  v <= r,
        alpha < r < beta    and then  v == r, or
        r >= beta           and then  v >= r.
    The table (table.py) contains bounds (lower, upper) with lower <= v <= upper, which hold for
    every window, so the position alone is the key: `own | other << size`. Near the root, the key is
    that of one of the symmetric positions. These have the same value, so an entry is true of the
    position with its key, whichever position it was found for.
    """
    size = geometry.size
    board = (1 << size) - 1
    cells = range(size)
    full_line = 1 << geometry.in_a_row
    lines, steps = tallies.lines, tallies.steps
    own_threat, other_threat = tallies.own_threat, tallies.other_threat
    own_weights, other_weights = tallies.own_weights, tallies.other_weights
    length = len(lines)
    table: dict[int, tuple[int, int, int]] = {}
    slots = slots_for(budget.max_nodes)

    def negamax(
        own: int, other: int, own_counts: int, other_counts: int, alpha: int, beta: int, ply: int
    ) -> int:
        if budget.nodes == budget.pause_at:
            budget.pause()
        budget.nodes += 1

        # Win at once if possible. Otherwise answer a threat, because every other move loses at the
        # next ply; if there are two, the opponent completes one of the lines. This loop plays the
        # answers: a position with a single answer has the negated value of the one after it. So
        # the table and everything below deal with the position after the answers, in its window,
        # and `sign` restores the sign of the result.
        sign = 1
        while True:
            empty = board & ~(own | other)
            left = empty.bit_count()
            tally = (own_counts + (other_counts << 4)).to_bytes(length, "little")
            if own_threat in tally:
                return sign * left
            at = tally.find(other_threat)
            if at < 0:
                break
            answer = lines[at] & empty
            while (at := tally.find(other_threat, at + 1)) >= 0:
                if lines[at] & empty != answer:
                    return sign * (1 - left)
            cell = answer.bit_length() - 1
            own, other = other, own | answer
            own_counts, other_counts = other_counts, own_counts + steps[cell]
            alpha, beta, sign, ply = -beta, -alpha, -sign, ply + 1

        # No side has a threat, so no win comes before the third ply and no loss before the fourth
        # (forks.py), and a side with too little potential never wins (potential.py).
        highest = lowest = 0
        if left > 2 and 2 * sum(tally.translate(own_weights)) >= full_line:
            highest = left - 2
        if left > 3 and sum(tally.translate(other_weights)) >= full_line:
            lowest = 3 - left
        if highest == lowest:
            return 0
        threatening, forking = cells_in_pairs(tallies.missing(tally, tallies.own_pair, empty))
        if forking:
            return sign * highest  # forks.py

        symmetric = ply < SYMMETRIC_PLIES and left > FEW_CELLS
        key = canonical(geometry, own, other) if symmetric else own | other << size
        known = table.get(key % slots)
        if known and known[0] == key:
            lowest, highest = max(lowest, known[1]), min(highest, known[2])
        if highest <= alpha or highest == lowest:
            return sign * highest
        if lowest >= beta:
            return sign * lowest
        if alpha < lowest:
            alpha = lowest
        if beta > highest:
            beta = highest

        moves, best, floor = empty, -INFINITY, alpha
        if lowest < 0:
            pairs = tallies.missing(tally, tallies.other_pair, empty)
            forks = cells_in_pairs(pairs)[1]
            if forks:
                # All other moves lose at the fourth ply (forks.py), so `best` is their value. It
                # is not above alpha: 3 - left <= lowest <= alpha, because no loss comes sooner.
                moves &= threatening | breaking(pairs, forks, empty)
                best = 3 - left if moves != empty else best
        order = [cell for cell in cells if moves >> cell & 1]
        if len(order) > 1:
            weights = tallies.weights_of_moves(tally)
            for cell in cells_of(threatening):
                weights[cell] += THREAT
            order.sort(key=weights.__getitem__, reverse=True)
        for cell in order:
            value = -negamax(
                other,
                own | 1 << cell,
                other_counts,
                own_counts + steps[cell],
                -beta,
                -alpha,
                ply + 1,
            )
            if value > best:
                best = value
                if best >= beta:
                    break
                if best > alpha:
                    alpha = best

        table[key % slots] = (
            key,
            best if best > floor else lowest,
            best if best < beta else highest,
        )
        return sign * best

    return negamax
