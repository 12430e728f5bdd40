"""Rotate and reflect the board: 8 symmetries if it is square, otherwise 4.

A symmetry is a tuple that maps cell `i` to cell `symmetry[i]`.
"""

from functools import lru_cache

from .geometry import Geometry, cells_of
from .position import Mark, Position

Symmetry = tuple[int, ...]


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


def canonical(geometry: Geometry, own: int, other: int) -> tuple[int, int]:
    """Return the canonical form of a board, the same for all boards symmetric to it."""
    other, own = min(zip(_images(geometry, other), _images(geometry, own), strict=True))
    return own, other


def canonical_position(position: Position) -> tuple[Position, Symmetry]:
    """Return the canonical form of a position, and the symmetry that maps it to the position.

    It is the same for all positions that are symmetric or have the sides exchanged; X is to move.
    """
    geometry, own, other = position.geometry, position.own, position.other
    images = list(zip(_images(geometry, other), _images(geometry, own), strict=True))
    other, own = image = min(images)
    back = _inverses(geometry)[images.index(image)]
    return Position(geometry, own, other, Mark.X, position.misere), back


@lru_cache(maxsize=256)
def _inverses(geometry: Geometry) -> tuple[Symmetry, ...]:
    """Return the inverse of each symmetry."""
    cells = range(geometry.size)
    return tuple(tuple(sorted(cells, key=each.__getitem__)) for each in symmetries(geometry))


def representatives(position: Position) -> dict[int, int]:
    """Return, for each empty cell, the lowest cell to which a symmetry of the position maps it.

    Moves with the same representative lead to symmetric positions, so their scores are equal.
    """
    geometry, x, o = position.geometry, position.x, position.o
    images = zip(_images(geometry, x), _images(geometry, o), symmetries(geometry), strict=True)
    own = [symmetry for x_image, o_image, symmetry in images if (x_image, o_image) == (x, o)]
    return {cell: min(symmetry[cell] for symmetry in own) for cell in cells_of(position.empty)}
