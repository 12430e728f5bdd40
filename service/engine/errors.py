"""Define the engine's error.

A message repeats at most one printable ASCII character of the input, or the number of a cell.
"""

from typing import Literal

Code = Literal[
    # The board and the side to move are not a legal position; in the order of the checks:
    "wrong_shape",  # Rows of unequal length, or a flat board that is not square.
    "unsupported_size",  # Too few or too many columns or rows.
    "wrong_in_a_row",  # A line longer than the board.
    "wrong_counts",  # One side has too many marks.
    "both_won",  # Both sides have a line.
    "unreachable",  # No sequence of moves leads to the position.
    "wrong_turn",  # The other side is to move.
    # Other input:
    "illegal_move",  # The cell is taken or off the board, or the game is over.
    "tree_too_large",  # Too many empty cells to count the game tree.
    "trace_too_large",  # A search with too many nodes to list.
    "exam_too_large",  # Too many cells, positions or nodes for an exam.
    "wrong_type",  # An exam entry whose move is not a number.
    "wrong_value",  # A value that contradicts another, or an exam entry that cannot be read.
]


class EngineError(ValueError):
    """Invalid input in `field`, or in its item at zero-based `index`."""

    def __init__(
        self, code: Code, message: str, field: str = "board", index: int | None = None
    ) -> None:
        super().__init__(code, message, field, index)
        self.code, self.message, self.field, self.index = code, message, field, index

    def __str__(self) -> str:
        return self.message


def message_in(place: str, message: str) -> str:
    """Return the message about an error with its place, such as "move 2"."""
    return f"In {place}, {message[0].lower()}{message[1:]}"
