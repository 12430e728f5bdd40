"""The request and the response of `/v1/analyses`: many positions in one call."""

from enum import StrEnum
from typing import Annotated, ClassVar, Final

from pydantic import Field

from service.engine.budget import MAX_NODES, MIN_NODES
from service.problems.catalogue import Problem
from service.schemas.base import RequestModel, ResponseModel
from service.schemas.requests import AnalysisRequest, Nodes, Text, or_null
from service.schemas.responses import Analysis, Count

MAX_POSITIONS: Final = 500
MAX_ID_LENGTH: Final = 64

Id = Annotated[str, Field(strict=True, max_length=MAX_ID_LENGTH)]


class AnalysisItem(AnalysisRequest):
    """One of the positions to analyze."""

    whole: ClassVar = "Each position"

    id: Id | None = Field(
        None,
        description=f"An ID of at most {MAX_ID_LENGTH} characters, repeated in the result. Null by "
        "default.",
    )


class ListedMoves(StrEnum):
    """Which moves to list for each position."""

    ALL = "all"
    BEST = "best"


class AnalysesRequest(RequestModel):
    """The positions to analyze."""

    positions: list[AnalysisItem] = Field(
        min_length=1,
        max_length=MAX_POSITIONS,
        fail_fast=True,
        description=f"The positions: an array of 1 to {MAX_POSITIONS} objects, each with the "
        "fields of `/v1/analysis` and an optional `id`.",
    )
    moves: Annotated[ListedMoves, Text, or_null(ListedMoves)] = Field(
        ListedMoves.ALL,
        description="`all` to list every move, or `best` to list those of rank 1. All by default.",
    )
    max_nodes: Nodes | None = Field(
        None,
        description="Maximum number of positions to search in the whole call: an integer from "
        f"{MIN_NODES} to {MAX_NODES}, at most the operator's limit, which is the default. Each "
        "position can use its own `max_nodes` or the rest of the call's, whichever is smaller, "
        f"but at least {MIN_NODES}.",
    )


class AnalysisResult(ResponseModel):
    """The result for one position."""

    index: Annotated[int, Field(ge=0, le=MAX_POSITIONS - 1)] | None = Field(
        description="The index of the position in the request; null if the whole call failed."
    )
    id: Id | None = Field(description="The ID of the position; null if it has none.")
    analysis: Analysis | None = Field(
        description="The `/v1/analysis` response, with only the moves selected by `moves`; null if "
        "there is a problem."
    )
    problem: Problem | None = Field(
        description="The `/v1/analysis` problem if the position is illegal, with pointers relative "
        "to the position, or the problem of a failed call; otherwise null."
    )


class Analyses(ResponseModel):
    """The result for each position, in order."""

    results: list[AnalysisResult] = Field(
        max_length=MAX_POSITIONS, description="One result for each position."
    )
    nodes: Count = Field(description="The nodes of all results, including repeated positions.")
