"""Describe a board without its marks: size, lines, and sets of cells.

A set of cells is an int in which bit `row * columns + column` represents a cell.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..errors import EngineError

MIN_SIDE = 3
MAX_SIDE = 9


@dataclass(frozen=True, slots=True)
class Geometry:
    """The m, n and k of an m,n,k-game. A number out of range raises EngineError."""

    columns: int
    rows: int
    in_a_row: int

    def __post_init__(self) -> None:
        if not all(MIN_SIDE <= side <= MAX_SIDE for side in (self.columns, self.rows)):
            size = f"{self.columns}x{self.rows}"
            message = f"The board is {size}; use {MIN_SIDE} to {MAX_SIDE} columns and rows."
            raise EngineError("unsupported_size", message)
        longer = max(self.columns, self.rows)
        if not MIN_SIDE <= self.in_a_row <= longer:
            allowed = f"from {MIN_SIDE} to {longer}" if longer > MIN_SIDE else MIN_SIDE
            message = f"in_a_row must be {allowed} on this board."
            raise EngineError("wrong_in_a_row", message, "in_a_row")

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return self.columns * self.rows


def bits_of(cells: Iterable[int]) -> int:
    """Return these cells as a bit set."""
    return sum(1 << cell for cell in cells)


def cells_of(bits: int) -> Iterator[int]:
    """Yield the cells of a bit set in ascending order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def cells_near(geometry: Geometry, marks: int, reach: int) -> int:
    """Return the cells within `reach` rows and `reach` columns of any of these marks."""
    near = 0
    for mark in cells_of(marks):
        row, column = divmod(mark, geometry.columns)
        columns = range(max(0, column - reach), min(geometry.columns, column + reach + 1))
        span = bits_of(columns)
        for line in range(max(0, row - reach), min(geometry.rows, row + reach + 1)):
            near |= span << line * geometry.columns
    return near


@lru_cache(maxsize=256)
def lines(geometry: Geometry) -> tuple[int, ...]:
    """Return every line: `in_a_row` adjacent cells in a row, in a column or on a diagonal."""
    reach = geometry.in_a_row - 1
    found = []
    for row in range(geometry.rows):
        for column in range(geometry.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + reach * down, column + reach * right
                if last_row < geometry.rows and 0 <= last_column < geometry.columns:
                    first = row * geometry.columns + column
                    step = down * geometry.columns + right
                    found.append(bits_of(first + i * step for i in range(reach + 1)))
    return tuple(found)


@lru_cache(maxsize=256)
def cells_by_lines(geometry: Geometry) -> tuple[int, ...]:
    """Return all cells, starting with the cells on the most lines; ties are in cell order."""
    crossing = [sum(line >> cell & 1 for line in lines(geometry)) for cell in range(geometry.size)]
    return tuple(sorted(range(geometry.size), key=crossing.__getitem__, reverse=True))
