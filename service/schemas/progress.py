"""The events of `/v1/analysis/stream` and `/v1/review/stream`."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from service.schemas.base import ResponseModel
from service.schemas.responses import CellIndex, Count


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


def _json_of(description: str, *models: str) -> Any:  # noqa: ANN401  like Field
    """A string that contains one of these models as JSON."""
    return Field(
        description=description,
        json_schema_extra={
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [{"$ref": f"#/components/schemas/{model}"} for model in models]
            },
        },
    )


class AnalysisEvent(ResponseModel):
    """One event of an analysis stream, as delivered by an EventSource."""

    event: EventName = Field(description="The type of `data`.")
    data: str = _json_of(
        "JSON: a Progress, an Analysis or a Problem.", "Progress", "Analysis", "Problem"
    )


class ReviewEvent(ResponseModel):
    """One event of a review stream, as delivered by an EventSource."""

    event: ReviewEventName = Field(description="The type of `data`.")
    data: str = _json_of(
        "JSON: a ReviewProgress, a Review or a Problem.", "ReviewProgress", "Review", "Problem"
    )
