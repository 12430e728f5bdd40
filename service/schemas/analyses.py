"""The request and the answer of `/v1/analyses`: many positions in one call."""

from enum import StrEnum
from typing import Annotated, ClassVar, Final

from pydantic import Field, Strict

from service.engine.budget import MAX_NODES, MIN_NODES
from service.schemas.base import RequestModel, ResponseModel
from service.schemas.fields import Nodes, NullIs, Text
from service.schemas.problem import Problem
from service.schemas.requests import AnalysisRequest
from service.schemas.responses import Analysis, Count

MAX_POSITIONS: Final = 500
MAX_ID_LENGTH: Final = 64

Id = Annotated[str, Strict(), Field(max_length=MAX_ID_LENGTH)]


class AnalysisItem(AnalysisRequest):
    """A position to analyze among others."""

    whole: ClassVar = "Each position"

    id: Id | None = Field(
        None,
        description=f"A name of at most {MAX_ID_LENGTH} characters, which the result repeats. "
        "Null if left out or null.",
    )


class ListedMoves(StrEnum):
    """Which moves of each position are listed."""

    ALL = "all"
    BEST = "best"


class AnalysesRequest(RequestModel):
    """The positions to analyse."""

    positions: Annotated[list[AnalysisItem], Field(min_length=1, max_length=MAX_POSITIONS)] = Field(
        description=f"The positions: an array of 1 to {MAX_POSITIONS} objects, each with the "
        "fields of `/v1/analysis` and, if you like, an `id`."
    )
    moves: Annotated[ListedMoves, Text, NullIs(ListedMoves.ALL)] = Field(
        ListedMoves.ALL,
        description="Which moves are listed: all, or best for those of rank 1. All if left out or "
        "null.",
    )
    max_nodes: Annotated[
        Nodes | None,
        Field(
            description="Maximum number of positions to search in the whole call: an integer from "
            f"{MIN_NODES} to {MAX_NODES}, at most the operator's limit, which is the default. Each "
            "position can use its own `max_nodes` or the rest of the call's, whichever is smaller, "
            f"but at least {MIN_NODES}."
        ),
    ] = None


class AnalysisResult(ResponseModel):
    """What came of one position."""

    index: Annotated[int, Field(ge=0, le=MAX_POSITIONS - 1)] | None = Field(
        description="The place of the position in the request; null where the whole call broke off."
    )
    id: Id | None = Field(description="The id of the position; null if it had none.")
    analysis: Analysis | None = Field(
        description="What `/v1/analysis` answers, without the moves that are not to be listed; "
        "null where there is a problem."
    )
    problem: Problem | None = Field(
        description="The problem that `/v1/analysis` answers with, for a position that is not "
        "legal; its pointers begin at the position. Else null."
    )


class Analyses(ResponseModel):
    """What came of each position, in their order."""

    results: list[AnalysisResult] = Field(
        max_length=MAX_POSITIONS, description="One result for each position."
    )
    nodes: Count = Field(description="The sum of the nodes of all results, repeated ones too.")
