"""Responses about games: a review and an exam."""

from operator import itemgetter
from typing import Annotated, Final, Self

from pydantic import AliasChoices, BeforeValidator, Field
from typing_extensions import TypeAliasType

from ..engine.board.position import Mark
from ..engine.exam import MAX_POSITIONS, Result
from ..engine.exam import ExamVerdict as EngineExamVerdict
from ..engine.review import Review as EngineReview
from ..engine.review import ReviewedMove
from ..engine.review import Verdict as EngineVerdict
from .base import ResponseModel, open_enum
from .board import BOARD_CELLS, CellIndex
from .responses import (
    CellField,
    CellIndices,
    ColumnField,
    Count,
    Position,
    Reason,
    RowField,
    Standing,
)

MAX_LISTED: Final = 1_000  # Positions and mistakes of an exam.
FIRST: Final = BeforeValidator(itemgetter(slice(MAX_LISTED)))
Share = Annotated[float, Field(ge=0, le=1)]
ExamVerdict = TypeAliasType(
    "ExamVerdict", Annotated[str, open_enum(EngineExamVerdict, "The verdict on a player.")]
)
PlyNumber = Annotated[int, Field(ge=1, le=BOARD_CELLS)]
Verdict = TypeAliasType(
    "Verdict",
    Annotated[str, open_enum(EngineVerdict, "How a move compares with the best in its position.")],
)


class ReviewedPly(ResponseModel):
    """A move of the game, compared with the best moves in its position."""

    ply: PlyNumber = Field(description="The number of the ply, from 1.")
    side: Mark = Field(description="The side that moved.")
    cell: CellField
    row: RowField
    column: ColumnField
    before: Standing = Field(description="The value of the position with best play.")
    after: Standing
    """The value of the move played. Like `before`, it is for the side that moved, with plies
    counted from the position before the move."""
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    verdict: Verdict
    """`best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a quicker loss;
    `mistake`: a win became a draw, or a draw a loss; `blunder`: a win became a loss; `unknown`:
    none of these is proved."""
    reason: Reason | None = Field(description="As in `/v1/analysis`.")
    text: str
    """A hint as in `/v1/analysis`; if `verdict` is `unknown`, it first says what is not proved."""

    @classmethod
    def of(cls, ply: int, reviewed: ReviewedMove, columns: int) -> Self:
        """Convert a reviewed move on a board with this many columns."""
        row, column = divmod(reviewed.move.cell, columns)
        place = {"cell": reviewed.move.cell, "row": row, "column": column}
        return cls(**cls.fields(reviewed, ply=ply, after=reviewed.move.score, **place))


class Verdicts(ResponseModel):
    """The number of moves with each verdict."""

    best: Count = Field(description="Moves of rank 1.")
    inaccuracy: Count = Field(description="Moves that make a win slower or a loss quicker.")
    mistake: Count = Field(description="Moves that turn a win into a draw, or a draw into a loss.")
    blunder: Count = Field(description="Moves that turn a win into a loss.")
    unknown: Count = Field(description="Moves without a proved verdict.")


class SideReview(ResponseModel):
    """The verdicts on the moves of one side."""

    verdicts: Verdicts = Field(description="The number of moves with each verdict.")
    best_share: Share | None
    """The share of best moves among moves with a proved verdict; null if none is proved."""

    @classmethod
    def of(cls, verdicts: list[EngineVerdict]) -> Self:
        """Count the verdicts on the moves of a side."""
        counts = {verdict: verdicts.count(verdict) for verdict in EngineVerdict}
        known = len(verdicts) - counts[EngineVerdict.UNKNOWN]
        best_share = counts[EngineVerdict.BEST] / known if known else None
        return cls(verdicts=Verdicts(**counts), best_share=best_share)


class SidesReview(ResponseModel):
    """The verdicts on the moves of X and on the moves of O."""

    X: SideReview = Field(description="The verdicts on the moves of X.")
    O: SideReview = Field(description="The verdicts on the moves of O.")  # noqa: E741  the mark


class Review(ResponseModel):
    """Every move of a game compared with the best moves, and the move that decided the game."""

    plies: list[ReviewedPly] = Field(max_length=BOARD_CELLS, description="Every move, in order.")
    sides: SidesReview = Field(description="The verdicts on the moves of each side.")
    turning_point: PlyNumber | None
    """The last ply that changed the outcome; null if no ply did, or if it is not proved which ply
    did."""
    position: Position = Field(description="The position after the last move.")
    nodes: Count = Field(description="Nodes searched for all plies.")

    @classmethod
    def of(cls, review: EngineReview) -> Self:
        """Convert a review from the engine."""
        columns = review.position.geometry.columns
        fields = cls.fields(
            review,
            plies=[ReviewedPly.of(ply, move, columns) for ply, move in enumerate(review.moves, 1)],
            sides={side: SideReview.of(review.verdicts_of(side)) for side in Mark},
            position=Position.of(review.position),
        )
        return cls(**fields)


class Refutation(ResponseModel):
    """A game that proves the verdict on a player."""

    moves: CellIndices = Field(validation_alias=AliasChoices("moves", "cells"))
    """The cells played by both sides, from the empty board."""
    result: Result
    """The player's result; `illegal` if the player made an illegal move."""


class ExamMistake(ResponseModel):
    """A move by the player that is not among the best moves."""

    board: Annotated[str, BeforeValidator(str)] = Field(
        validation_alias=AliasChoices("board", "position")
    )
    """The position in its canonical notation."""
    cell: CellIndex = Field(description="The player's move.")
    best_moves: CellIndices
    """All moves of rank 1; if `values` is `outcome`, all moves that keep the outcome."""
    before: Standing = Field(description="The value of the position with best play.")
    after: Standing = Field(description="The move's value; plies count from before the move.")


class Exam(ResponseModel):
    """Whether a player is perfect, and the proof if it is not."""

    verdict: ExamVerdict
    """`illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won;
    `unbeaten`: does neither, but misses a win or, if `values` is `score`, wins later or loses
    sooner than necessary; `perfect`: makes no mistake; `incomplete`: some moves are missing, and
    the known moves prove neither `illegal` nor `loses`."""
    needed: Annotated[list[str], FIRST] = Field(
        max_length=MAX_LISTED,
        description="Positions that need an entry in `moves`, earliest first, at most "
        f"{MAX_LISTED}; empty unless the verdict is `incomplete`.",
    )
    refutation: Refutation | None
    """The shortest game that proves the verdict; null if `perfect` or `incomplete`."""
    mistakes: Annotated[list[ExamMistake], FIRST] = Field(
        max_length=MAX_LISTED,
        description=f"The player's mistakes, earliest first, at most {MAX_LISTED}.",
    )
    positions: Annotated[int, Field(ge=0, le=MAX_POSITIONS)]
    """The number of positions reached with the player to move, including those in `needed`."""
    games: Count = Field(description="Complete games that can occur with the known moves.")
    best_share: Share | None
    """The share of moves of rank 1 among the player's known moves in positions reached; null if
    `incomplete`."""
    outcome_share: Share | None
    """Like `best_share`, but for moves that keep the outcome; null if `incomplete`."""
    text: str | None
    """Two sentences: the first mistake that explains the verdict, and what is better; null if
    `perfect` or `incomplete`."""
