"""Estimate moves that are not proved, from the open lines and the best reply.

A line open to a side weighs 4 ** (the side's marks on it), and a blocked line weighs 0. A run of
marks with room at both ends is on several open lines, so it outweighs a blocked run. A mark where
lines cross prepares a fork, so it outweighs an isolated mark. The estimate is the mover's lead in
weight divided by the total weight, both as they are after the opponent's best reply. The best reply
maximizes what the opponent gains plus what the mover loses. In misère, where lines are bad, it
minimizes this sum, and the estimate has the opposite sign.

Symmetric positions have the same estimate.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from .geometry import Geometry, cells_of
from .position import Position
from .tactics import MARKS, line_counts_of

SCALE: Final = 99


def estimates_of(position: Position, cells: Collection[int]) -> dict[int, int]:
    """Return the estimates of moves, by cell."""
    geometry, own, other, misere = position.geometry, position.own, position.other, position.misere
    return {cell: estimate(geometry, own | 1 << cell, other, misere=misere) for cell in cells}


@lru_cache(maxsize=1_024)
def estimate(geometry: Geometry, own: int, other: int, *, misere: bool) -> int:
    """Return an estimate from -99 to 99 for the side with the marks `own`, which has just moved."""
    counts = line_counts_of(geometry).count(own, other)
    by_cell = line_counts_of(geometry).sums(counts, REPLIES)
    replies = [by_cell[cell] for cell in cells_of(~(own | other) & (1 << geometry.size) - 1)]
    reply = (min if misere else max)(replies, default=0)
    lead = sum(map(LEADS.__getitem__, counts)) - reply
    total = sum(map(TOTALS.__getitem__, counts)) + reply + 1
    return int(SCALE * (-lead if misere else lead) / total)


def _weight(marks: int, of_opponent: int) -> int:
    """Return the weight of a line for a side, given each side's number of marks on the line."""
    return 0 if of_opponent else 1 << 2 * marks


# The index of these lists is a line's byte in the counts (tactics.py).
TOTALS: Final = [_weight(own, other) + _weight(other, own) for own, other in MARKS]
LEADS: Final = [_weight(own, other) - _weight(other, own) for own, other in MARKS]
# What a reply on a line adds to the opponent's weight, plus what it removes from the side's weight.
REPLIES: Final = [
    _weight(other + 1, own) - _weight(other, own) + _weight(own, other) for own, other in MARKS
]
