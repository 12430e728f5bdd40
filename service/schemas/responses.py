"""The parts of responses that several operations share."""

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

# Fields that mean the same wherever they stand.
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
    """A position, with all that a page needs to show it."""

    notation: str = Field(description="The board in its one written form: `XO./.X./..O`.")
    cells: list[Mark | None] = Field(
        max_length=MAX_CELLS, description="The mark of each cell, null where it is empty."
    )
    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    misere: bool = Field(description="Whether completing a line loses.")
    side_to_move: Mark = Field(description="In a finished game, the side that would be next.")
    status: Status = Field(description="`drawn` means a full board without a line.")
    winner: Mark | None = Field(description="The side that has won; null if none has.")
    winning_lines: list[Annotated[list[CellNumber], Field(max_length=MAX_SIDE)]] = Field(
        max_length=MAX_LINES, description="Every completed line as `in_a_row` cells, sorted."
    )


class Standing(ResponseModel):
    """What a game is worth to the side that moves."""

    outcome: Outcome = Field(description="How the game ends with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField


class Move(ResponseModel):
    """A legal move and its exact score, for the side that makes it."""

    cell: CellField
    row: RowField
    column: ColumnField
    rank: Annotated[int, Field(ge=1, le=MAX_CELLS)] = Field(
        description="1 for the best moves; equals share a rank: 1, 1, 3."
    )
    outcome: Outcome = Field(description="How the game ends after this move, with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    estimate: Points | None = Field(
        description="A guess at the score, only where the outcome is `unknown`."
    )
    reason: Reason | None = Field(
        description="What the move does, by the strategy ladder of Newell and Simon (1972): the "
        "first that holds. Null where none does, and in misère."
    )
    text: str = Field(
        description="The move in one plain sentence, as a hint for a person. Except on 3x3 it "
        "names cells by the letter of the column and the number of the row; a1 is cell 0."
    )


class Analysis(ResponseModel):
    """A position, its score and that of each legal move."""

    position: Position = Field(description="The position asked about.")
    outcome: Outcome = Field(description="How the game ends with best play.")
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
        description="Positions that one cold search of this request enters."
    )


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="Null in a finished game.")
    level: Level = Field(description="The level of the request.")
    seed: SeedNumber | None = Field(description="The seed of the request; null if it had none.")
    position: Position = Field(
        description="After the move, or the position sent if the game is over."
    )


class Health(ResponseModel):
    """That the service runs."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
