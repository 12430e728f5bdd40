"""Find the boards that a game can reach, and the side that is then to move.

Either side may have started, so with equal counts either can be to move, unless the game is over:
the side that completed a line moved last.
"""

from functools import reduce
from operator import and_

from ..errors import BothWon, Unreachable, WrongCounts, WrongTurn
from .geometry import Geometry
from .position import Mark, Position


def legal_position(
    geometry: Geometry, x: int, o: int, side_to_move: Mark | None = None, misere: bool = False
) -> Position:
    """Return the legal position with these marks; raise a PositionError.

    By default, the side to move is the side that makes the position legal, or X if both do.
    """
    board = Position(geometry, x, o, Mark.X, misere)
    sides = _sides_that_may_move(board)
    if side_to_move not in (None, *sides):
        raise WrongTurn(f"{sides[0]} is to move. Correct side_to_move or omit it.")
    return Position(geometry, x, o, side_to_move or sides[0], misere)


def _sides_that_may_move(board: Position) -> list[Mark]:
    """Return the sides for which the board is legal, X first; raise an error if there is none."""
    x_marks, o_marks = board.x.bit_count(), board.o.bit_count()
    surplus = x_marks - o_marks
    if abs(surplus) > 1:
        counts = f"There are {x_marks} X and {o_marks} O."
        raise WrongCounts(
            f"{counts} The sides take turns, so the counts can differ by at most one."
        )
    completed = {side: board.lines_of(side) for side in Mark}
    if all(completed.values()):
        raise BothWon("Both sides have a line. Remove the marks made after the first line.")
    sides = [Mark.X, Mark.O] if surplus == 0 else [Mark.O if surplus > 0 else Mark.X]
    for side, own_lines in completed.items():
        if own_lines:
            if not reduce(and_, own_lines):
                raise Unreachable("No single move completes all lines of a side. Remove a mark.")
            sides = [other for other in sides if other is not side]
    if not sides:
        raise Unreachable(
            "A side has moved after the other completed a line. Remove its last mark."
        )
    return sides
