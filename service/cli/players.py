"""Define the players that take an exam, and read the cells in their responses."""

import json
from collections.abc import Callable
from contextlib import suppress
from reprlib import repr as shortened
from typing import Any, Final

from typer import TyperException

from ..engine.board.geometry import MAX_SIDE
from ..engine.board.position import Position

LAST_CELL: Final = MAX_SIDE**2 - 1
MAX_RESPONSE: Final = 65_536  # Maximum bytes read from a response.

Player = Callable[[Position], int]  # A player raises TyperException for an invalid response.


def question_about(position: Position) -> str:
    """Return the line that a program reads, such as `XO./.X./..O X`."""
    return f"{position} {position.side_to_move}"


def find_move(text: str) -> str:
    """Return the cell in a response: a number, or the `move` or `cell` of a JSON object.

    If the JSON contains no such number, return all of it.
    """
    document: Any = None
    with suppress(ValueError, RecursionError):
        document = json.loads(text)
    while isinstance(document, dict):
        document = document.get("move", document.get("cell"))
    return str(document) if type(document) in {int, float, str} else text


def parse_cell(response: str, position: Position, advice: str) -> int:
    """Return the cell number in a response; raise TyperException if the response is not one."""
    text = response.removeprefix("\ufeff").strip()
    with suppress(ValueError):
        number = float(text)  # Some languages print 4 as 4.0.
        if number.is_integer() and 0 <= number <= LAST_CELL:
            return int(number)
    needed = f"The response to `{question_about(position)}` must be a cell from 0 to {LAST_CELL}"
    was = shortened(text) if text else "empty"
    raise TyperException(f"{needed}, and it was {was}.{advice}")
