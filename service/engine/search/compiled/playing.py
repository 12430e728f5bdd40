"""Estimate moves by the playing search in C (playing.c), called through ctypes."""

from collections.abc import Sequence
from ctypes import CDLL, c_int, c_uint8
from typing import NamedTuple

from ...board.geometry import lines
from ...board.position import Position
from .interface import cells_of_lines


class Estimates(NamedTuple):
    """The estimate of each move, by cell, and the number of nodes that the estimates took."""

    of_moves: dict[int, int]
    nodes: int


def estimate_moves(
    library: CDLL, position: Position, cells: Sequence[int], max_nodes: int
) -> Estimates:
    """Estimate moves of an unfinished position of the normal game, from -99 to 99 for the mover.

    Only one move gets the highest estimate, so give only one of several symmetric moves.
    """
    geometry, count = position.geometry, len(cells)
    own, other = position.own, position.other
    moves = (c_uint8 * count)(*cells)
    estimates = (c_int * count)()
    nodes = library.noughts_estimate_moves(
        geometry.size,
        geometry.in_a_row,
        len(lines(geometry)),
        cells_of_lines(geometry),
        bytes((own >> cell & 1) + 2 * (other >> cell & 1) for cell in range(geometry.size)),
        moves,
        count,
        max_nodes,
        estimates,
    )
    if nodes < 0:
        raise MemoryError
    return Estimates(dict(zip(moves, estimates, strict=True)), nodes)
