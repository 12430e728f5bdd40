"""Requests about positions and games, and their conversion to tasks of the engine.

Values are not coerced: a string for a number, or a number for a boolean, is an error. If JSON
allows several forms, all are accepted: `3.0` is the integer 3, and null is an omitted field.
"""

import math
from itertools import islice
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticKnownError, PydanticUseDefault, to_json

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE, Geometry
from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position
from service.engine.board.replay import positions_of
from service.engine.budget import (
    DEFAULT_NODES,
    MAX_NODES,
    MIN_NODES,
    SMALL_CELLS,
    TURN_NODES,
    TURN_NODES_OF_LARGE,
    budget_of,
    turn_nodes,
)
from service.engine.count.game_tree import check_countable
from service.engine.errors import EngineError
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level
from service.engine.tasks import AnalysisTask, ExamTask, GameTreeTask, ReviewTask
from service.schemas.base import QueryModel, RequestModel
from service.schemas.board import BOARD_CELLS, Board, CellIndex, CellNumber, Notation

IN_A_ROW: Final = 3  # the default
MAX_SEED: Final = 2**53 - 1


def or_null(kind: Any) -> BeforeValidator:  # noqa: ANN401  any type
    """Let a field of this type also accept null, as if the field were omitted."""
    return BeforeValidator(_omitted_if_null, json_schema_input_type=kind | None)


def _omitted_if_null(value: object) -> object:
    if value is None:
        raise PydanticUseDefault
    return value


def _whole(number: object) -> object:
    """Return a float without a fraction as an integer; raise a value error for infinity."""
    if not isinstance(number, float):
        return number
    if math.isinf(number):  # 1e999
        raise PydanticKnownError("finite_number")
    return int(number) if number.is_integer() else number


def _text(value: object) -> object:
    """Return a string; raise a type error for anything else."""
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return value


def _text_of_object(moves: object) -> str:
    """Return an object as JSON text; of too many entries, only enough to be rejected.

    PHP encodes an empty object as an empty array.
    """
    if moves == []:
        return "{}"
    if not isinstance(moves, dict):
        raise PydanticKnownError("dict_type")
    return to_json(dict(islice(moves.items(), MAX_ENTRIES + 1))).decode()


WholeNumber = BeforeValidator(_whole)
Text = BeforeValidator(_text)
Length = Annotated[int, Field(strict=True, ge=MIN_SIDE, le=MAX_SIDE), WholeNumber]
NullableLength = Annotated[Length, or_null(Length)]
Side = Annotated[str, Field(strict=True, pattern="^[XOxo]$", max_length=1)]
Seed = Annotated[int, Field(strict=True, ge=0, le=MAX_SEED)]
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
ColumnCount = Annotated[NullableLength, Field(description=f"The columns of the board: {RANGE}")]
RowCount = Annotated[NullableLength, Field(description=f"The rows of the board: {RANGE}")]
Misere = Annotated[
    bool,
    or_null(bool),
    Field(
        strict=True, description="Whether completing a line loses: true or false. False by default."
    ),
]
Traps = Annotated[
    bool,
    or_null(bool),
    Field(
        strict=True,
        description="Whether `perfect` chooses, of the best moves, the one after which a fallible "
        "opponent does worst: true or false. False by default.",
    ),
]
MaxNodes = Annotated[
    Nodes | None,
    Field(
        description="Maximum number of positions to search: an integer from "
        f"{MIN_NODES} to {MAX_NODES}, at most the operator's limit. By default {DEFAULT_NODES}, or "
        "that limit if it is lower. 1000000 positions take 0.5 to 3 seconds, or 10 to 20 times as "
        "long without the compiled search."
    ),
]


class WrongValueError(EngineError):
    """A value that does not fit the others, or exceeds the operator's limit."""

    code = "wrong_value"


def node_budget(max_nodes: int | None, limit: int, default: int = DEFAULT_NODES) -> int:
    """Return the node budget of a request; raise WrongValueError above the operator's limit."""
    if max_nodes and max_nodes > limit:
        message = f"max_nodes: this service allows at most {limit}."
        raise WrongValueError(message, field="max_nodes")
    return budget_of(max_nodes, limit, default)


class PositionRequest(RequestModel):
    """A position."""

    board: Board = Field(
        description="The board: a string of rows joined with `/` such as `XO./.X./..O`, an array "
        "of rows, each a string or an array of cells, or, for a square board, all cells in one "
        "string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or "
        "`_`, in arrays also a space, and as an item of an array also null or an empty string."
    )
    side_to_move: Side | None = Field(
        None,
        description="The side that moves next, X or O. By default, the side that makes the "
        "position legal, or X if both do.",
    )
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False

    def to_position(self) -> Position:
        """Return the legal position; raise PositionError."""
        side = Mark(self.side_to_move.upper()) if self.side_to_move else None
        return read_position(self.board, side, self.in_a_row, self.misere)


class AnalysisRequest(PositionRequest):
    """The position to analyze."""

    max_nodes: MaxNodes = None

    def to_task(self, limit: int = MAX_NODES) -> AnalysisTask:
        """Return the analysis, of at most `limit` nodes; raise EngineError."""
        return AnalysisTask(self.to_position(), node_budget(self.max_nodes, limit))


class BestMoveRequest(PositionRequest):
    """The position to move in, and how to choose the move."""

    level: Annotated[Level, Text, or_null(Level)] = Field(
        Level.PERFECT,
        description="The level: beginner, easy, medium, hard or perfect. Perfect by default.",
    )
    seed: Annotated[Seed, WholeNumber] | None = Field(
        None,
        description=f"An integer from 0 to {MAX_SEED} that selects among the moves the level can "
        "play. By default, `perfect` plays the first of these, and other levels use seed 0.",
    )
    traps: Traps = False
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of positions to search: an integer from "
        f"{MIN_NODES} to {MAX_NODES}, at most the operator's limit. By default {TURN_NODES}, or "
        f"{TURN_NODES_OF_LARGE} on a board of more than {SMALL_CELLS} cells, but never more than "
        "that limit. If an analysis has the same `max_nodes`, `perfect` plays one of that "
        "analysis's `best_moves`.",
    )

    def to_task(self, limit: int = MAX_NODES) -> AnalysisTask:
        """Return the analysis to choose from, of at most `limit` nodes; raise EngineError."""
        position = self.to_position()
        budget = node_budget(self.max_nodes, limit, turn_nodes(position.geometry.size))
        if self.traps and self.level is not Level.PERFECT:
            message = "Only level perfect sets traps. Change the level, or omit traps."
            raise WrongValueError(message, field="traps")
        return AnalysisTask(position, budget, self.traps)


class GameTreeRequest(PositionRequest):
    """The position whose game tree is counted."""

    def to_task(self) -> GameTreeTask:
        """Return the count; raise PositionError or TreeTooLarge."""
        position = self.to_position()
        check_countable(position)
        return GameTreeTask(position)


class PositionQuery(QueryModel, PositionRequest):
    """A position, as query parameters."""

    board: Notation = Field(
        description="The board: rows joined with `/` such as `XO./.X./..O`, or, for a square "
        "board, all cells. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or "
        "`_`."
    )


class AnalysisQuery(PositionQuery, AnalysisRequest):
    """The position to analyze, as query parameters."""


class BestMoveQuery(PositionQuery, BestMoveRequest):
    """The position to move in, and how to choose the move, as query parameters."""


class GameTreeQuery(PositionQuery, GameTreeRequest):
    """The position whose game tree is counted, as query parameters."""


class ReviewRequest(RequestModel):
    """A game, finished or not."""

    moves: list[Annotated[CellNumber, WholeNumber]] = Field(
        max_length=BOARD_CELLS,
        fail_fast=True,
        description="The cells played, in order: integers from 0, `row * columns + column`.",
    )
    starting_side: StartingSide = None
    columns: ColumnCount = MIN_SIDE
    rows: RowCount = MIN_SIDE
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of positions to search for each position of the game: an "
        f"integer from {MIN_NODES} to {MAX_NODES}, as for `/v1/analysis`.",
    )

    def to_task(self, limit: int = MAX_NODES) -> ReviewTask:
        """Return the review, of at most `limit` nodes a position; raise EngineError."""
        budget = node_budget(self.max_nodes, limit)
        start, cells = to_start(self), tuple(self.moves)
        positions_of(start, cells)  # all moves are legal
        return ReviewTask(start, cells, budget)


class ReviewQuery(QueryModel, ReviewRequest):
    """A game, as query parameters."""


class ExamRequest(RequestModel):
    """A player's moves, by position."""

    # A single string is quick to hash and to send to a worker, which reads the entries.
    moves: Annotated[
        str,
        BeforeValidator(
            _text_of_object,
            json_schema_input_type=Annotated[dict[str, CellIndex], Field(max_length=MAX_ENTRIES)],
        ),
    ] = Field(
        description=f"The player's moves: an object of at most {MAX_ENTRIES} entries that maps a "
        "position's notation to a cell, such as `XO./.X./..O` to 3."
    )
    side: Side = Field(description="The player's side, X or O.")
    starting_side: StartingSide = None
    columns: ColumnCount = MIN_SIDE
    rows: RowCount = MIN_SIDE
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False

    def to_task(self) -> ExamTask:
        """Return the exam; raise WrongInARow."""
        return ExamTask(to_start(self), Mark(self.side.upper()), self.moves)


def to_start(game: ReviewRequest | ExamRequest) -> Position:
    """Return the empty board on which a game starts; raise WrongInARow."""
    geometry = Geometry(game.columns, game.rows, game.in_a_row)
    side = Mark((game.starting_side or Mark.X).upper())
    return Position(geometry, 0, 0, side, game.misere)
