"""Classify a move by the classic rules for tic-tac-toe, on boards of any size, except in misère.

The rules are those of Newell and Simon, *Human Problem Solving* (1972). A move has the first reason
that applies. On larger boards, the first four reasons are unchanged; the others are generalized:

- The center is the middle cell. If the number of columns or of rows is even, it is the
  middle two cells; if both are even, the middle four.
- Opposite corners are the ends of a diagonal through the whole board.
- A side is any cell on the edge that is not a corner.
"""

from typing import Final

from ..analysis import Reason
from ..board.position import Position
from ..board.tactics import tactics_of

REASONS_BY_PLACE: Final = (Reason.CENTER, Reason.OPPOSITE_CORNER, Reason.CORNER, Reason.SIDE, None)


def reason_for(position: Position, cell: int) -> Reason | None:
    """Return the reason for a legal move; None if none applies, and always in misère."""
    if position.misere:
        return None
    tactics = tactics_of(position.geometry, position.own, position.other)
    if tactics.own_winning >> cell & 1:
        return Reason.WIN
    if tactics.other_winning >> cell & 1:
        return Reason.BLOCK
    if tactics.own_forking >> cell & 1:
        return Reason.FORK
    if tactics.other_forking and not tactics.other_winning and _stops_forks(position, cell):
        return Reason.BLOCK_FORK
    return reason_by_place(position, cell)


def _stops_forks(position: Position, cell: int) -> bool:
    """Return whether the other side cannot play a fork after this move.

    If the move makes one threat, the other side can only answer it, and can fork only with that
    answer. If the move makes two threats, the other side cannot answer both.
    """
    after = tactics_of(position.geometry, position.other, position.own | 1 << cell)
    threats = after.other_winning
    forks = after.own_forking & threats if threats else after.own_forking
    return not forks or threats.bit_count() > 1


def reason_by_place(position: Position, cell: int) -> Reason | None:
    """Return the reason to play in the center or on the edge; None for any other cell."""
    geometry, other = position.geometry, position.other
    row, column = divmod(cell, geometry.columns)
    if _is_middle(row, geometry.rows) and _is_middle(column, geometry.columns):
        return Reason.CENTER
    at_end = row in (0, geometry.rows - 1), column in (0, geometry.columns - 1)
    if all(at_end):
        opposite = geometry.size - 1 - cell
        return Reason.OPPOSITE_CORNER if other >> opposite & 1 else Reason.CORNER
    return Reason.SIDE if any(at_end) else None


def _is_middle(index: int, length: int) -> bool:
    return abs(2 * index - (length - 1)) <= 1
