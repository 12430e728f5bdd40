"""`/v1/analysis` and its stream: every legal move of a position, scored."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from service.api.dependencies import Events, RevalidationDep, Solver, SolverDep
from service.api.documentation import (
    BODY,
    EXAMPLES,
    LINKS,
    V1,
    as_query,
    cacheable,
    event_stream,
    ok,
)
from service.api.strict_json import StrictRoute
from service.engine.tasks import AnalysisTask
from service.schemas.conversion import from_analysis, to_position
from service.schemas.progress import AnalysisEvent
from service.schemas.requests import AnalysisQuery, AnalysisRequest, BestMoveRequest
from service.schemas.responses import Analysis

router = APIRouter(prefix="/v1", tags=["analysis"], responses=V1, route_class=StrictRoute)


def analysis_task(request: AnalysisRequest | BestMoveRequest, solver: Solver) -> AnalysisTask:
    """The analysis that a request needs; raises PositionError or ProblemError."""
    return AnalysisTask(to_position(request), solver.budget(request.max_nodes))


@router.get(
    "/analysis",
    summary="Analyze a position, by query",
    responses=cacheable(links=LINKS),
    openapi_extra=as_query("analysis"),
)
async def get_analysis(
    query: Annotated[AnalysisQuery, Query()], solver: SolverDep, revalidation: RevalidationDep
) -> Analysis:
    """Score every legal move of a position, by query."""
    task = analysis_task(query, solver)
    revalidation.check(task)
    return from_analysis(await solver.solve(task))


@router.post("/analysis", summary="Analyze a position", responses=ok(links=LINKS) | BODY)
async def post_analysis(
    body: Annotated[AnalysisRequest, Body(openapi_examples=EXAMPLES["analysis"])], solver: SolverDep
) -> Analysis:
    """Score every legal move of a position."""
    return from_analysis(await solver.solve(analysis_task(body, solver)))


async def analysis_events(
    query: Annotated[AnalysisQuery, Query()], solver: SolverDep
) -> AsyncIterator[Events]:
    """The events of an analysis; a dependency, so that it can fail before the response begins."""
    async with solver.events(analysis_task(query, solver), "analysis", from_analysis) as events:
        yield events


@router.get(
    "/analysis/stream",
    summary="Analyze a position, with progress",
    response_class=EventSourceResponse,
    responses=event_stream(AnalysisEvent),
    openapi_extra=as_query("analysis/stream"),
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
