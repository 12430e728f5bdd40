"""`/v1/analysis` and its stream: every legal move of a position, scored."""

from typing import Annotated

from fastapi import APIRouter, Query

from ..schemas.events import AnalysisData, AnalysisEvent
from ..schemas.requests import AnalysisQuery, AnalysisRequest
from ..schemas.responses import Analysis
from .dependencies import ConditionalDep, EventStream, SearchesDep
from .documentation import BODY, CACHEABLE, V1, EventText
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["analysis"], responses=V1, route_class=StrictRoute)


@router.get("/analysis", summary="Analyze a position, by query", responses=CACHEABLE)
async def get_analysis(
    query: Annotated[AnalysisQuery, Query()], searches: SearchesDep, conditional: ConditionalDep
) -> Analysis:
    """Score every legal move of a position, by query."""
    task = query.to_task(searches.max_nodes)
    conditional.check(task)
    return Analysis.of(await searches.run(task))


@router.post("/analysis", summary="Analyze a position", responses=BODY)
async def post_analysis(body: AnalysisRequest, searches: SearchesDep) -> Analysis:
    """Score every legal move of a position."""
    return Analysis.of(await searches.run(body.to_task(searches.max_nodes)))


@router.get(
    "/analysis/stream",
    summary="Analyze a position, with progress",
    response_class=EventStream,
    responses={200: {"model": EventText | AnalysisEvent | AnalysisData}},
)
async def stream_analysis(
    query: Annotated[AnalysisQuery, Query()], searches: SearchesDep
) -> EventStream:
    """Score every legal move of a position, as server-sent events.

    A `progress` event is sent when a search starts, and then after every tenth of the budget (at
    least 2,000 and at most 20,000 positions). The last event, `analysis`, has the body of the
    `/v1/analysis` response. If the search is interrupted, the last event is `error` with a problem.
    An instantaneous search has no `progress` events. An invalid request gets an ordinary error
    response without events. Closing the connection stops the search.
    """
    task = query.to_task(searches.max_nodes)
    return await searches.events(task, "analysis", Analysis.of)
