"""`/v1/analysis` and its stream: every legal move of a position, scored."""

from collections.abc import AsyncIterable, AsyncIterator
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field, Json

from service.api.dependencies import Events, RevalidateDep, SolverDep
from service.api.documentation import BODY, CACHEABLE, V1, EventText
from service.api.strict_json import StrictRoute
from service.problems.catalogue import Problem
from service.schemas.base import ResponseModel
from service.schemas.board import CellIndex
from service.schemas.requests import AnalysisRequest, PositionQuery
from service.schemas.responses import Analysis, Count, from_analysis

router = APIRouter(prefix="/v1", tags=["analysis"], responses=V1, route_class=StrictRoute)


class AnalysisQuery(PositionQuery, AnalysisRequest):
    """The position to analyze, as query parameters."""


class Progress(ResponseModel):
    """The progress of a search."""

    nodes: Count = Field(description="Positions searched so far.")
    max_nodes: Count = Field(description="The search budget.")
    moves: Count = Field(description="Legal moves.")
    moves_proved: Count = Field(description="Moves with an exact score so far.")
    best_move: CellIndex = Field(description="The best move found so far.")


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


@router.get("/analysis", summary="Analyze a position, by query", responses=CACHEABLE)
async def get_analysis(
    query: Annotated[AnalysisQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> Analysis:
    """Score every legal move of a position, by query."""
    task = solver.analysis_task(query)
    revalidate(task)
    return from_analysis(await solver.solve(task))


@router.post("/analysis", summary="Analyze a position", responses=BODY)
async def post_analysis(body: AnalysisRequest, solver: SolverDep) -> Analysis:
    """Score every legal move of a position."""
    return from_analysis(await solver.solve(solver.analysis_task(body)))


async def analysis_events(
    query: Annotated[AnalysisQuery, Query()], solver: SolverDep
) -> AsyncIterator[Events]:
    """The events of an analysis; a dependency, so that it can fail before the response begins."""
    async with solver.events(solver.analysis_task(query), "analysis", from_analysis) as events:
        yield events


@router.get(
    "/analysis/stream",
    summary="Analyze a position, with progress",
    response_class=EventSourceResponse,
    responses={200: {"model": EventText | AnalysisEvent}},
)
async def stream_analysis(
    events: Annotated[Events, Depends(analysis_events)],
) -> AsyncIterable[ServerSentEvent]:
    """Score every legal move of a position, as server-sent events.

    A `progress` event is sent when a search starts, and then at fixed intervals of nodes. The last
    event, `analysis`, has the body of the `/v1/analysis` response. If the search is interrupted,
    the last event is `error` with a problem. An instantaneous search has no `progress` events. An
    invalid request gets an ordinary error response without events. Closing the connection stops
    the search.
    """
    async for event in events:
        yield event
