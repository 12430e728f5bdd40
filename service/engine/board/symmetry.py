"""The rotations and reflections of the board: 8 if it is square, otherwise 4.

A symmetry is a tuple that maps cell `i` to cell `symmetry[i]`.
"""

from collections.abc import Callable
from functools import lru_cache

from service.engine.board.geometry import Geometry, cells_of
from service.engine.board.position import Position

Symmetry = tuple[int, ...]


@lru_cache(maxsize=256)
def symmetries(geometry: Geometry) -> tuple[Symmetry, ...]:
    """All symmetries of the board, the identity first."""
    columns, rows = geometry.columns, geometry.rows
    identity = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    grids = [identity, identity[::-1]]
    grids += [[row[::-1] for row in grid] for grid in grids]
    if columns == rows:
        grids += [list(zip(*grid, strict=True)) for grid in grids]  # type: ignore[arg-type]
    return tuple(tuple(cell for row in grid for cell in row) for grid in grids)


@lru_cache(maxsize=256)
def _images(geometry: Geometry) -> tuple[Callable[[int], int], ...]:
    """Each symmetry as a function from a mark, `cell` or `size + cell`, to the bit of its image."""
    size = geometry.size
    return tuple(
        [1 << shift + cell for shift in (0, size) for cell in symmetry].__getitem__
        for symmetry in symmetries(geometry)
    )


def canonical(geometry: Geometry, own: int, other: int) -> int:
    """`own | other << size` of one symmetric copy of a board, the same for all copies."""
    marks = list(cells_of(own | other << geometry.size))
    return min([sum(map(image, marks)) for image in _images(geometry)])


def representatives(position: Position) -> dict[int, int]:
    """For each empty cell, the first cell that some symmetry of the position maps it to.

    Moves with the same representative lead to symmetric positions, so their scores are equal.
    """
    geometry = position.geometry
    board = position.x | position.o << geometry.size
    marks = list(cells_of(board))
    own = [
        symmetry
        for symmetry, image in zip(symmetries(geometry), _images(geometry), strict=True)
        if sum(map(image, marks)) == board
    ]
    return {cell: min(symmetry[cell] for symmetry in own) for cell in cells_of(position.empty)}
