"""Read a board in a request, as notation or as an array of cells or rows."""

import re
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from ..engine.board.geometry import MAX_SIDE
from ..engine.board.notation import NOT_IN_NOTATION

BOARD_CELLS: Final = MAX_SIDE**2  # Cells of the largest board.
MAX_READ: Final = 20  # Maximum columns and rows; a longer array is rejected unread.

IN_ARRAYS: Final = "and `.`, `-`, `_`, a space, an empty string or null for an empty cell"
# The tags of the forms of a board, each with its symbols. Pydantic adds the tags to error
# locations; no field has the same name as a tag.
FORMS: Final = {
    "notation": "`.`, `-` or `_` for an empty cell, and `/` between rows",
    "cells": IN_ARRAYS,
    "text_rows": "and `.`, `-`, `_` or a space for an empty cell",
    "cell_rows": IN_ARRAYS,
}
# Where a cell is, by its path in a board of each form.
PLACES: Final = {
    "notation": "",
    "cells": " at index {}",
    "text_rows": " in row {}",
    "cell_rows": " in row {}, column {}",
}
BOARD_TYPE: Final = "Input should be a string or an array"
NOT_A_CELL: Final = re.compile("[^XOxo._ -]")
NO_JSON: Final = (
    "board must be rows such as `XO./.X./..O`, or an array without quotes, not JSON in a string."
)
# Characters that look like X or O: of other scripts, signs, and the digit.
LOOK_ALIKES: Final = dict.fromkeys(
    "\u0425\u0445\u03a7\u03c7\uff38\uff58\u00d7\u2715\u2716\u274c", "X"
) | dict.fromkeys("0\u041e\u043e\u039f\u03bf\uff2f\uff4f\u25cb\u25ef\u2b55\u3007\uff10", "O")
NAMES: Final = {
    " ": "A space (in a URL, also `+`)",
    "\n": "A line break",
    "\r": "A line break",
    "\t": "A tab",
    "\ufeff": "A byte order mark",
    "0": "The digit 0",
}


def board_error(value: object, form: str = "notation", path: Sequence[str | int] = ()) -> str:
    """Return a message for an error in a board, or in its item at `path`."""
    is_notation, text = form == "notation", value if isinstance(value, str) else ""
    if is_notation and text.lstrip().startswith(("[", "{", '"')):
        return NO_JSON
    found = (NOT_IN_NOTATION if is_notation else NOT_A_CELL).search(text)
    place = PLACES[form].format(*path) if len(path) == PLACES[form].count("{}") else ""
    if found:
        is_shown = found[0].isascii() and found[0].isprintable()
        shown = f"`{found[0]}`" if is_shown else f"Character {found.start() + 1}"
        name = NAMES.get(found[0], shown) + place
        if mark := LOOK_ALIKES.get(found[0]):
            return f"{name} only looks like a mark; use the letter {mark}."
    elif is_notation:
        return "A row is empty; add its cells, or remove a `/`."
    elif len(path) == 1 and (form != "cells" or isinstance(value, list) or len(text) > 1):
        return "Use strings or arrays as rows, not both, and 3 to 9 cells in each row."
    else:
        name = f"The item{place}"
    return f"{name} is not a cell; use X, x, O or o for a mark, {FORMS[form]}."


def _form(board: object) -> str | None:
    """Return the form of a board, a key of FORMS; None if it is neither a string nor an array."""
    if isinstance(board, list):
        first = board[0] if board else None
        if isinstance(first, list):
            return "cell_rows"
        return "text_rows" if isinstance(first, str) and len(first) > 1 else "cells"
    return "notation" if isinstance(board, str) else None


NOTATION: Final = Field(
    pattern=r"^[XOxo._-]+(/[XOxo._-]+)*(\r?\n)?$",
    description="Rows from top to bottom, joined with `/`, or all cells of a square board.",
)
CELL_TEXT: Final = Field(
    pattern=r"^[XOxo._ -]?$",
    max_length=1,
    description="X or O, uppercase or lowercase; any other accepted text is an empty cell.",
)
CELL: Final = Field(description="A cell; null if empty.")
TEXT_ROW: Final = Field(pattern=r"^[XOxo._ -]{2,}$", description="The cells of a row.")
CELL_NUMBER: Final = Field(ge=0, le=BOARD_CELLS - 1, description="`row * columns + column`")

Notation = TypeAliasType("Notation", Annotated[str, NOTATION])
CellText = TypeAliasType("CellText", Annotated[str, CELL_TEXT])
# A separate schema, because OpenAPI Generator's Go name for an array of `X | null` is invalid.
Cell = TypeAliasType("Cell", Annotated[CellText | None, CELL])
CellNumber = TypeAliasType("CellNumber", Annotated[int, CELL_NUMBER])
CellIndex = Annotated[int, Field(ge=0, le=BOARD_CELLS - 1)]
TextRow = TypeAliasType("TextRow", Annotated[str, TEXT_ROW])
Row = Annotated[list[Cell], Field(min_length=1, max_length=MAX_READ, fail_fast=True)]
Cells = Annotated[list[Cell], Field(min_length=1, max_length=MAX_READ**2, fail_fast=True)]
TextRows = Annotated[list[TextRow], Field(min_length=1, max_length=MAX_READ, fail_fast=True)]
CellRows = Annotated[list[Row], Field(min_length=1, max_length=MAX_READ, fail_fast=True)]
Board = TypeAliasType(
    "Board",
    Annotated[
        Annotated[Notation, Tag("notation")]
        | Annotated[Cells, Tag("cells")]
        | Annotated[TextRows, Tag("text_rows")]
        | Annotated[CellRows, Tag("cell_rows")],
        Discriminator(_form, custom_error_type="board_type", custom_error_message=BOARD_TYPE),
        Field(description="A board in any form."),
    ],
)
