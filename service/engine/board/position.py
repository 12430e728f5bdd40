"""Represent a position, which is immutable and hashable.

A position that `legal_position` or `play` returns is always legal.

Either side may have started. So if both sides have the same number of marks, it can be either
side's turn. But if one side has completed a line, it moved last, so the other side is to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from operator import and_

from ..errors import EngineError, message_in
from .geometry import Geometry, cells_of
from .lines import completed_lines


class Mark(StrEnum):
    """A mark, and the side that plays it."""

    X = "X"
    O = "O"  # noqa: E741  the usual name of this side

    @property
    def opponent(self) -> "Mark":
        """Return the other side."""
        return Mark.O if self is Mark.X else Mark.X


class Status(StrEnum):
    """Whether the game is over; drawn means a full board without a line."""

    IN_PROGRESS = "in_progress"
    WON = "won"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Position:
    """A position: the geometry, the marks, and the side to move.

    The cells of a 3x3 board, and the bits of `x` and `o` that represent them::

        0 1 2      X O .      x = 0b000010001   cells 0 and 4
        3 4 5      . X .      o = 0b100000010   cells 1 and 8
        6 7 8      . . O

    In a misère game, the side that completes a line loses; everything else is the same.
    """

    geometry: Geometry
    x: int
    o: int
    side_to_move: Mark
    misere: bool = False

    def __str__(self) -> str:
        """Return the board as rows from top to bottom, joined with `/`: XO./.X./..O."""
        columns, cells = self.geometry.columns, range(self.geometry.size)
        text = "".join("X" if self.x >> i & 1 else "O" if self.o >> i & 1 else "." for i in cells)
        return "/".join(text[start : start + columns] for start in range(0, len(text), columns))

    @property
    def own(self) -> int:
        """Return the marks of the side to move."""
        return self.x if self.side_to_move is Mark.X else self.o

    @property
    def other(self) -> int:
        """Return the marks of the side that is not to move."""
        return self.o if self.side_to_move is Mark.X else self.x

    @property
    def empty(self) -> int:
        """Return the cells without a mark."""
        return ~(self.x | self.o) & (1 << self.geometry.size) - 1

    @property
    def plies_left(self) -> int:
        """Return the number of empty cells."""
        return self.empty.bit_count()

    def lines_of(self, side: Mark) -> tuple[int, ...]:
        """Return the lines that this side has completed."""
        return completed_lines(self.geometry, self.x if side is Mark.X else self.o)

    @property
    def winner(self) -> Mark | None:
        """Return the side that has won, or None."""
        for side in Mark:
            if self.lines_of(side):
                return side.opponent if self.misere else side
        return None

    @property
    def winning_lines(self) -> list[list[int]]:
        """Return the cells of every completed line, sorted."""
        return sorted(list(cells_of(line)) for side in Mark for line in self.lines_of(side))

    @property
    def status(self) -> Status:
        """Return whether the game is in progress, won or drawn."""
        if self.winner:
            return Status.WON
        return Status.IN_PROGRESS if self.empty else Status.DRAWN

    @property
    def legal_moves(self) -> list[int]:
        """Return the cells that can be played, in ascending order; none if the game is over."""
        return list(cells_of(self.empty)) if self.status is Status.IN_PROGRESS else []

    def play(self, cell: int) -> "Position":
        """Return the position after the side to move plays `cell`; raise EngineError if illegal."""
        if not 0 <= cell < self.geometry.size:
            reason = f"The cell is not on the board; use 0 to {self.geometry.size - 1}."
        elif not self.empty >> cell & 1:
            reason = f"Cell {cell} already has a mark; choose an empty cell."
        elif self.status is not Status.IN_PROGRESS:
            reason = "The game is already over; remove this move and all later ones."
        else:
            own, side = self.own | 1 << cell, self.side_to_move
            x, o = (own, self.o) if side is Mark.X else (self.x, own)
            return replace(self, x=x, o=o, side_to_move=side.opponent)
        raise EngineError("illegal_move", reason, "moves")


def positions_of(start: Position, cells: Iterable[int]) -> list[Position]:
    """Return the start and the position after each move.

    Raise EngineError with the index of the first illegal move.
    """
    positions = [start]
    for index, cell in enumerate(cells):
        try:
            positions.append(positions[-1].play(cell))
        except EngineError as error:
            message = message_in(f"move {index + 1}", error.message)
            raise EngineError(error.code, message, error.field, index) from error
    return positions


def legal_position(
    geometry: Geometry, x: int, o: int, side_to_move: Mark | None = None, misere: bool = False
) -> Position:
    """Return the legal position with these marks; raise EngineError if there is none.

    By default, the side to move is the side that makes the position legal, or X if both sides do.
    """
    board = Position(geometry, x, o, Mark.X, misere)
    marks = {Mark.X: x.bit_count(), Mark.O: o.bit_count()}
    if abs(marks[Mark.X] - marks[Mark.O]) > 1:
        reason = f"The board has {marks[Mark.X]} X and {marks[Mark.O]} O, but the sides take turns"
        fix = "add or remove marks until their counts differ by at most one."
        raise EngineError("wrong_counts", f"{reason}; {fix}")
    completed = {side: board.lines_of(side) for side in Mark}
    if all(completed.values()):
        message = "Both sides have a line; remove marks until only one side has a line."
        raise EngineError("both_won", message)
    if not all(reduce(and_, own_lines, -1) for own_lines in completed.values()):
        reason = "One side has lines without a common cell, so no single move completes them all"
        raise EngineError("unreachable", f"{reason}; remove marks until its lines share a cell.")
    sides = [side for side in Mark if marks[side] <= marks[side.opponent] and not completed[side]]
    if not sides:
        late = Mark.O if completed[Mark.X] else Mark.X
        message = f"The game went on after {late.opponent} completed a line; remove an {late}."
        raise EngineError("unreachable", message)
    if side_to_move not in (None, *sides):
        message = f"{sides[0]} is to move; side_to_move must be {sides[0]} or omitted."
        raise EngineError("wrong_turn", message, "side_to_move")
    return Position(geometry, x, o, side_to_move or sides[0], misere)
