"""The events of `/v1/analysis/stream` and `/v1/review/stream`."""

from enum import StrEnum

from pydantic import Field, Json

from service.schemas.base import ResponseModel
from service.schemas.problem import Problem
from service.schemas.responses import Analysis, CellIndex, Count
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


class ReviewEventName(StrEnum):
    """The type of an event; `review` and `error` end the stream."""

    PROGRESS = "progress"
    REVIEW = "review"
    ERROR = "error"


class AnalysisEvent(ResponseModel):
    """One event of an analysis stream, as delivered by an EventSource."""

    event: EventName = Field(description="The type of `data`.")
    data: Json[Progress | Analysis | Problem] = Field(
        description="JSON: a Progress, an Analysis or a Problem."
    )


class ReviewEvent(ResponseModel):
    """One event of a review stream, as delivered by an EventSource."""

    event: ReviewEventName = Field(description="The type of `data`.")
    data: Json[ReviewProgress | Review | Problem] = Field(
        description="JSON: a ReviewProgress, a Review or a Problem."
    )
