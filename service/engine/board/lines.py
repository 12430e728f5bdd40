"""Find the lines that marks have completed, those that they can complete, and those still open."""

from functools import lru_cache

from .geometry import Geometry, lines


@lru_cache(maxsize=1_024)
def completed_lines(geometry: Geometry, marks: int) -> tuple[int, ...]:
    """Return the lines that these marks complete."""
    return tuple([line for line in lines(geometry) if marks & line == line])


@lru_cache(maxsize=4_096)
def completing_cells(geometry: Geometry, marks: int) -> int:
    """Return the cells, empty or not, at which a mark would complete a line of these marks."""
    found = 0
    for line in lines(geometry):
        lack = line & ~marks
        if not lack & (lack - 1):
            found |= lack
    return found


@lru_cache(maxsize=4_096)
def open_lines(geometry: Geometry, other: int) -> tuple[int, ...]:
    """Return the lines open to a side: the lines without a mark of its opponent, `other`."""
    return tuple([line for line in lines(geometry) if not line & other])


def potential(geometry: Geometry, own: int, other: int) -> int:
    """Return the sum, over the lines open to a side, of 2 ** (the number of its marks on the line).

    If it is low enough, the opponent can block every line (lemma 2 of search/compiled/negamax.c).
    """
    return sum([1 << (line & own).bit_count() for line in open_lines(geometry, other)])


def most_marks(geometry: Geometry, own: int, other: int) -> int:
    """Return the most marks that a side has on one line open to it; -1000 if no line is open."""
    return max([(line & own).bit_count() for line in open_lines(geometry, other)], default=-1000)
