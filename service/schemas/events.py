"""Define the events of streams: the progress of a search, and then its result or a problem."""

from typing import Annotated

from pydantic import Field, Json, WithJsonSchema
from typing_extensions import TypeAliasType

from ..problems.catalogue import Problem
from .base import ResponseModel, open_enum
from .board import CellIndex
from .games import Review
from .responses import Analysis, BestMove, Count


def event_name(result: str) -> WithJsonSchema:
    """Return the schema of event names in a stream that ends with `result` or `error`."""
    description = (
        f"The type of an event; `{result}` and `error` end the stream. `problem` has the same data "
        "as `error`, which browsers also use for lost connections."
    )
    return open_enum(["progress", result, "problem", "error"], description)


EventName = TypeAliasType("EventName", Annotated[str, event_name("analysis")])
BestMoveEventName = TypeAliasType("BestMoveEventName", Annotated[str, event_name("best_move")])
ReviewEventName = TypeAliasType("ReviewEventName", Annotated[str, event_name("review")])


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


AnalysisData = Progress | Analysis | Problem
BestMoveData = Progress | BestMove | Problem
ReviewData = ReviewProgress | Review | Problem


class AnalysisEvent(ResponseModel):
    """One event of an analysis stream, as delivered by an EventSource."""

    event: EventName = Field(description="The type of `data`.")
    data: Json[AnalysisData] = Field(description="JSON: a Progress, an Analysis or a Problem.")


class BestMoveEvent(ResponseModel):
    """One event of a best-move stream, as delivered by an EventSource."""

    event: BestMoveEventName = Field(description="The type of `data`.")
    data: Json[BestMoveData] = Field(description="JSON: a Progress, a BestMove or a Problem.")


class ReviewEvent(ResponseModel):
    """One event of a review stream, as delivered by an EventSource."""

    event: ReviewEventName = Field(description="The type of `data`.")
    data: Json[ReviewData] = Field(description="JSON: a ReviewProgress, a Review or a Problem.")
