"""Describe the events and lines of streams, for which FastAPI and OpenAPI 3.1 have no means.

Each stream is described in three ways, because clients read it as text, as events, or as data.
"""

from typing import Any, Final, NamedTuple

from fastapi.openapi.models import Schema
from pydantic import Field

from openapi.enums import open_enum
from service.middleware.negotiation import LINES
from service.schemas.base import ResponseModel
from service.schemas.board import CellIndex
from service.schemas.responses import Count

Json = dict[str, Any]
EVENTS: Final = "text/event-stream"
TEXT: Final = {"type": "string", "description": "The events as they are transmitted."}
ENDS: Final = (
    "A stream ends with its result or, if the search fails, with `error` and then `problem`, which "
    "have the same data."
)
LINES_TEXT: Final = {"type": "string", "description": "An AnalysisResult as JSON on each line."}


class Progress(ResponseModel):
    """The progress of a search."""

    nodes: Count = Field(description="Nodes searched so far.")
    max_nodes: Count = Field(description="Maximum number of nodes to search.")
    moves: Count = Field(description="Number of legal moves.")
    moves_proved: Count = Field(description="Moves with an exact score so far.")
    best_move: CellIndex = Field(description="The best move found so far.")


class ReviewProgress(Progress):
    """The progress of a review; the moves and best move are for the position being searched."""

    nodes: Count = Field(description="Nodes searched so far, for all plies.")
    max_nodes: Count = Field(description="Maximum number of nodes to search, for all plies.")
    plies: Count = Field(description="Number of moves in the game.")
    plies_reviewed: Count = Field(description="Plies reviewed so far, starting with the last.")


class Stream(NamedTuple):
    """The stream of an operation, and the names of the schemas of its events."""

    operation: str
    article: str
    result: str
    event_names: str
    progress: str = "Progress"

    @property
    def event(self) -> str:
        """Return the name of the schema of an event."""
        return f"{self.result}Event"

    @property
    def data(self) -> list[Json]:
        """Return references to the schemas of the data of an event."""
        return [reference(name) for name in (self.progress, self.result, "Problem")]

    @property
    def description(self) -> str:
        """Return what the description of the operation says about its events."""
        return (
            f"\n\nThe events are `progress`, then `{self.event_name}` with the "
            f"`/v1/{self.operation}` response. {ENDS}"
        )

    @property
    def event_name(self) -> str:
        """Return the name of the last event."""
        return self.operation.replace("-", "_")

    def schemas(self) -> dict[str, Json]:
        """Return the schemas of an event and of its name."""
        result, text = self.event_name, f"{self.article} {self.result}"
        names = open_enum(
            ["progress", result, "problem", "error"],
            f"The type of an event; the result is `{result}`. {ENDS} "
            "Browsers also dispatch `error` for lost connections.",
        )
        data = {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"anyOf": self.data},
            "description": f"JSON: a {self.progress}, {text} or a Problem.",
        }
        name = {**reference(self.event_names), "description": "The type of `data`."}
        event = {
            "properties": {"event": name, "data": data},
            "type": "object",
            "required": ["event", "data"],
            "title": self.event,
            "description": f"One event of {self.article} {self.operation} stream, as delivered by "
            "an EventSource.",
        }
        return {self.event_names: names, self.event: event}


STREAMS: Final = (
    Stream("analysis", "an", "Analysis", "EventName"),
    Stream("best-move", "a", "BestMove", "BestMoveEventName"),
    Stream("review", "a", "Review", "ReviewEventName", "ReviewProgress"),
)


def reference(schema: str) -> Json:
    """Return a reference to a schema."""
    return {"$ref": f"#/components/schemas/{schema}"}


def add_streams(document: Json) -> None:
    """Add the schemas of all events and lines to a document."""
    content = document["paths"]["/v1/analyses"]["post"]["responses"]["200"]["content"]
    content |= {media_type: {"schema": LINES_TEXT} for media_type in LINES}
    added = {model.__name__: model.model_json_schema() for model in (Progress, ReviewProgress)}
    for stream in STREAMS:
        added |= stream.schemas()
        forms = [TEXT, reference(stream.event), *stream.data]
        [operation] = document["paths"][f"/v1/{stream.operation}/stream"].values()
        operation["description"] += stream.description
        operation["responses"]["200"]["content"] = {EVENTS: {"schema": {"anyOf": forms}}}
    schemas = document["components"]["schemas"]
    for name, schema in added.items():  # With the keywords in the order in which FastAPI has them.
        schemas[name] = Schema(**schema).model_dump(mode="json", by_alias=True, exclude_none=True)
    document["components"]["schemas"] = dict(sorted(schemas.items()))
