"""The events of streams: the progress of a search, and then its result or a problem."""

from enum import StrEnum

from pydantic import Field, Json

from service.problems.catalogue import Problem
from service.schemas.base import ResponseModel
from service.schemas.board import CellIndex
from service.schemas.responses import Analysis, BestMove, Count
from service.schemas.review import Review


class Progress(ResponseModel):
    """The progress of a search."""

    nodes: Count = Field(description="Positions searched so far.")
    max_nodes: Count = Field(description="The search budget.")
    moves: Count = Field(description="Legal moves.")
    moves_proved: Count = Field(description="Moves with an exact score so far.")
    best_move: CellIndex = Field(description="The best move found so far.")


class ReviewProgress(Progress):
    """The progress of a review; the moves and the best move are those of the current position."""

    nodes: Count = Field(description="Positions searched so far, for all plies.")
    max_nodes: Count = Field(description="The total search budget of all plies.")
    plies: Count = Field(description="Moves in the game.")
    plies_reviewed: Count = Field(description="Plies reviewed so far, starting with the last.")


class EventName(StrEnum):
    """The type of an event; `analysis` and `error` end the stream."""

    PROGRESS = "progress"
    ANALYSIS = "analysis"
    ERROR = "error"


class AnalysisEvent(ResponseModel):
    """One event of an analysis stream, as delivered by an EventSource."""

    event: EventName = Field(description="The type of `data`.")
    data: Json[Progress | Analysis | Problem] = Field(
        description="JSON: a Progress, an Analysis or a Problem."
    )


class BestMoveEventName(StrEnum):
    """The type of an event; `best_move` and `error` end the stream."""

    PROGRESS = "progress"
    BEST_MOVE = "best_move"
    ERROR = "error"


class BestMoveEvent(ResponseModel):
    """One event of a best-move stream, as delivered by an EventSource."""

    event: BestMoveEventName = Field(description="The type of `data`.")
    data: Json[Progress | BestMove | Problem] = Field(
        description="JSON: a Progress, a BestMove or a Problem."
    )


class ReviewEventName(StrEnum):
    """The type of an event; `review` and `error` end the stream."""

    PROGRESS = "progress"
    REVIEW = "review"
    ERROR = "error"


class ReviewEvent(ResponseModel):
    """One event of a review stream, as delivered by an EventSource."""

    event: ReviewEventName = Field(description="The type of `data`.")
    data: Json[ReviewProgress | Review | Problem] = Field(
        description="JSON: a ReviewProgress, a Review or a Problem."
    )
