"""Read a player's moves by position, as sent in a request; errors give the number of the entry."""

import json
from collections.abc import Iterator

from .board.geometry import MAX_SIDE
from .board.notation import MARK_OF_TOKEN, read_position
from .board.position import Mark, Position
from .errors import ExamTooLarge, PositionError, WrongEntry, WrongShape, WrongTurn

MAX_ENTRIES = 20_000

CELLS = range(MAX_SIDE**2)

Moves = dict[Position, int]


def read_moves(start: Position, side: Mark, entries: str) -> Moves:
    """Return the moves of a side, given as the JSON text of an object from notations to cells.

    Raises WrongEntry or a PositionError with the number of the entry, or ExamTooLarge.
    """
    document: dict[str, object] = json.loads(entries)
    if len(document) > MAX_ENTRIES:
        raise too_many_entries()
    moves: Moves = {}
    for number, (position, cell) in enumerate(_positions(start, side, document), 1):
        if moves.setdefault(position, cell) != cell:
            raise _wrong(number, "An earlier one has another cell for its position. Remove one.")
    return moves


def too_many_entries() -> ExamTooLarge:
    """Return the error for more than MAX_ENTRIES entries."""
    return ExamTooLarge(f"The exam has too many entries. Send at most {MAX_ENTRIES}.")


def _positions(
    start: Position, side: Mark, document: dict[str, object]
) -> Iterator[tuple[Position, int]]:
    """Yield the position and the cell of each entry; raise WrongEntry or a PositionError."""
    for number, (board, cell) in enumerate(document.items(), 1):
        if not board or not all(char in MARK_OF_TOKEN or char == "/" for char in board):
            raise _wrong(
                number, "Write its position as rows joined with `/`, such as `XO./.X./..O`."
            )
        if not isinstance(cell, int | float) or isinstance(cell, bool) or cell not in CELLS:
            raise _wrong(number, "Its move must be the number of a cell.")
        yield _read(number, start, side, board), int(cell)


def _read(number: int, start: Position, side: Mark, board: str) -> Position:
    """Return the position of an entry, in which this side is to move; raise a PositionError."""
    geometry = start.geometry
    try:
        position = read_position(board, side, geometry.in_a_row, start.misere)
        if position.geometry != geometry:
            size = f"{geometry.columns} columns and {geometry.rows} rows"
            raise WrongShape(f"Its board must have {size}.")
    except WrongTurn:
        message = f"Entry {number} is invalid. Its position must have {side} to move."
        raise WrongTurn(message, field="moves") from None
    except PositionError as error:
        raise type(error)(f"Entry {number} is invalid. {error}", field="moves") from None
    return position


def _wrong(number: int, message: str) -> WrongEntry:
    return WrongEntry(f"Entry {number} is invalid. {message}")
