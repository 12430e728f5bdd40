"""Boards as text and as lists.

Every form is read: a string, a flat list of cells, or a list of rows, each a list of cells or a
string. `write_board` writes the rows from top to bottom with `/` between them: `XO./.X./..O`.
"""

from collections.abc import Sequence
from math import isqrt
from typing import TypeGuard, cast

from service.engine.board.geometry import Geometry, bits_of
from service.engine.board.legality import legal_position
from service.engine.board.position import Mark, Position
from service.engine.errors import WrongShape

MARK_OF_TOKEN: dict[str | None, Mark | None] = {
    "X": Mark.X,
    "x": Mark.X,
    "O": Mark.O,
    "o": Mark.O,
    **dict.fromkeys((None, "", " ", ".", "-", "_")),
}

Token = str | None
Row = Sequence[Token]
Board = str | Sequence[Token | Row]


def read_position(
    board: Board, side_to_move: Mark | None = None, in_a_row: int = 3, misere: bool = False
) -> Position:
    """The legal position of a board in any form; raises the PositionErrors in their order.

    Every cell must be a key of MARK_OF_TOKEN.
    """
    rows = read_rows(board)
    geometry = Geometry(len(rows[0]), len(rows), in_a_row)
    marks = [MARK_OF_TOKEN[token] for row in rows for token in row]
    x, o = (bits_of(i for i, mark in enumerate(marks) if mark is side) for side in Mark)
    return legal_position(geometry, x, o, side_to_move, misere)


def read_rows(board: Board) -> Sequence[Row]:
    """The rows of a board in any form, all of one length and none empty; raises WrongShape."""
    rows = _rows(board)
    if not rows[0]:
        raise WrongShape("A board has rows, and rows have cells.")
    for index, row in enumerate(rows):
        if len(row or ()) != len(rows[0]):
            message = f"Row {index + 1} differs in length from the first row."
            raise WrongShape(message, None if isinstance(board, str) else index)
    return rows


def _rows(board: Board) -> Sequence[Row]:
    """The rows of a board in any form; neither copied nor looked into where they stand apart."""
    if isinstance(board, str):
        return board.split("/") if "/" in board else _square(board)
    return board if _has_rows(board) else _square(cast("Row", board))


def _has_rows(board: Sequence[Token | Row]) -> TypeGuard[Sequence[Row]]:
    """Whether the first item is a row; a single character is a cell."""
    return (
        bool(board)
        and board[0] is not None
        and (not isinstance(board[0], str) or len(board[0]) > 1)
    )


def _square(tokens: Row) -> list[Row]:
    """The rows of a flat board."""
    side = isqrt(len(tokens))
    if not tokens or side * side != len(tokens):
        raise WrongShape(
            "Without separate rows the number of cells is a square, such as 9: add cells, "
            "separate the rows by '/', or send an array of rows."
        )
    return [tokens[start : start + side] for start in range(0, len(tokens), side)]


def write_board(position: Position) -> str:
    """The board as rows from top to bottom with `/` between them."""
    columns = position.geometry.columns
    text = "".join(mark or "." for mark in marks(position))
    return "/".join(text[start : start + columns] for start in range(0, len(text), columns))


def marks(position: Position) -> list[Mark | None]:
    """The mark on each cell, in cell order."""
    return [
        next((side for side in Mark if position.marks_of(side) >> cell & 1), None)
        for cell in range(position.geometry.size)
    ]
