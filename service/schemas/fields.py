"""The fields of requests: what each accepts, and its description.

Values are not coerced: a string for a number, or a number for a boolean, is an error. If JSON
allows several forms, all are accepted: `3.0` is the integer 3, and null is an omitted field.
"""

import json
import re
from itertools import islice
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticKnownError, PydanticUseDefault
from typing_extensions import TypeAliasType

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.budget import DEFAULT_NODES, MAX_NODES, MIN_NODES
from service.engine.exam.entries import MAX_ENTRIES

IN_A_ROW: Final = 3  # the default
MAX_SEED: Final = 2**53 - 1
MAX_CELLS: Final = MAX_SIDE**2
DECIMAL: Final = re.compile("-?[0-9]+")
MAX_DIGITS: Final = 20  # no field takes a longer number


def or_null(kind: Any) -> BeforeValidator:  # noqa: ANN401  any type
    """A field of this type also accepts null, as if the field were omitted."""
    return BeforeValidator(_omitted_if_null, json_schema_input_type=kind | None)


def _omitted_if_null(value: object) -> object:
    if value is None:
        raise PydanticUseDefault
    return value


def whole(number: object) -> object:
    """A float without a fraction, as an integer."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def digits(text: object) -> object:
    """A query's digits as an integer; anything else is left for the validator to reject."""
    if not isinstance(text, str) or not DECIMAL.fullmatch(text):
        return text
    return int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS


def word(text: object) -> object:
    """A query's `true` or `false` as a boolean."""
    return {"true": True, "false": False}.get(text, text) if isinstance(text, str) else text


def is_text(value: object) -> object:
    """A string; raises a type error for anything else."""
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return value


def text_of_object(moves: object) -> str:
    """An object as JSON text; of too many entries, only enough to be rejected."""
    if not isinstance(moves, dict):
        raise PydanticKnownError("dict_type")
    return json.dumps(dict(islice(moves.items(), MAX_ENTRIES + 1)))


# All query parameters, and the function that parses each.
PARAMETERS: Final = {
    **dict.fromkeys(("board", "side_to_move", "level", "algorithm", "values"), is_text),
    **dict.fromkeys(("in_a_row", "max_nodes", "seed", "max_depth"), digits),
    "misere": word,
}

WholeNumber = BeforeValidator(whole)
Text = BeforeValidator(is_text)
Length = Annotated[int, Field(strict=True, ge=MIN_SIDE, le=MAX_SIDE), WholeNumber]
NullableLength = Annotated[Length, or_null(Length)]
Side = Annotated[str, Field(strict=True, pattern="^[XOxo]$", max_length=1)]
SeedNumber = Annotated[int, Field(strict=True, ge=0, le=MAX_SEED)]
Nodes = Annotated[int, Field(strict=True, ge=MIN_NODES, le=MAX_NODES), WholeNumber]

# The fields of several requests.
StartingSide = Annotated[
    Side | None, Field(description="The side that made the first move, X or O. X by default.")
]
InARow = Annotated[
    NullableLength,
    Field(
        description=f"The length of a line: an integer from {MIN_SIDE} to {MAX_SIDE}, at most the "
        f"longer side of the board. {IN_A_ROW} by default."
    ),
]
RANGE: Final = f"an integer from {MIN_SIDE} to {MAX_SIDE}. {MIN_SIDE} by default."
Columns = Annotated[NullableLength, Field(description=f"The columns of the board: {RANGE}")]
Rows = Annotated[NullableLength, Field(description=f"The rows of the board: {RANGE}")]
Misere = Annotated[
    bool,
    or_null(bool),
    Field(
        strict=True,
        description="Whether completing a line loses: true or false. False by default.",
    ),
]
MaxNodes = Annotated[
    Nodes | None,
    Field(
        description="Maximum number of positions to search: an integer from "
        f"{MIN_NODES} to {MAX_NODES}, at most the operator's limit. By default {DEFAULT_NODES}, or "
        "that limit if it is lower. 1000000 positions take 0.5 to 2 seconds, or 10 to 20 times as "
        "long without the compiled search."
    ),
]
CellNumber = TypeAliasType(
    "CellNumber",
    Annotated[
        int, Field(strict=True, ge=0, le=MAX_CELLS - 1, description="`row * columns + column`")
    ],
)
# A single string is quick to hash and to send to a worker, which reads the entries.
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
