"""Estimate moves with the C playing search (compiled/playing.c), called through ctypes."""

from collections.abc import Collection
from ctypes import c_int, c_int64, c_uint8
from typing import NamedTuple

from ..board.geometry import MAX_SIDE, lines
from ..board.position import Position
from ..board.symmetry import representatives
from .backends import library
from .compiled.interface import cells_of_lines

MovesArray, EstimatesArray = c_uint8 * MAX_SIDE**2, c_int * MAX_SIDE**2


class Estimates(NamedTuple):
    """The estimate of each move, by cell, and the number of nodes that the estimates took."""

    of_moves: dict[int, int]
    nodes: int


NO_ESTIMATES = Estimates({}, 0)


def playing_estimates(position: Position, cells: Collection[int], max_nodes: int) -> Estimates:
    """Estimate moves of an unfinished position on a scale from -99 to 99 (best for the mover).

    In misère, or without C, return no estimates. Of several equally good moves, the playing search
    gives only one the highest estimate. So it is given one move of each group of symmetric
    moves, and the others in the group get the same estimate.
    """
    compiled, geometry = library(), position.geometry
    if not compiled or position.misere:
        return NO_ESTIMATES
    first_of = representatives(position)
    first = sorted({first_of[cell] for cell in cells})
    moves = MovesArray(*first)
    estimates = EstimatesArray()
    own, other = position.own, position.other
    nodes = compiled.noughts_estimate_moves(
        geometry.size,
        geometry.in_a_row,
        len(lines(geometry)),
        cells_of_lines(geometry),
        bytes((own >> cell & 1) + 2 * (other >> cell & 1) for cell in range(geometry.size)),
        moves,
        len(first),
        c_int64(max_nodes),
        estimates,
    )
    if nodes < 0:
        raise MemoryError
    found = dict(
        zip(moves[: len(first)], estimates[: len(first)], strict=True)
    )  # The search has sorted `moves`.
    return Estimates({cell: found[first_of[cell]] for cell in cells}, nodes)
