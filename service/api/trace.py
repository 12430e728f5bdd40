"""`/v1/trace`: a textbook search, node by node."""

from typing import Annotated

from fastapi import APIRouter, Query

from service.api.dependencies import RevalidateDep, SolverDep
from service.api.documentation import BODY, CACHEABLE, V1
from service.api.strict_json import StrictRoute
from service.schemas.trace import Trace, TraceQuery, TraceRequest

router = APIRouter(prefix="/v1", tags=["trace"], responses=V1, route_class=StrictRoute)


@router.get("/trace", summary="Follow a search, by query", responses=CACHEABLE)
async def get_trace(
    query: Annotated[TraceQuery, Query()], solver: SolverDep, revalidate: RevalidateDep
) -> Trace:
    """List every node that a textbook search enters, by query."""
    task = query.to_task()
    revalidate(task)
    return Trace.of(await solver.solve(task))


@router.post("/trace", summary="Follow a search", responses=BODY)
async def post_trace(body: TraceRequest, solver: SolverDep) -> Trace:
    """List every node that a textbook search enters."""
    return Trace.of(await solver.solve(body.to_task()))
