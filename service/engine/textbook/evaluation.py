"""Evaluate a position at a depth limit, based on the open lines of both sides.

It compares the potentials of both sides (board/geometry.py): a line open to one side counts twice
as much with each mark on it. Symmetric positions have the same evaluation, and exchanging the sides
changes its sign.
"""

from ..board.geometry import Geometry, potential

SCALE = 99


def evaluation(geometry: Geometry, own: int, other: int, *, misere: bool) -> int:
    """Return the evaluation, from -99 to 99, for the side with the marks `own`; 0 is even.

    In misère, the sign is reversed, because lines are to be avoided.
    """
    for_own = potential(geometry, own, other)
    for_other = potential(geometry, other, own)
    if for_own == for_other:
        return 0
    difference = for_other - for_own if misere else for_own - for_other
    size = SCALE * abs(difference) // (for_own + for_other)
    return size if difference > 0 else -size
