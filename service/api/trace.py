"""`/v1/trace`: a textbook search, node by node."""

from typing import Annotated

from fastapi import APIRouter, Query

from ..schemas.requests import TraceQuery, TraceRequest
from ..schemas.trace import Trace
from .dependencies import ConditionalDep, SearchesDep
from .documentation import BODY, CACHEABLE, V1
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["trace"], responses=V1, route_class=StrictRoute)


@router.get("/trace", summary="Follow a search, by query", responses=CACHEABLE)
async def get_trace(
    query: Annotated[TraceQuery, Query()], searches: SearchesDep, conditional: ConditionalDep
) -> Trace:
    """List every node that a textbook search enters, by query."""
    task = query.to_task()
    conditional.check(task)
    return Trace.of(await searches.run(task))


@router.post("/trace", summary="Follow a search", responses=BODY)
async def post_trace(body: TraceRequest, searches: SearchesDep) -> Trace:
    """List every node that a textbook search enters."""
    return Trace.of(await searches.run(body.to_task()))
