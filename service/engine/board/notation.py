"""Boards as text and as lists.

Every form is read; `write_board` writes the rows from top to bottom with `/` between them:
`XO./.X./..O`.
"""

from collections.abc import Sequence
from math import isqrt
from typing import TypeGuard

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
Board = str | Sequence[Token | Sequence[Token]]


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


def read_rows(board: Board) -> list[list[Token]]:
    """The rows of a board in any form, all of one length and none empty; raises WrongShape."""
    if isinstance(board, str) and "/" in board:
        rows = [list[Token](row) for row in board.split("/")]
    elif _is_flat(board):
        rows = _square(list(board))
    else:
        rows = [list(row or ()) for row in board]
    if not rows or not rows[0]:
        raise WrongShape("A board has rows, and rows have cells.")
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            message = f"Row {index + 1} differs in length from the first row."
            raise WrongShape(message, None if isinstance(board, str) else index)
    return rows


def _is_flat(board: Board) -> TypeGuard[Sequence[Token]]:
    return all(token is None or isinstance(token, str) for token in board)


def _square(tokens: list[Token]) -> list[list[Token]]:
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
