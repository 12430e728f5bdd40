"""Exact values of the misère game, in which the side that completes a line loses.

The cuts of negamax.py assume that a completed line wins, so none of them is used here. This is
alpha-beta search in negamax form with a table, symmetric keys at every ply, and two cuts:

*A move that completes a line need not be searched.* It ends the game with the lowest value that a
position with this many empty cells can have.

*A side that can no longer complete a line cannot lose.* With `left` empty cells, the side to move
makes (left + 1) // 2 of the remaining moves, its opponent left // 2. A side without an open line
that lacks at most as many marks will complete none, whatever is played.
"""

from collections.abc import Callable
from operator import add

from service.engine.board.geometry import Geometry, cells_of, has_line
from service.engine.board.symmetry import symmetries
from service.engine.board.tally import Tallies, tallies_of
from service.engine.budget import Budget
from service.engine.search.solver import INFINITY
from service.engine.search.table import slots_for

Images = tuple[int, ...]  # the marks of both sides, `first | second << size`, under each symmetry
Negamax = Callable[[int, int, int, int, Images, int, int], int]


class MisereSearch:
    """The solver of the misère game."""

    def __init__(self, geometry: Geometry, budget: Budget) -> None:
        self._geometry = geometry
        self._tallies = tallies_of(geometry)
        self._steps = _steps_of_images(geometry)
        self._negamax = _negamax(geometry, self._tallies, self._steps, budget)

    def move_value(self, own: int, other: int, cell: int, alpha: int, beta: int) -> int:
        """As in Solver."""
        after = own | 1 << cell
        if has_line(self._geometry, after):
            return (own | other).bit_count() - self._geometry.size
        return self.value_after(other, after, alpha, beta)

    def value_after(
        self, own: int, other: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """As in Solver."""
        own_counts, other_counts = self._tallies.counts(own), self._tallies.counts(other)
        images = self._images(own, other)
        return -self._negamax(own, other, own_counts, other_counts, images, -beta, -alpha)

    def _images(self, own: int, other: int) -> Images:
        """The images of a position; the side to move comes first if an even number is empty."""
        odd = ~(own | other) & (1 << self._geometry.size) - 1
        sides = (other, own) if odd.bit_count() % 2 else (own, other)
        images = (0,) * len(symmetries(self._geometry))
        for steps, marks in zip(self._steps, sides, strict=True):
            for cell in cells_of(marks):
                images = tuple(map(add, images, steps[cell]))
        return images


def _steps_of_images(geometry: Geometry) -> tuple[list[Images], list[Images]]:
    """For each side and cell, what a mark there adds to the images of a position."""
    first, second = (
        [
            tuple(1 << symmetry[cell] + shift for symmetry in symmetries(geometry))
            for cell in range(geometry.size)
        ]
        for shift in (0, geometry.size)
    )
    return first, second


def _negamax(
    geometry: Geometry,
    tallies: Tallies,
    image_steps: tuple[list[Images], list[Images]],
    budget: Budget,
) -> Negamax:
    """The search function for one geometry, with an empty table and the contract of negamax.py.

    The key of a position is the least of its images. The side to move follows from their
    number of marks, so it is not part of the key.
    """
    board = (1 << geometry.size) - 1
    cells = range(geometry.size)
    lines, steps = tallies.lines, tallies.steps
    length = len(lines)
    own_threat = tallies.own_threat
    own_completable, other_completable = tallies.own_completable, tallies.other_completable
    slots = slots_for(budget.max_nodes)
    table: dict[int, tuple[int, int, int]] = {}

    def negamax(
        own: int,
        other: int,
        own_counts: int,
        other_counts: int,
        images: Images,
        alpha: int,
        beta: int,
    ) -> int:
        if budget.nodes == budget.pause_at:
            budget.pause()
        budget.nodes += 1

        empty = board & ~(own | other)
        left = empty.bit_count()
        tally = (own_counts + (other_counts << 4)).to_bytes(length, "little")
        losing = 0
        at = tally.find(own_threat)
        while at >= 0:
            losing |= lines[at] & empty
            at = tally.find(own_threat, at + 1)
        moves = empty & ~losing
        if not moves:
            return -left  # 0 on a full board

        # After a move that completes no line, the side loses at its next move at the earliest. If
        # this is the last move, the side can complete no line, and `lowest` is 0.
        lowest = 2 - left if 1 in tally.translate(own_completable[(left + 1) // 2]) else 0
        highest = left - 1 if 1 in tally.translate(other_completable[left // 2]) else 0
        if lowest == highest:
            return 0
        key = min(images)
        known = table.get(key % slots)
        if known and known[0] == key:
            lowest, highest = max(lowest, known[1]), min(highest, known[2])
        if highest <= alpha or highest == lowest:
            return highest
        if lowest >= beta:
            return lowest
        alpha, beta = max(alpha, lowest), min(beta, highest)

        best, floor = -left if losing else -INFINITY, alpha
        order = [cell for cell in cells if moves >> cell & 1]
        if len(order) > 1:
            order.sort(key=tallies.own_weights_of_cells(tally).__getitem__)
        image_steps_of_side = image_steps[left % 2]
        for cell in order:
            value = -negamax(
                other,
                own | 1 << cell,
                other_counts,
                own_counts + steps[cell],
                tuple(map(add, images, image_steps_of_side[cell])),
                -beta,
                -alpha,
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
        return best

    return negamax
