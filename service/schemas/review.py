"""The `/v1/review` response."""

from typing import Annotated

from pydantic import Field

from service.engine.board.position import Mark
from service.engine.explain.reasons import Reason
from service.engine.explain.verdict import Verdict
from service.schemas.base import ResponseModel
from service.schemas.fields import MAX_CELLS
from service.schemas.responses import (
    CellField,
    CellIndices,
    ColumnField,
    Count,
    Position,
    RowField,
    Standing,
)

PlyNumber = Annotated[int, Field(ge=1, le=MAX_CELLS)]


class ReviewedPly(ResponseModel):
    """One move of the game, beside the best."""

    ply: PlyNumber = Field(description="From 1.")
    side: Mark = Field(description="The side that moved.")
    cell: CellField
    row: RowField
    column: ColumnField
    before: Standing = Field(description="The position, with best play.")
    after: Standing = Field(
        description="The move played, as the position before it scores it: both are counted from "
        "that position, for the side that moved."
    )
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    verdict: Verdict = Field(
        description="`best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a "
        "quicker loss; `mistake`: a win turned into a draw, or a draw into a loss; `blunder`: a "
        "win turned into a loss; `unknown`: not proved."
    )
    reason: Reason | None = Field(description="As in the moves of an analysis.")
    text: str = Field(
        description="As in the moves of an analysis; where the verdict is `unknown`, it begins "
        "with what is not proved."
    )


class Verdicts(ResponseModel):
    """How many moves got each verdict."""

    best: Count = Field(description="Moves of rank 1.")
    inaccuracy: Count = Field(description="The same outcome, but a slower win or a quicker loss.")
    mistake: Count = Field(description="Wins turned into draws, and draws into losses.")
    blunder: Count = Field(description="Wins turned into losses.")
    unknown: Count = Field(description="Moves of which it is not proved.")


class SideReview(ResponseModel):
    """The moves of one side."""

    verdicts: Verdicts = Field(description="Its moves by their verdicts.")
    best_share: Annotated[float, Field(ge=0, le=1)] | None = Field(
        description="The share of best moves among those whose verdict is known; null if there "
        "are none."
    )


class SidesReview(ResponseModel):
    """The moves of both sides."""

    X: SideReview = Field(description="The moves of X.")
    O: SideReview = Field(description="The moves of O.")  # noqa: E741  the mark


class Review(ResponseModel):
    """Every move of a game beside the best, and the move that decided it."""

    plies: list[ReviewedPly] = Field(max_length=MAX_CELLS, description="Every move, in order.")
    sides: SidesReview = Field(description="The moves of each side.")
    turning_point: PlyNumber | None = Field(
        description="The last ply that set the outcome that stood at the end; null if none did, "
        "or where it is not proved which."
    )
    position: Position = Field(description="After the last move.")
    nodes: Count = Field(description="Positions that the searches of all plies entered.")
