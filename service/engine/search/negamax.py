"""Exact values of the normal game, by alpha-beta search in negamax form.

A *value* belongs to a position alone, seen by the side to move: 0 for a draw, `left + 1` for a
win and `-(left + 1)` for a loss, where `left` is the number of cells still empty when the game
ends with best play. So the faster of two wins has the higher value, and a value means the same
at every depth.

The marks of the side to move are called `own`, those of its opponent `other`. Why each cut is
sound is said where it is made; none of them is in misère.
"""

from collections.abc import Callable

from service.engine.board.geometry import Geometry, cells_of
from service.engine.board.symmetry import canonical
from service.engine.board.tally import Tallies, cells_in_pairs, tallies_of
from service.engine.budget import Budget

INFINITY = 1000  # beyond every value: boards have at most 81 cells
SYMMETRIC_PLIES = 5  # as deep as symmetric positions are common enough to look for
FEW_CELLS = 9  # left: a search so small is done before its symmetries are found
THREAT = 1 << 16  # more than any weight of a move
MAX_ENTRIES = 1_000_000  # of a table; each takes about 150 bytes

Negamax = Callable[[int, int, int, int, int, int, int], int]


class Search:
    """One cold search: it remembers nothing of another, so its node count never varies."""

    def __init__(self, geometry: Geometry, budget: Budget) -> None:
        self._tallies = tallies_of(geometry)
        self._negamax = _negamax(geometry, self._tallies, budget)

    def value_after(
        self, own: int, other: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """The value, for the side that has just moved and has the marks `other`.

        Without a window it is exact: each move of a position is searched with the full one, as a
        window shared by its moves would leave all but the best of them with mere bounds. With a
        window it is what negamax says of it. Raises BudgetSpentError.
        """
        own_counts, other_counts = self._tallies.counts(own), self._tallies.counts(other)
        return -self._negamax(own, other, own_counts, other_counts, -beta, -alpha, 1)


def _negamax(geometry: Geometry, tallies: Tallies, budget: Budget) -> Negamax:
    """The search function for one geometry, with an empty table.

    For a position without a completed line, whose value is v, `negamax` returns r with
        r <= alpha          and then  v <= r,
        alpha < r < beta    and then  v == r, or
        r >= beta           and then  v >= r.
    The table holds for a position (lower, upper) with lower <= v <= upper. That is true whatever
    the window was, so the position alone is its key; near the root all symmetric copies share one.
    """
    size = geometry.size
    board = (1 << size) - 1
    cells = range(size)
    full_line = 1 << geometry.in_a_row
    lines, steps = tallies.lines, tallies.steps
    own_threat, other_threat = tallies.own_threat, tallies.other_threat
    own_weights, other_weights = tallies.own_weights, tallies.other_weights
    length = len(lines)
    table: dict[int, tuple[int, int]] = {}
    entries = min(budget.most, MAX_ENTRIES)

    def negamax(
        own: int, other: int, own_counts: int, other_counts: int, alpha: int, beta: int, ply: int
    ) -> int:
        if budget.nodes == budget.pause_at:
            budget.pause()
        budget.nodes += 1

        # Win at once if possible; else answer a threat, as all other moves lose at once; of two
        # threats one is carried out. Answers are played here, and `sign` says whose turn it is.
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

        # Nobody has a threat, so no win comes before the third ply, no loss before the fourth;
        # and a side without the potential for a line has none at all: potential.py says why.
        highest = lowest = 0
        if left > 2 and 2 * sum(tally.translate(own_weights)) >= full_line:
            highest = left - 2
        if left > 3 and sum(tally.translate(other_weights)) >= full_line:
            lowest = 3 - left
        if highest == lowest:
            return 0
        threatening, forking = cells_in_pairs(tallies.missing(tally, tallies.own_pair, empty))
        if forking:
            return sign * highest  # two threats by one move

        symmetric = ply < SYMMETRIC_PLIES and left > FEW_CELLS
        key = canonical(geometry, own, other) if symmetric else own | other << size
        known = table.get(key)
        if known:
            lowest, highest = max(lowest, known[0]), min(highest, known[1])
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
                # A move that neither threatens nor breaks the forks loses at the fourth ply.
                moves &= threatening | _breaking(pairs, forks, empty)
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

        if known or len(table) < entries:
            table[key] = (
                best if best > floor else lowest,
                best if best < beta else highest,
            )
        return sign * best

    return negamax


def _breaking(pairs: set[int], forks: int, empty: int) -> int:
    """The cells that leave the other side no fork: a mark on a pair's cell takes the pair away."""
    breaking = empty
    for cell in cells_of(forks):
        through = [pair for pair in pairs if pair >> cell & 1]
        breaking &= through[0] | through[1] if len(through) == 2 else 1 << cell
    return breaking
