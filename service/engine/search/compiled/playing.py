"""Estimates of moves by the playing search in C (playing.c), loaded through ctypes."""

from collections.abc import Callable, Sequence
from ctypes import CDLL, POINTER, c_char_p, c_int, c_int64, c_uint8
from functools import lru_cache
from typing import NamedTuple, cast

from ...board.geometry import Geometry, cells_of, lines
from ...board.position import Position


class Estimates(NamedTuple):
    """The estimate of each move, by cell, and the nodes that they took."""

    of_moves: dict[int, int]
    nodes: int


def estimate_moves(
    library: CDLL, position: Position, cells: Sequence[int], max_nodes: int
) -> Estimates:
    """Estimate moves of an unfinished position of the normal game: -99 to 99, for the mover.

    Only one move has the highest estimate, so of symmetric moves only one should be given.
    """
    geometry, count = position.geometry, len(cells)
    own, other = position.own, position.other
    moves = (c_uint8 * count)(*cells)
    estimates = (c_int * count)()
    nodes = _function(library)(
        geometry.size,
        geometry.in_a_row,
        len(lines(geometry)),
        _cells_of_lines(geometry),
        bytes((own >> cell & 1) + 2 * (other >> cell & 1) for cell in range(geometry.size)),
        moves,
        count,
        max_nodes,
        estimates,
    )
    if nodes < 0:
        raise MemoryError
    return Estimates(dict(zip(moves, estimates, strict=True)), nodes)


@lru_cache(maxsize=1)
def _function(library: CDLL) -> Callable[..., int]:
    function = library.noughts_estimate_moves
    function.restype = c_int64
    function.argtypes = (
        *(c_int, c_int, c_int, c_char_p, c_char_p),
        *(POINTER(c_uint8), c_int, c_int64, POINTER(c_int)),
    )
    return cast("Callable[..., int]", function)


@lru_cache(maxsize=256)
def _cells_of_lines(geometry: Geometry) -> bytes:
    return bytes(cell for line in lines(geometry) for cell in cells_of(line))
