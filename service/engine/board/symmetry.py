"""Rotate and reflect the board: 8 symmetries if it is square, otherwise 4.

A symmetry is a tuple that maps cell `i` to cell `symmetry[i]`.
"""

from functools import lru_cache
from itertools import compress

from .geometry import Geometry, cells_of
from .position import Mark, Position

Symmetry = tuple[int, ...]
Marks = tuple[int, int]  # Of both sides, each a set of cells.


@lru_cache(maxsize=256)
def symmetries(geometry: Geometry) -> tuple[Symmetry, ...]:
    """Return all symmetries of the board, the identity first."""
    columns, rows = geometry.columns, geometry.rows
    identity = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    grids = [identity, identity[::-1]]
    grids += [[row[::-1] for row in grid] for grid in grids]
    if columns == rows:
        grids += [list(zip(*grid, strict=True)) for grid in grids]  # type: ignore[arg-type]
    return tuple(tuple(cell for row in grid for cell in row) for grid in grids)


@lru_cache(maxsize=4_096)
def _images(geometry: Geometry, marks: int) -> tuple[int, ...]:
    """Return the image of a set of cells under each symmetry."""
    cells = list(cells_of(marks))
    return tuple(
        [sum([1 << symmetry[cell] for cell in cells]) for symmetry in symmetries(geometry)]
    )


def canonical(geometry: Geometry, own: int, other: int) -> Marks:
    """Return the canonical form of a board, the same for all boards symmetric to it."""
    other, own = min(zip(_images(geometry, other), _images(geometry, own), strict=True))
    return own, other


def canonical_position(position: Position) -> tuple[Position, Symmetry]:
    """Return the canonical form of a position, and the symmetry that maps it to the position.

    It is the same for all positions that are symmetric or have the sides exchanged; X is to move.
    """
    geometry, marks = position.geometry, (position.own, position.other)
    image = canonical(geometry, *marks)
    back, *_ = _mapping(geometry, image, marks)
    return Position(geometry, *image, Mark.X, position.misere), back


def representatives(position: Position) -> dict[int, int]:
    """Return, for each empty cell, the lowest cell to which a symmetry of the position maps it.

    Moves with the same representative lead to symmetric positions, so their scores are equal.
    """
    marks = position.x, position.o
    own = _mapping(position.geometry, marks, marks)
    return {cell: min(symmetry[cell] for symmetry in own) for cell in cells_of(position.empty)}


def _mapping(geometry: Geometry, marks: Marks, image: Marks) -> list[Symmetry]:
    """Return the symmetries that map the marks of both sides to this image."""
    images = zip(*[_images(geometry, each) for each in marks], strict=True)
    return list(compress(symmetries(geometry), map(image.__eq__, images)))
