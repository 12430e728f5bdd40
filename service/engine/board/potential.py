"""Measure a side's chances by the weight of its open lines.

A line is *open* to a side while its opponent has no mark on it.
"""

from .geometry import Geometry, open_lines


def potential(geometry: Geometry, own: int, other: int) -> int:
    """Return the sum of 2 ** (the side's marks) over the lines open to it.

    If it is low enough, the side never completes a line (lemma 2 of search/compiled/negamax.c).
    """
    return sum([1 << (line & own).bit_count() for line in open_lines(geometry, other)])


def most_marks(geometry: Geometry, own: int, other: int) -> int:
    """Return the most marks that the side has on a line open to it; -1000 if no line is open."""
    return max([(line & own).bit_count() for line in open_lines(geometry, other)], default=-1000)
