"""The events of `/v1/analysis/stream`."""

from enum import StrEnum

from pydantic import Field

from service.schemas.responses import Answer, CellIndex, Count


class Progress(Answer):
    """How far a search is."""

    nodes: Count = Field(description="Positions entered so far.")
    max_nodes: Count = Field(description="The budget.")
    moves: Count = Field(description="Legal moves.")
    moves_proved: Count = Field(description="Those whose score is exact by now.")
    best_move: CellIndex = Field(description="The best move as far as is known by now.")


class EventName(StrEnum):
    """What an event of the stream holds; `analysis` and `error` are the last."""

    PROGRESS = "progress"
    ANALYSIS = "analysis"
    ERROR = "error"


class AnalysisEvent(Answer):
    """One event of the stream, as an EventSource hands it over."""

    event: EventName = Field(description="What `data` holds.")
    data: str = Field(
        description="JSON: a Progress, an Analysis or a Problem.",
        json_schema_extra={
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [
                    {"$ref": f"#/components/schemas/{model}"}
                    for model in ("Progress", "Analysis", "Problem")
                ]
            },
        },
    )
