"""Read the moves of a player."""

from collections.abc import Mapping

from ..board.geometry import MAX_SIDE
from ..board.notation import MARK_OF_TOKEN, read_position
from ..board.position import Mark, Position
from ..errors import EngineError, message_in

MAX_ENTRIES = 20_000

Moves = dict[Position, int]


def read_moves(start: Position, side: Mark, entries: Mapping[str, object]) -> Moves:
    """Read boards that are mapped to cells; raise EngineError if an entry is invalid."""
    if len(entries) > MAX_ENTRIES:
        message = f"The exam has too many entries; send at most {MAX_ENTRIES}."
        raise EngineError("exam_too_large", message, "moves")
    moves: Moves = {}
    size = f"{start.geometry.columns} columns and {start.geometry.rows} rows"
    rules = {
        "wrong_turn": f"The board must be one in which {side} is to move.",
        "wrong_shape": f"The board must have {size}.",
    }
    for number, (board, cell) in enumerate(entries.items(), 1):
        try:
            _add(moves, start, side, board, cell)
        except EngineError as error:
            message = message_in(f"entry {number}", rules.get(error.code, error.message))
            raise EngineError(error.code, message, "moves") from None
    return moves


def _add(moves: Moves, start: Position, side: Mark, board: str, cell: object) -> None:
    """Add an entry (a board and the cell to play on it); raise EngineError if it is invalid."""
    if not board or not all(char in MARK_OF_TOKEN or char == "/" for char in board):
        message = "The board must be rows joined with `/`, such as `XO./.X./..O`."
        raise EngineError("wrong_value", message)
    geometry = start.geometry
    message = f"The move must be an integer from 0 to {geometry.size - 1}."
    if not isinstance(cell, int | float) or isinstance(cell, bool):
        raise EngineError("wrong_type", message)
    if cell not in range(MAX_SIDE**2):
        raise EngineError("wrong_value", message)
    position = read_position(board, side, geometry.in_a_row, start.misere)
    if position.geometry != geometry:
        raise EngineError("wrong_shape", "The board has another size.")
    if moves.setdefault(position, int(cell)) != cell:
        message = "An earlier entry has another move on the same board; remove one of the two."
        raise EngineError("wrong_value", message)
