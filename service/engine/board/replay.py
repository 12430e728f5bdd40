"""Replay a list of moves."""

from collections.abc import Iterable

from ..errors import IllegalMove
from .position import Position


def positions_of(start: Position, cells: Iterable[int]) -> list[Position]:
    """Return the position before the first move and after each; raise IllegalMove with an index."""
    positions = [start]
    for index, cell in enumerate(cells):
        try:
            positions.append(positions[-1].play(cell))
        except IllegalMove as error:
            raise IllegalMove(f"Move {index + 1} is illegal. {error}", index) from error
    return positions
