"""Define the errors of the engine, each of which names the part of the input that is wrong.

EngineError
├── PositionError         board and side to move are not a legal position
│   ├── WrongShape        rows of unequal length, or a flat board that is not square
│   ├── UnsupportedSize   too few or too many columns or rows
│   ├── WrongInARow       a line longer than the board
│   ├── WrongCounts       one side has too many marks
│   ├── BothWon           both sides have a line
│   ├── Unreachable       no sequence of moves leads to the position
│   └── WrongTurn         the other side is to move
├── IllegalMove           the cell is taken or off the board, or the game is over
├── TreeTooLarge          too many empty cells to count the game tree
├── TraceTooLarge         a search with too many nodes to list
├── ExamTooLarge          too many cells, positions or nodes for an exam
└── WrongEntry            an exam entry that cannot be read or contradicts another

Messages name cells, counts and limits, and never quote the input.
"""

from typing import ClassVar


class EngineError(ValueError):
    """Invalid input: `field` names the part of the input, and `index` the item of it, if any."""

    code: ClassVar[str]
    field: str = "board"

    def __init__(self, message: str, index: int | None = None, field: str | None = None) -> None:
        super().__init__(message)
        self.index = index
        if field:
            self.field = field


class PositionError(EngineError):
    """The position is not legal; the subclasses are in the order in which they are checked."""


class WrongShape(PositionError):
    code = "wrong_shape"


class UnsupportedSize(PositionError):
    code = "unsupported_size"


class WrongInARow(PositionError):
    code = "wrong_in_a_row"
    field = "in_a_row"


class WrongCounts(PositionError):
    code = "wrong_counts"


class BothWon(PositionError):
    code = "both_won"


class Unreachable(PositionError):
    code = "unreachable"


class WrongTurn(PositionError):
    code = "wrong_turn"
    field = "side_to_move"


class IllegalMove(EngineError):
    code = "illegal_move"
    field = "moves"


class TreeTooLarge(EngineError):
    code = "tree_too_large"


class TraceTooLarge(EngineError):
    code = "trace_too_large"


class ExamTooLarge(EngineError):
    code = "exam_too_large"
    field = "moves"


class WrongEntry(EngineError):
    code = "wrong_value"
    field = "moves"
