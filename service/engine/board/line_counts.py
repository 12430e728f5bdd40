"""Count the marks on every line at once, with `bytes` operations on one byte per line.

Byte `i` of the counts of both sides has the number of own marks on line `i` in its low half, and
the number of the opponent's in its high half::

    own 2, other 0  ->  0x02        own 0, other 3  ->  0x30        one each  ->  0x11

The counts of one side are an int with one byte per line, the sum of the steps of its cells.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import mul
from struct import Struct

from .geometry import Geometry, cells_of, lines

MAX_WEIGHED = 7  # Marks whose weight, 2 ** 7, fits in a byte.


@lru_cache(maxsize=64)  # Each entry takes a quarter of a megabyte.
def line_counts_of(geometry: Geometry) -> "LineCounts":
    """Return the line counts of a geometry, created once."""
    return LineCounts(geometry)


class LineCounts:
    """Count the marks on the lines of one geometry.

    A *threat* is an open line that lacks one mark, a *pair* one that lacks two.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.lines = lines(geometry)
        self.own_threat = geometry.in_a_row - 1
        self.other_threat = self.own_threat << 4
        self.own_pair = geometry.in_a_row - 2
        self.other_pair = self.own_pair << 4
        self.steps = [
            sum(1 << 8 * i for i, line in enumerate(self.lines) if line >> cell & 1)
            for cell in range(geometry.size)
        ]
        self._moved_weights = _weights(_weight_of_a_move)
        self._cells = [sum(1 << 16 * cell for cell in cells_of(line)) for line in self.lines]
        self._weights_of_cells = Struct(f"<{geometry.size}H")
        self.counts = lru_cache(maxsize=512)(self._counts)

    def _counts(self, marks: int) -> int:
        """Return the counts of one side."""
        return sum([self.steps[cell] for cell in cells_of(marks)])

    def combine(self, own_counts: int, other_counts: int) -> bytes:
        """Return the counts of both sides."""
        return (own_counts + (other_counts << 4)).to_bytes(len(self.lines), "little")

    def missing(self, counted: bytes, marks: int, empty: int) -> set[int]:
        """Return the sets of cells that lines with these marks lack."""
        found = set()
        at = counted.find(marks)
        while at >= 0:
            found.add(self.lines[at] & empty)
            at = counted.find(marks, at + 1)
        return found

    def weights_of_moves(self, counted: bytes) -> list[int]:
        """Return, for each cell, the weight that a move there gains and takes.

        The sums of all cells are computed at once, with 16 bits each in one integer.
        """
        total = sum(map(mul, counted.translate(self._moved_weights), self._cells))
        return list(
            self._weights_of_cells.unpack(total.to_bytes(self._weights_of_cells.size, "little"))
        )


def _weight_of_a_move(own: int, other: int) -> int:
    """Return the change by a mark on a line: it doubles the own weight and removes the other's."""
    return 2 if not own | other else 0 if own and other else 1 << (own or other)


def _weights(weight: Callable[[int, int], int]) -> bytes:
    """Return a table from a line's byte to its weight."""
    return bytes(
        weight(byte & 15, byte >> 4) if max(byte & 15, byte >> 4) <= MAX_WEIGHED else 0
        for byte in range(256)
    )
