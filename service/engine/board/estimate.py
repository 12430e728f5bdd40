"""Estimate moves that are not proved, from the open lines and the best reply.

A line open to a side weighs 4 ** (the side's marks on it), and a blocked line 0. A run of marks
with room at both ends is on several open lines, so it outweighs a blocked run. A mark where lines
cross prepares a fork, so it outweighs an isolated mark. The estimate is the lead of the side that
has moved, after the opponent's best reply, relative to the total weight. The best reply adds most
to the opponent's weight and removes most from the side's. In misère, lines are bad: the best reply
adds and removes least, and the sign is reversed.

Symmetric positions have the same estimate.
"""

from functools import lru_cache
from operator import mul
from struct import Struct
from typing import Final

from .geometry import Geometry, cells_of
from .line_counts import line_counts_of

SCALE: Final = 99


def estimate(geometry: Geometry, own: int, other: int, *, misere: bool) -> int:
    """Return an estimate from -99 to 99 for the side with the marks `own`, which has moved."""
    weights, line_counts = _weights_of(geometry), line_counts_of(geometry)
    counted = line_counts.combine(line_counts.counts(own), line_counts.counts(other))
    gains = weights.gains_of_replies(counted)
    replies = [gains[cell] for cell in cells_of(~(own | other) & (1 << geometry.size) - 1)]
    reply = (min if misere else max)(replies, default=0)
    difference = sum(map(weights.differences.__getitem__, counted)) - reply
    size = SCALE * abs(difference) // (sum(map(weights.sums.__getitem__, counted)) + reply + 1)
    return size if (difference > 0) is not misere else -size


@lru_cache(maxsize=256)
def _weights_of(geometry: Geometry) -> "_Weights":
    """Return the weights of a geometry, created once."""
    return _Weights(geometry)


class _Weights:
    """The weights of lines by their byte in the counts (line_counts.py), and their sums by cell."""

    def __init__(self, geometry: Geometry) -> None:
        marks = [(byte & 15, byte >> 4) for byte in range(256)]
        self.sums = [_weight(own, other) + _weight(other, own) for own, other in marks]
        self.differences = [_weight(own, other) - _weight(other, own) for own, other in marks]
        self._gains = [
            _weight(other + 1, own) - _weight(other, own) + _weight(own, other)
            for own, other in marks
        ]
        lines = line_counts_of(geometry).lines
        self._cells = [sum(1 << 32 * cell for cell in cells_of(line)) for line in lines]
        self._integers = Struct(f"<{geometry.size}I")

    def gains_of_replies(self, counted: bytes) -> tuple[int, ...]:
        """Return the gain of a reply in each cell, all computed at once in one integer."""
        total = sum(map(mul, map(self._gains.__getitem__, counted), self._cells))
        return self._integers.unpack(total.to_bytes(self._integers.size, "little"))


def _weight(marks: int, of_opponent: int) -> int:
    """Return the weight of a line for a side, given its marks there and its opponent's."""
    return 0 if of_opponent else 1 << 2 * marks
