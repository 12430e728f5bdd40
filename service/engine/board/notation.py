"""Read boards from text and lists, and write them as text.

A board can be a string, a flat list of cells, or a list of rows, each a list of cells or a string.
`str` of a position joins the rows from top to bottom with `/`: `XO./.X./..O`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Final, cast

from ..errors import EngineError
from .geometry import Geometry
from .position import Mark, Position, legal_position

MARK_OF_TOKEN: dict[str | None, Mark | None] = {
    **dict.fromkeys(("X", "x"), Mark.X),
    **dict.fromkeys(("O", "o"), Mark.O),
    **dict.fromkeys((None, "", " ", ".", "-", "_")),
}
NOT_IN_NOTATION: Final = re.compile("[^XOxo._/-]")

# The same object for equal sizes, which makes caches keyed by geometry faster.
_geometry = lru_cache(maxsize=256)(Geometry)

Token = str | None
Row = Sequence[Token]
Board = str | Sequence[Token | Row]


def read_position(
    board: Board, side_to_move: Mark | None = None, in_a_row: int = 3, misere: bool = False
) -> Position:
    """Return the legal position of a board in any form; raise EngineError if there is none.

    Every cell must be a key of MARK_OF_TOKEN.
    """
    rows = read_rows(board)
    geometry = _geometry(len(rows[0]), len(rows), in_a_row)
    bits = dict.fromkeys((None, *Mark), 0)
    bit = 1
    for row in rows:
        for token in row:
            bits[MARK_OF_TOKEN[token]] |= bit
            bit <<= 1
    return legal_position(geometry, bits[Mark.X], bits[Mark.O], side_to_move, misere)


def read_rows(board: Board) -> Sequence[Row]:
    """Return the rows of a board in any form; raise EngineError unless they form a rectangle."""
    rows = _rows(board)
    if not rows[0]:
        raise EngineError("wrong_shape", "The first row is empty; add its cells.")
    first = len(rows[0])
    for index, row in enumerate(rows):
        own = len(row or ())
        if own != first:
            lengths = f"One row has {first} cells, and another has {own}"
            message = f"{lengths}; all rows must have the same length."
            at = None if isinstance(board, str) else index
            raise EngineError("wrong_shape", message, index=at)
    return rows


def _rows(board: Board) -> Sequence[Row]:
    """Return the rows of a board in any form; rows in a list are neither copied nor checked."""
    if isinstance(board, str):
        board = board.removesuffix("\n").removesuffix("\r")  # A file ends with a line break.
        return board.split("/") if "/" in board else _square(board)
    first = board[0] if board else None
    is_cell = first is None or (isinstance(first, str) and len(first) <= 1)
    return _square(cast("Row", board)) if is_cell else cast("Sequence[Row]", board)


def _square(tokens: Row) -> list[Row]:
    """Return the rows of a flat board; raise EngineError if it is not square."""
    side = isqrt(len(tokens))
    if not tokens or side * side != len(tokens):
        is_text = isinstance(tokens, str)
        fix = "separate rows with `/`, as in `XO./.X./..O`" if is_text else "send an array of rows"
        reason = f"A board of {len(tokens)} cells is not square; {fix}, or use "
        raise EngineError("wrong_shape", f"{reason}9, 16, 25, 36, 49, 64 or 81 cells.")
    return [tokens[start : start + side] for start in range(0, len(tokens), side)]


def marks(position: Position) -> list[Mark | None]:
    """Return the mark in each cell, in cell order."""
    return [MARK_OF_TOKEN[token] for token in str(position).replace("/", "")]
