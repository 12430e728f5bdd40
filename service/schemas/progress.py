"""The events of `/v1/analysis/stream` and `/v1/review/stream`."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from service.schemas.base import ResponseModel
from service.schemas.responses import CellIndex, Count


class Progress(ResponseModel):
    """How far a search is."""

    nodes: Count = Field(description="Positions entered so far.")
    max_nodes: Count = Field(description="The budget.")
    moves: Count = Field(description="Legal moves.")
    moves_proved: Count = Field(description="Those whose score is exact by now.")
    best_move: CellIndex = Field(description="The best move as far as is known by now.")


class ReviewProgress(Progress):
    """How far a review is; the moves and the best move are those of the position searched."""

    nodes: Count = Field(description="Positions entered so far, for all plies.")
    max_nodes: Count = Field(description="The budgets of all plies together.")
    plies: Count = Field(description="Moves of the game.")
    plies_reviewed: Count = Field(description="Those reviewed by now, from the last one on.")


class EventName(StrEnum):
    """What an event of the stream holds; `analysis` and `error` are the last."""

    PROGRESS = "progress"
    ANALYSIS = "analysis"
    ERROR = "error"


class ReviewEventName(StrEnum):
    """What an event of the stream holds; `review` and `error` are the last."""

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
    """One event of the stream, as an EventSource hands it over."""

    event: EventName = Field(description="What `data` holds.")
    data: str = _json_of(
        "JSON: a Progress, an Analysis or a Problem.", "Progress", "Analysis", "Problem"
    )


class ReviewEvent(ResponseModel):
    """One event of the stream of a review."""

    event: ReviewEventName = Field(description="What `data` holds.")
    data: str = _json_of(
        "JSON: a ReviewProgress, a Review or a Problem.", "ReviewProgress", "Review", "Problem"
    )
