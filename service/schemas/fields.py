"""What each field of a request accepts, in a body and in a query, and its description.

Values are not coerced: a string for a number, or a number for a boolean, is an error. Where JSON
leaves a choice, every form is accepted: `3.0` is the integer 3, and null is an omitted field.
"""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticKnownError, core_schema
from typing_extensions import TypeAliasType

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.budget import DEFAULT_NODES, MAX_NODES, MIN_NODES
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level as LevelName

IN_A_ROW: Final = 3  # the default
MAX_SEED: Final = 2**53 - 1
MAX_CELLS: Final = MAX_SIDE**2
DECIMAL: Final = re.compile("-?[0-9]+")
MAX_DIGITS: Final = 20  # no field takes a longer number


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
# All parameters of all queries.
PARAMETERS: Final = (
    *("board", "side_to_move", "in_a_row", "misere", "max_nodes", "level", "seed"),
    *("algorithm", "values", "max_depth"),
)


def in_body(name: str, default: Any = ...) -> Any:  # noqa: ANN401  as pydantic's Field has it
    """A field of a body with its description."""
    return Field(default, description=IN_BODY[name])


def in_query(name: str, default: Any = ...) -> Any:  # noqa: ANN401
    """A query parameter with its description."""
    return Field(default, description=IN_QUERY[name])


@dataclass(frozen=True, slots=True)
class NullIs:
    """Null stands for this value, as if the field were left out."""

    default: object

    def __get_pydantic_core_schema__(
        self,
        source: type[object],
        handler: GetCoreSchemaHandler,
    ) -> CoreSchema:
        """The schema of the type, behind the exchange of null for the default."""
        return core_schema.no_info_before_validator_function(
            lambda value: self.default if value is None else value, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The schema of the type, or null."""
        return {"anyOf": [handler(schema), {"type": "null"}]}


def whole(number: object) -> object:
    """A float without a fraction as the integer that it is."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def digits(text: object) -> object:
    """A query's digits as an integer; all else is left for the validator to refuse."""
    if not isinstance(text, str) or not DECIMAL.fullmatch(text):
        return text
    return int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS


def word(text: object) -> object:
    """A query's `true` or `false` as a boolean."""
    return {"true": True, "false": False}.get(text, text) if isinstance(text, str) else text


def is_text(value: object) -> object:
    """A string; raises an error of type for all else."""
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return value


def text_of_object(moves: object) -> str:
    """An object as its JSON text; of too many entries no more than shows it."""
    if not isinstance(moves, dict):
        raise PydanticKnownError("dict_type")
    return json.dumps(dict(islice(moves.items(), MAX_ENTRIES + 1)))


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
