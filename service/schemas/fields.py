"""What each field of a request may hold, in a body and in a query, and its description."""

from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Strict,
    StringConstraints,
    Tag,
    WithJsonSchema,
)
from typing_extensions import TypeAliasType

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.budget import DEFAULT_NODES, MAX_NODES, MIN_NODES
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level as LevelName
from service.schemas.readers import digits, is_text, text_of_object, whole, word

MAX_SEED: Final = 2**53 - 1
MAX_CELLS: Final = MAX_SIDE**2
MAX_READ: Final = 20  # columns and rows of an array that are read; what is more is refused unread


def descriptions(absent: str, board: str, flag: str) -> dict[str, str]:
    """What each field takes, which is also the advice when it does not fit."""
    return {
        "board": board,
        "side_to_move": f"The side that moves next, X or O. If {absent}, the side that makes the "
        "position legal, and X where both do.",
        "in_a_row": f"The length of a line: an integer from {MIN_SIDE} to {MAX_SIDE}, at most the "
        f"longer side of the board. {MIN_SIDE} if {absent}.",
        "misere": f"{flag}: true if completing a line loses. False if {absent}.",
        "level": f"How well to play: {', '.join(list(LevelName)[:-1])} or {list(LevelName)[-1]}. "
        f"Perfect if {absent}.",
        "seed": f"An integer from 0 to {MAX_SEED} that picks among the moves of the level, always "
        f"in the same way. If {absent}, perfect plays the first best move, and any other level as "
        "if it were 0.",
        "max_nodes": f"How many positions the search may enter: an integer from {MIN_NODES} to "
        f"{MAX_NODES}, at most what the operator allows. If {absent}, {DEFAULT_NODES} or that "
        "limit. With the compiled search 1000000 take 0.5 to 2 seconds, without it 10 to 20 times "
        "that.",
        "max_nodes_of_call": f"How many positions all searches together may enter: an integer from "
        f"{MIN_NODES} to {MAX_NODES}, at most what the operator allows. If {absent}, as many as "
        "the operator allows. Each position gets what it asks for, or what those before it have "
        f"left, and at least {MIN_NODES}.",
        "moves": "The cells that were played, in order: integers from 0, `row * columns + column`.",
        "starting_side": f"The side that made the first move, X or O. X if {absent}.",
        "columns": f"The columns of the board: an integer from {MIN_SIDE} to {MAX_SIDE}. "
        f"{MIN_SIDE} if {absent}.",
        "rows": f"The rows of the board: an integer from {MIN_SIDE} to {MAX_SIDE}. "
        f"{MIN_SIDE} if {absent}.",
    }


IN_BODY: Final = descriptions(
    "left out or null",
    "The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a "
    "string or an array of cells, or, for a square board, all cells in one string or array. A cell "
    "is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an "
    "item of an array also null or an empty string.",
    "A boolean",
)
IN_QUERY: Final = descriptions(
    "left out",
    "The board: rows joined with `/` such as `XO./.X./..O`, or, for a square board, all cells. A "
    "cell is X or O in either case; an empty cell is `.`, `-` or `_`.",
    "A boolean, `true` or `false`",
)


def in_body(name: str, default: Any = ...) -> Any:  # noqa: ANN401  as pydantic's Field has it
    """A field of a body with its description."""
    return Field(default, description=IN_BODY[name])


def in_query(name: str, default: Any = ...) -> Any:  # noqa: ANN401
    """A query parameter with its description."""
    return Field(default, description=IN_QUERY[name])


def _form(board: object) -> str | None:
    """Which form of a board this is."""
    if isinstance(board, list):
        first = board[0] if board else None
        if isinstance(first, list):
            return "cell_rows"
        return "text_rows" if isinstance(first, str) and len(first) > 1 else "cells"
    return "notation" if isinstance(board, str) else None


def _any_form(schema: dict[str, Any]) -> None:
    """Describe a union by `anyOf`: generated clients then take the first form that fits."""
    schema["anyOf"] = schema.pop("oneOf")


# Of a board; pydantic puts them into the places of errors, and no field has such a name.
FORMS: Final = ("notation", "cells", "text_rows", "cell_rows")

Notation = TypeAliasType(
    "Notation",
    Annotated[
        str,
        Strict(),
        StringConstraints(pattern=r"^[XOxo._-]+(/[XOxo._-]+)*$"),
        Field(description="Rows from top to bottom joined with `/`, or all cells of a square."),
    ],
)
CellText = TypeAliasType(
    "CellText",
    Annotated[
        str,
        Strict(),
        StringConstraints(pattern=r"^[XOxo._ -]?$", max_length=1),
        Field(description="X or O in either case; all else is empty."),
    ],
)
# A component of its own: in Go, OpenAPI Generator makes no valid name of an array of `X | null`.
Cell = TypeAliasType(
    "Cell", Annotated[CellText | None, Field(description="A cell; null is an empty one.")]
)
TextRow = TypeAliasType(
    "TextRow",
    Annotated[
        str,
        Strict(),
        StringConstraints(pattern=r"^[XOxo._ -]{2,}$"),
        Field(description="The cells of a row."),
    ],
)
Row = Annotated[
    list[Cell],
    Field(min_length=1, max_length=MAX_READ, fail_fast=True),
    AfterValidator(tuple),
]
Cells = Annotated[
    list[Cell],
    Field(min_length=1, max_length=MAX_READ**2, fail_fast=True),
    AfterValidator(tuple),
]
TextRows = Annotated[
    list[TextRow], Field(min_length=1, max_length=MAX_READ, fail_fast=True), AfterValidator(tuple)
]
Rows = Annotated[
    list[Row], Field(min_length=1, max_length=MAX_READ, fail_fast=True), AfterValidator(tuple)
]
Board = TypeAliasType(
    "Board",
    Annotated[
        Annotated[Notation, Tag("notation")]
        | Annotated[Cells, Tag("cells")]
        | Annotated[TextRows, Tag("text_rows")]
        | Annotated[Rows, Tag("cell_rows")],
        Discriminator(_form),
        Field(description="A board in any form.", json_schema_extra=_any_form),
    ],
)

WholeNumber = BeforeValidator(whole)
Digits = BeforeValidator(digits)
Word = BeforeValidator(word)
Side = Annotated[str, Strict(), StringConstraints(pattern="^[XOxo]$", max_length=1)]
Level = Annotated[LevelName, BeforeValidator(is_text)]
Length = Annotated[int, Strict(), Field(ge=MIN_SIDE, le=MAX_SIDE)]
Seed = Annotated[int, Strict(), Field(ge=0, le=MAX_SEED)]
Flag = Annotated[bool, Strict()]
Nodes = Annotated[int, Strict(), Field(ge=MIN_NODES, le=MAX_NODES)]
CellNumber = TypeAliasType(
    "CellNumber",
    Annotated[
        int,
        Strict(),
        Field(ge=0, le=MAX_CELLS - 1, description="`row * columns + column`"),
        WholeNumber,
    ],
)
Moves = Annotated[
    list[CellNumber],
    Field(max_length=MAX_CELLS, fail_fast=True),
    AfterValidator(tuple),
]
# One string is soon hashed and sent to a worker, which reads the entries.
Entries = Annotated[
    str,
    BeforeValidator(text_of_object),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MAX_CELLS - 1},
            "maxProperties": MAX_ENTRIES,
        }
    ),
]
