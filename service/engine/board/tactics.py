"""Threats and forks of both sides, found without a search."""

from dataclasses import dataclass
from functools import lru_cache

from .geometry import Geometry
from .line_counts import line_counts_of


@dataclass(frozen=True, slots=True)
class Tactics:
    """Sets of empty cells; `own` refers to the side with the marks `own`.

    At a *winning* cell, a side completes a line. At a *forking* cell, it makes two or more threats:
    lines through that cell that then lack one mark each, but not all at the same cell.
    """

    own_winning: int
    other_winning: int
    own_forking: int
    other_forking: int


@lru_cache(maxsize=16_384)
def tactics_of(geometry: Geometry, own: int, other: int) -> Tactics:
    """Return the tactics of a board, for the side with the marks `own`."""
    line_counts = line_counts_of(geometry)
    counted = line_counts.combine(line_counts.counts(own), line_counts.counts(other))
    empty = ~(own | other) & (1 << geometry.size) - 1

    def lacked(marks: int) -> set[int]:
        return line_counts.missing(counted, marks, empty)

    return Tactics(
        own_winning=sum(lacked(line_counts.own_threat)),
        other_winning=sum(lacked(line_counts.other_threat)),
        own_forking=_forks(lacked(line_counts.own_pair)),
        other_forking=_forks(lacked(line_counts.other_pair)),
    )


def _forks(pairs: set[int]) -> int:
    """Return the cells in two or more pairs, each the two cells that an open line lacks."""
    once = twice = 0
    for pair in pairs:
        twice |= once & pair
        once |= pair
    return twice
