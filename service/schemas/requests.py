"""What a request may hold, in a body and in a query.

Nothing is guessed: an unknown field, a string for a number or a number for a boolean is an
error. Only what JSON leaves open is read in all its forms: `3.0` is the integer 3.
"""

import json
import re
from typing import Annotated, Any, Final

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    StringConstraints,
    Tag,
    WithJsonSchema,
)
from pydantic_core import PydanticKnownError

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.budget import DEFAULT_NODES, MAX_NODES, MIN_NODES
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level

MAX_SEED: Final = 2**53 - 1
MAX_CELLS: Final = MAX_SIDE**2
DECIMAL: Final = re.compile("-?[0-9]{1,20}")

# What each field takes: its description in the contract, and the advice when it does not fit.
EXPECTED: Final = {
    "board": (
        "The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, or, "
        "for a square board, all cells in one string or array. A cell is X or O in either case; "
        "an empty cell is `.`, `-` or `_`, and in arrays also null, an empty string or a space."
    ),
    "side_to_move": (
        "The side that moves next, X or O. If left out, the side that makes the position legal, "
        "and X where both do."
    ),
    "in_a_row": (
        f"The length of a line: an integer from {MIN_SIDE} to {MAX_SIDE}, at most the "
        f"longer side of the board. {MIN_SIDE} if left out."
    ),
    "misere": "A boolean: true if completing a line loses. False if left out.",
    "level": "How well to play: beginner, easy, medium, hard or perfect. Perfect if left out.",
    "seed": (
        f"An integer from 0 to {MAX_SEED} that picks among the moves of the level, always in "
        "the same way. If left out or null, perfect plays the first best move, and any other level "
        "as if it were 0."
    ),
    "max_nodes": (
        f"How many positions the search may enter: an integer from {MIN_NODES} to {MAX_NODES}, "
        f"at most what the operator allows. If left out or null, {DEFAULT_NODES} or that limit."
    ),
    "moves": "The cells that were played, in order: integers from 0, `row * columns + column`.",
    "starting_side": "The side that made the first move, X or O. X if left out or null.",
    "columns": (
        f"The columns of the board: an integer from {MIN_SIDE} to {MAX_SIDE}. "
        f"{MIN_SIDE} if left out."
    ),
    "rows": (
        f"The rows of the board: an integer from {MIN_SIDE} to {MAX_SIDE}. {MIN_SIDE} if left out."
    ),
}


def whole(number: object) -> object:
    """A float without a fraction as the integer that it is."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def digits(text: object) -> object:
    """A query's digits as an integer; all else is left for the validator to refuse."""
    return int(text) if isinstance(text, str) and DECIMAL.fullmatch(text) else text


def _word(text: object) -> object:
    """A query's `true` or `false` as a boolean."""
    return {"true": True, "false": False}.get(text, text) if isinstance(text, str) else text


def _text_of_object(moves: object) -> str:
    """An object as its JSON text."""
    if not isinstance(moves, dict):
        raise PydanticKnownError("dict_type")
    return json.dumps(moves)


def _form(board: object) -> str | None:
    """Which form of a board this is."""
    if isinstance(board, list):
        return "nested" if board and isinstance(board[0], list) else "flat"
    return "notation" if isinstance(board, str) else None


Notation = Annotated[str, Strict(), StringConstraints(pattern=r"^[XOxo._-]+(/[XOxo._-]+)*$")]
Token = Annotated[str, Strict(), StringConstraints(pattern=r"^[XOxo._ -]?$", max_length=1)] | None
Row = Annotated[list[Token], Field(min_length=1, fail_fast=True), AfterValidator(tuple)]
Rows = Annotated[list[Row], Field(min_length=1, fail_fast=True), AfterValidator(tuple)]
Board = Annotated[
    Annotated[Notation, Tag("notation")]
    | Annotated[Row, Tag("flat")]
    | Annotated[Rows, Tag("nested")],
    Discriminator(_form),
]
Side = Annotated[str, Strict(), StringConstraints(pattern="^[XOxo]$", max_length=1)]
LineLength = Annotated[int, Strict(), Field(ge=MIN_SIDE, le=MAX_SIDE)]
Seed = Annotated[int, Strict(), Field(ge=0, le=MAX_SEED)]
Flag = Annotated[bool, Strict()]
Nodes = Annotated[int, Strict(), Field(ge=MIN_NODES, le=MAX_NODES)]
Cells = Annotated[
    list[Annotated[int, Strict(), Field(ge=0, lt=MAX_CELLS), BeforeValidator(whole)]],
    Field(max_length=MAX_CELLS, fail_fast=True),
    AfterValidator(tuple),
]
# One string is soon hashed and sent to a worker, which reads the entries.
Entries = Annotated[
    str,
    BeforeValidator(_text_of_object),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MAX_CELLS - 1},
            "maxProperties": MAX_ENTRIES,
        }
    ),
]
Length = Annotated[int, Strict(), Field(ge=MIN_SIDE, le=MAX_SIDE), BeforeValidator(whole)]


def _expected(name: str, default: Any = ...) -> Any:  # noqa: ANN401  as pydantic's Field has it
    """A field of a request with its description."""
    return Field(default, description=EXPECTED[name])


class PositionRequest(BaseModel):
    """A position, in a body."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    board: Board = _expected("board")
    side_to_move: Side | None = _expected("side_to_move", None)
    in_a_row: Annotated[LineLength, BeforeValidator(whole)] = _expected("in_a_row", 3)
    misere: Flag = _expected("misere", False)


class AnalysisRequest(PositionRequest):
    """The position to analyse."""

    max_nodes: Annotated[Nodes, BeforeValidator(whole)] | None = _expected("max_nodes", None)


class GameTreeRequest(PositionRequest):
    """The position whose game tree is counted."""


class BestMoveRequest(PositionRequest):
    """The position to move in, and how."""

    level: Level = _expected("level", Level.PERFECT)
    seed: Annotated[Seed, BeforeValidator(whole)] | None = _expected("seed", None)
    max_nodes: Annotated[Nodes, BeforeValidator(whole)] | None = _expected("max_nodes", None)


class ReviewRequest(BaseModel):
    """A game, finished or not."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    moves: Cells = _expected("moves")
    starting_side: Side | None = _expected("starting_side", None)
    columns: Length = _expected("columns", MIN_SIDE)
    rows: Length = _expected("rows", MIN_SIDE)
    in_a_row: Annotated[LineLength, BeforeValidator(whole)] = _expected("in_a_row", 3)
    misere: Flag = _expected("misere", False)
    max_nodes: Annotated[Nodes, BeforeValidator(whole)] | None = Field(
        None, description=f"{EXPECTED['max_nodes']} They are split evenly over the plies."
    )


class ExamRequest(BaseModel):
    """What a player does, by position."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    moves: Entries = Field(
        description="What the player does in the positions in which it is to move: an object of "
        f"at most {MAX_ENTRIES} entries from notation to cell, such as `XO./.X./..O` to 3."
    )
    side: Side = Field(description="The side that the player has, X or O.")
    starting_side: Side | None = _expected("starting_side", None)
    columns: Length = _expected("columns", MIN_SIDE)
    rows: Length = _expected("rows", MIN_SIDE)
    in_a_row: Annotated[LineLength, BeforeValidator(whole)] = _expected("in_a_row", 3)
    misere: Flag = _expected("misere", False)


class PositionQuery(BaseModel):
    """A position, in query parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    board: Notation = _expected("board")
    side_to_move: Side | None = _expected("side_to_move", None)
    in_a_row: Annotated[LineLength, BeforeValidator(digits)] = _expected("in_a_row", 3)
    misere: Annotated[Flag, BeforeValidator(_word)] = _expected("misere", False)


class AnalysisQuery(PositionQuery):
    """The position to analyse, in query parameters."""

    max_nodes: Annotated[Nodes, BeforeValidator(digits)] | None = _expected("max_nodes", None)


class BestMoveQuery(PositionQuery):
    """The position to move in, and how, in query parameters."""

    level: Level = _expected("level", Level.PERFECT)
    seed: Annotated[Seed, BeforeValidator(digits)] | None = _expected("seed", None)
    max_nodes: Annotated[Nodes, BeforeValidator(digits)] | None = _expected("max_nodes", None)
