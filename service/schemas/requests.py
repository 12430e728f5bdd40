"""Request bodies and query parameters."""

from typing import Annotated, Final

from pydantic import Field

from service.engine.board.geometry import MIN_SIDE
from service.engine.budget import MAX_NODES, MIN_NODES
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level
from service.schemas.base import QueryModel, RequestModel
from service.schemas.board import Board, Notation
from service.schemas.fields import (
    IN_A_ROW,
    MAX_CELLS,
    MAX_SEED,
    CellNumber,
    Columns,
    Entries,
    InARow,
    MaxNodes,
    Misere,
    Nodes,
    Rows,
    SeedNumber,
    Side,
    StartingSide,
    Text,
    WholeNumber,
    or_null,
)

BOARD: Final = (
    "The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a "
    "string or an array of cells, or, for a square board, all cells in one string or array. A cell "
    "is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`, in arrays also a space, "
    "and as an item of an array also null or an empty string."
)
BOARD_IN_QUERY: Final = (
    "The board: rows joined with `/` such as `XO./.X./..O`, or, for a square board, all cells. A "
    "cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`."
)


class PositionRequest(RequestModel):
    """A position."""

    board: Board = Field(description=BOARD)
    side_to_move: Side | None = Field(
        None,
        description="The side that moves next, X or O. By default, the side that makes the "
        "position legal, or X if both do.",
    )
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False


class AnalysisRequest(PositionRequest):
    """The position to analyze."""

    max_nodes: MaxNodes = None


class GameTreeRequest(PositionRequest):
    """The position whose game tree is counted."""


class BestMoveRequest(PositionRequest):
    """The position to move in, and how to choose the move."""

    level: Annotated[Level, Text, or_null(Level)] = Field(
        Level.PERFECT,
        description=f"The level: {', '.join(list(Level)[:-1])} or {list(Level)[-1]}. "
        "Perfect by default.",
    )
    seed: Annotated[SeedNumber, WholeNumber] | None = Field(
        None,
        description=f"An integer from 0 to {MAX_SEED} that selects among the moves the level can "
        "play. By default, `perfect` plays `best_move`, and other levels use seed 0.",
    )
    max_nodes: MaxNodes = None


class PositionQuery(QueryModel, PositionRequest):
    """A position, as query parameters."""

    board: Notation = Field(description=BOARD_IN_QUERY)


class AnalysisQuery(PositionQuery, AnalysisRequest):
    """The position to analyze, as query parameters."""


class BestMoveQuery(PositionQuery, BestMoveRequest):
    """The position to move in, and how to choose the move, as query parameters."""


class ReviewRequest(RequestModel):
    """A game, finished or not."""

    moves: list[Annotated[CellNumber, WholeNumber]] = Field(
        max_length=MAX_CELLS,
        fail_fast=True,
        description="The cells played, in order: integers from 0, `row * columns + column`.",
    )
    starting_side: StartingSide = None
    columns: Columns = MIN_SIDE
    rows: Rows = MIN_SIDE
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of positions to search for each position of the game: an "
        f"integer from {MIN_NODES} to {MAX_NODES}, as for `/v1/analysis`.",
    )


class ExamRequest(RequestModel):
    """A player's moves, by position."""

    moves: Entries = Field(
        description=f"The player's moves: an object of at most {MAX_ENTRIES} entries that maps a "
        "position's notation to a cell, such as `XO./.X./..O` to 3."
    )
    side: Side = Field(description="The player's side, X or O.")
    starting_side: StartingSide = None
    columns: Columns = MIN_SIDE
    rows: Rows = MIN_SIDE
    in_a_row: InARow = IN_A_ROW
    misere: Misere = False
