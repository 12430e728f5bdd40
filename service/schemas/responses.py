"""Responses, and the models that several of them share."""

from typing import Annotated, Literal

from pydantic import Field

from service.engine.board.geometry import MAX_SIDE, MIN_SIDE
from service.engine.board.position import Mark, Status
from service.engine.explain.reasons import Reason
from service.engine.play.levels import Level
from service.engine.score import Outcome
from service.schemas.base import ResponseModel
from service.schemas.fields import MAX_CELLS, CellNumber, SeedNumber

MAX_LINES = 224  # lines of three on the largest board

CellIndex = Annotated[int, Field(ge=0, le=MAX_CELLS - 1)]
CellIndices = Annotated[list[CellNumber], Field(max_length=MAX_CELLS)]
Count = Annotated[int, Field(ge=0)]
Plies = Annotated[int, Field(ge=0, le=MAX_CELLS)]
Points = Annotated[int, Field(ge=-100, le=100)]
Index = Annotated[int, Field(ge=0, le=MAX_SIDE - 1)]
SideLength = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]

# Fields with the same meaning in every model.
CellField = Annotated[CellIndex, Field(description="`row * columns + column`")]
RowField = Annotated[Index, Field(description="The row of the cell, from 0 at the top.")]
ColumnField = Annotated[Index, Field(description="The column of the cell, from 0 at the left.")]
ColumnsField = Annotated[SideLength, Field(description="The columns of the board.")]
RowsField = Annotated[SideLength, Field(description="The rows of the board.")]
InARowField = Annotated[SideLength, Field(description="The length of a line.")]
PliesToEnd = Annotated[
    Plies | None,
    Field(description="Plies to the end of the game with best play; null if not proved."),
]
ScoreField = Annotated[
    Points | None,
    Field(
        description="100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a "
        "draw; null if not proved."
    ),
]


class Position(ResponseModel):
    """A position, with everything a page needs to show it."""

    notation: str = Field(description="The board in its canonical notation: `XO./.X./..O`.")
    cells: list[Mark | None] = Field(
        max_length=MAX_CELLS, description="The mark in each cell; null if empty."
    )
    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    misere: bool = Field(description="Whether completing a line loses.")
    side_to_move: Mark = Field(
        description="The side that moves next, or would if the game were not over."
    )
    status: Status = Field(description="`drawn` means a full board without a line.")
    winner: Mark | None = Field(description="The winning side; null if there is none.")
    winning_lines: list[Annotated[list[CellNumber], Field(max_length=MAX_SIDE)]] = Field(
        max_length=MAX_LINES, description="Every completed line as `in_a_row` cells, sorted."
    )


class Standing(ResponseModel):
    """The value of a game for the side that moves."""

    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField


class Move(ResponseModel):
    """A legal move and its exact score, for the side that makes it."""

    cell: CellField
    row: RowField
    column: ColumnField
    rank: Annotated[int, Field(ge=1, le=MAX_CELLS)] = Field(
        description="1 for the best moves; tied moves share a rank: 1, 1, 3."
    )
    outcome: Outcome = Field(description="The outcome after this move, with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    estimate: Points | None = Field(
        description="An estimated score if the outcome is `unknown`; otherwise null."
    )
    reason: Reason | None = Field(
        description="The first strategy of Newell and Simon (1972) that the move follows; null if "
        "there is none, and in misère."
    )
    text: str = Field(
        description="A one-sentence hint. On boards other than 3x3, it uses coordinates: a column "
        "letter and a row number; a1 is cell 0."
    )


class Analysis(ResponseModel):
    """A position, its score, and the score of each legal move."""

    position: Position = Field(description="The position in the request.")
    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    solved: bool = Field(description="Whether every legal move has an exact score.")
    best_move: CellIndex | None = Field(description="The first best move; null in a finished game.")
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    principal_variation: CellIndices = Field(
        description="Best play from `best_move` to the end of the game."
    )
    moves: list[Move] = Field(max_length=MAX_CELLS, description="Every legal move, best first.")
    nodes: Annotated[int, Field(ge=1)] = Field(
        description="Positions searched for this request without a cache."
    )


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="Null in a finished game.")
    level: Level = Field(description="The level in the request.")
    seed: SeedNumber | None = Field(description="The seed in the request; null if it had none.")
    position: Position = Field(
        description="The position after the move, or the one sent if the game is over."
    )


class Health(ResponseModel):
    """The service is running."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
