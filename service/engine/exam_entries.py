"""Read a player's moves by position, as sent in a request; errors give the number of the entry."""

import json

from .board.geometry import MAX_SIDE
from .board.notation import MARK_OF_TOKEN, read_position
from .board.position import Mark, Position
from .errors import EngineError

MAX_ENTRIES = 20_000

CELLS = range(MAX_SIDE**2)

Moves = dict[Position, int]


def read_moves(start: Position, side: Mark, entries: str) -> Moves:
    """Return the moves of a side, given as the JSON text of an object from notations to cells.

    Raise EngineError.
    """
    document: dict[str, object] = json.loads(entries)
    if len(document) > MAX_ENTRIES:
        message = f"The exam has too many entries. Send at most {MAX_ENTRIES}."
        raise EngineError("exam_too_large", message, "moves")
    moves: Moves = {}
    for number, (board, cell) in enumerate(document.items(), 1):
        try:
            _add(moves, start, side, board, cell)
        except EngineError as error:
            is_turn = error.code == "wrong_turn"
            message = f"Its position must have {side} to move." if is_turn else str(error)
            message = f"Entry {number} is invalid. {message}"
            raise EngineError(error.code, message, "moves") from None
    return moves


def _add(moves: Moves, start: Position, side: Mark, board: str, cell: object) -> None:
    """Add the cell that an entry plays in its position, in which this side is to move."""
    if not board or not all(char in MARK_OF_TOKEN or char == "/" for char in board):
        message = "Write its position as rows joined with `/`, such as `XO./.X./..O`."
        raise EngineError("wrong_value", message)
    if not isinstance(cell, int | float) or isinstance(cell, bool) or cell not in CELLS:
        raise EngineError("wrong_value", "Its move must be the number of a cell.")
    geometry = start.geometry
    position = read_position(board, side, geometry.in_a_row, start.misere)
    if position.geometry != geometry:
        size = f"{geometry.columns} columns and {geometry.rows} rows"
        raise EngineError("wrong_shape", f"Its board must have {size}.")
    if moves.setdefault(position, int(cell)) != cell:
        message = "An earlier one has another cell for its position. Remove one."
        raise EngineError("wrong_value", message)
