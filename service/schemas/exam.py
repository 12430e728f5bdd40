"""Define the `/v1/exam` response."""

from operator import itemgetter
from typing import Annotated, Final

from pydantic import AliasChoices, BeforeValidator, Field
from typing_extensions import TypeAliasType

from ..engine.board.notation import write_board
from ..engine.exam import MAX_POSITIONS, Result
from ..engine.exam import ExamVerdict as EngineVerdict
from .base import ResponseModel, open_enum
from .board import CellIndex
from .responses import CellIndices, Count, Standing

MAX_LISTED: Final = 1_000
FIRST: Final = BeforeValidator(itemgetter(slice(MAX_LISTED)))
Share = Annotated[float, Field(ge=0, le=1)]
ExamVerdict = TypeAliasType(
    "ExamVerdict", Annotated[str, open_enum(EngineVerdict, "The verdict on a player.")]
)


class Refutation(ResponseModel):
    """A game that proves the verdict."""

    moves: CellIndices = Field(validation_alias=AliasChoices("moves", "cells"))
    """The cells played by both sides, from the empty board."""
    result: Result
    """The result for the player; `illegal` if its last move is illegal."""


class ExamMistake(ResponseModel):
    """A move by the player that is not among the best moves."""

    board: Annotated[str, BeforeValidator(write_board)] = Field(
        validation_alias=AliasChoices("board", "position")
    )
    """The position in its canonical notation."""
    cell: CellIndex = Field(description="The player's move.")
    best_moves: CellIndices
    """All moves of rank 1; with values `outcome`, all moves that keep the outcome."""
    before: Standing = Field(description="The value of the position with best play.")
    after: Standing = Field(description="The move's value, counted from the position before it.")


class Exam(ResponseModel):
    """Whether a player is perfect, and the proof if it is not."""

    verdict: ExamVerdict
    """`illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won;
    `unbeaten`: never does, but misses a win, or, with values `score`, wins later or loses sooner
    than necessary; `perfect`: makes no mistake; `incomplete`: entries are missing, and neither
    `illegal` nor `loses` has been found."""
    needed: Annotated[list[str], FIRST] = Field(
        max_length=MAX_LISTED,
        description="Positions the player reaches that have no entry, earliest first, at most "
        f"{MAX_LISTED}; empty unless the verdict is `incomplete`.",
    )
    refutation: Refutation | None
    """The shortest game that proves the verdict; null if `perfect` or `incomplete`."""
    mistakes: Annotated[list[ExamMistake], FIRST] = Field(
        max_length=MAX_LISTED,
        description=f"The player's mistakes, earliest first, at most {MAX_LISTED}.",
    )
    positions: Annotated[int, Field(ge=0, le=MAX_POSITIONS)]
    """Positions in which the player is to move, including those in `needed`."""
    games: Count = Field(description="Complete games that the entries produce.")
    best_share: Share | None
    """The share of moves of rank 1 among the player's known moves in `positions`; null if
    `incomplete`."""
    outcome_share: Share | None
    """The share of the same moves that keep the outcome; null if `incomplete`."""
    text: str | None
    """The first wrong position, what is wrong and what is better, in two sentences; null if
    `perfect` or `incomplete`."""
