"""The number of marks on every line, one byte per line, so that `bytes` operations count them.

Byte `i` of a *tally* has the number of own marks on line `i` in its low half, and the number of the
opponent's in its high half::

    own 2, other 0  ->  0x02        own 0, other 3  ->  0x30        one each  ->  0x11

A search passes on each side's counts as an int with one byte per line. A move adds the step of its
cell, which gives a new int, so moves need not be undone.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import mul
from struct import Struct

from service.engine.board.geometry import Geometry, cells_of, lines

MAX_WEIGHED = 7  # marks on a line whose weight, 2 ** 7, still fits in a byte


@lru_cache(maxsize=64)  # a quarter of a megabyte each
def tallies_of(geometry: Geometry) -> "Tallies":
    """The tallies of a geometry, created once."""
    return Tallies(geometry)


class Tallies:
    """The constants of one geometry, and the operations on its tallies.

    A *threat* is an open line that lacks one mark, a *pair* one that lacks two. The weight of a
    line is 2 ** (the side's marks on it), or 0 if the other side has a mark there. Full lines and
    threats may not fit in a byte and weigh 0, so weights are for positions without a threat.
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
        self.own_weights = _weights(lambda own, other: 0 if other else 1 << own)
        self.other_weights = _weights(lambda own, other: 0 if own else 1 << other)
        self._moved_weights = _weights(_weight_of_a_move)
        # By the number of moves that a side has left: 1 for each line it can complete with them.
        lacking = [max(0, geometry.in_a_row - moves) for moves in range(geometry.size + 1)]
        self.own_completable = [_own_completable(fewest) for fewest in lacking]
        self.other_completable = [_other_completable(fewest) for fewest in lacking]
        self._cells = [sum(1 << 16 * cell for cell in cells_of(line)) for line in self.lines]
        self._weights_of_cells = Struct(f"<{geometry.size}H")
        self.counts = lru_cache(maxsize=512)(self._counts)

    def _counts(self, marks: int) -> int:
        """The counts of one side."""
        return sum([self.steps[cell] for cell in cells_of(marks)])

    def tally(self, own_counts: int, other_counts: int) -> bytes:
        """The tally of both sides' counts."""
        return (own_counts + (other_counts << 4)).to_bytes(len(self.lines), "little")

    def missing(self, tally: bytes, marks: int, empty: int) -> set[int]:
        """The sets of cells that lines with these marks lack: two for a pair, one for a threat."""
        found = set()
        at = tally.find(marks)
        while at >= 0:
            found.add(self.lines[at] & empty)
            at = tally.find(marks, at + 1)
        return found

    def weights_of_moves(self, tally: bytes) -> list[int]:
        """For each cell, the weight that a move there gains on own lines and takes from others.

        The sums of all cells are computed at once, with 16 bits each in one integer.
        """
        return list(self._sums_of_cells(tally, self._moved_weights))

    def own_weights_of_cells(self, tally: bytes) -> tuple[int, ...]:
        """For each cell, the weight of the lines through it that are open to the side to move."""
        return self._sums_of_cells(tally, self.own_weights)

    def _sums_of_cells(self, tally: bytes, weights: bytes) -> tuple[int, ...]:
        """For each cell, the sum of the weights of the lines through it, all computed at once."""
        total = sum(map(mul, tally.translate(weights), self._cells))
        return self._weights_of_cells.unpack(total.to_bytes(self._weights_of_cells.size, "little"))


@lru_cache(maxsize=16)
def _own_completable(fewest: int) -> bytes:
    """A table from a line's byte to 1 if it is open to the side and has this many of its marks."""
    return bytes(byte >> 4 == 0 and byte & 15 >= fewest for byte in range(256))


@lru_cache(maxsize=16)
def _other_completable(fewest: int) -> bytes:
    """The same for the other side."""
    return bytes(byte & 15 == 0 and byte >> 4 >= fewest for byte in range(256))


def _weight_of_a_move(own: int, other: int) -> int:
    """The change by a mark on a line: it doubles the own weight and removes the other's."""
    return 2 if not own | other else 0 if own and other else 1 << (own or other)


def _weights(weight: Callable[[int, int], int]) -> bytes:
    """A table from a line's byte to its weight."""
    return bytes(
        weight(byte & 15, byte >> 4) if max(byte & 15, byte >> 4) <= MAX_WEIGHED else 0
        for byte in range(256)
    )
