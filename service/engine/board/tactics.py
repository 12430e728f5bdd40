"""Count the marks on all lines in one step, and find threats and forks without a search.

The counts of a board have a byte for each line: the low half is the number of a side's own marks on
the line, and the high half is the number of its opponent's marks::

    own 2, other 0  ->  0x02        own 0, other 3  ->  0x30        one each  ->  0x11

A *threat* is an open line that lacks one mark, and a *pair* is an open line that lacks two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from struct import Struct

from .geometry import Geometry, cells_of, lines

# The index of these lists is a line's byte in the counts: the marks of both sides, and what another
# mark adds to its side's potential, plus what it removes from the opponent's potential.
MARKS = [(byte & 15, byte >> 4) for byte in range(256)]
CHANGES = [(0 if other else 1 << own) + (0 if own else 1 << other) for own, other in MARKS]


class LineCounts:
    """A counter of the marks on the lines of one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.own_threat, self.other_threat = geometry.in_a_row - 1, geometry.in_a_row - 1 << 4
        self.own_pair, self.other_pair = geometry.in_a_row - 2, geometry.in_a_row - 2 << 4
        self._lines = lines(geometry)
        self._steps = [
            sum(1 << 8 * i for i, line in enumerate(self._lines) if line >> cell & 1)
            for cell in range(geometry.size)
        ]
        self._cells = [sum(1 << 32 * cell for cell in cells_of(line)) for line in self._lines]
        self._integers = Struct(f"<{geometry.size}I")
        self._counts_of_side = lru_cache(maxsize=512)(self._sum_of_steps)

    def _sum_of_steps(self, marks: int) -> int:
        return sum([self._steps[cell] for cell in cells_of(marks)])

    def count(self, own: int, other: int) -> bytes:
        """Return the number of marks of each side on each line, one byte per line."""
        counts = self._counts_of_side(own) + (self._counts_of_side(other) << 4)
        return counts.to_bytes(len(self._lines), "little")

    def missing(self, counts: bytes, marks: int, empty: int) -> set[int]:
        """Return, as bit sets, the empty cells of each line whose byte in `counts` is `marks`."""
        found = set()
        at = counts.find(marks)
        while at >= 0:
            found.add(self._lines[at] & empty)
            at = counts.find(marks, at + 1)
        return found

    def sums(self, counts: bytes, weights: Sequence[int]) -> tuple[int, ...]:
        """Return, for each cell, the sum of `weights[byte]` over the bytes of the lines through it.

        All sums are computed together in one integer, in which each sum has 32 bits.
        """
        total = sum(map(mul, map(weights.__getitem__, counts), self._cells))
        return self._integers.unpack(total.to_bytes(self._integers.size, "little"))


line_counts_of = lru_cache(maxsize=64)(LineCounts)  # Each entry takes a quarter of a megabyte.


@dataclass(frozen=True, slots=True)
class Tactics:
    """The empty cells that are winning or forking cells, for each side.

    At a *winning* cell, a side completes a line. At a *forking* cell, a side makes threats (lines
    that lack one mark) at two or more different cells.
    """

    own_winning: int
    other_winning: int
    own_forking: int
    other_forking: int


@lru_cache(maxsize=16_384)
def tactics_of(geometry: Geometry, own: int, other: int) -> Tactics:
    """Return the tactics of a board, for the side with the marks `own`."""
    line_counts = line_counts_of(geometry)
    counts = line_counts.count(own, other)
    empty = ~(own | other) & (1 << geometry.size) - 1

    def lacked(marks: int) -> set[int]:
        return line_counts.missing(counts, marks, empty)

    return Tactics(
        own_winning=sum(lacked(line_counts.own_threat)),
        other_winning=sum(lacked(line_counts.other_threat)),
        own_forking=_forks(lacked(line_counts.own_pair)),
        other_forking=_forks(lacked(line_counts.other_pair)),
    )


def _forks(pairs: set[int]) -> int:
    """Return the cells in at least two pairs; a pair is given as the two empty cells of a line."""
    once = twice = 0
    for pair in pairs:
        twice |= once & pair
        once |= pair
    return twice
