"""`/v1/trace`: a textbook search, node by node."""

from typing import Annotated

from fastapi import APIRouter, Body, Query

from service.api.dependencies import RevalidationDep, SolverDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, as_query, cacheable, ok
from service.api.strict_json import StrictRoute
from service.engine.tasks import TraceTask
from service.schemas.trace import Trace, TraceQuery, TraceRequest, from_trace, to_question

router = APIRouter(prefix="/v1", tags=["trace"], responses=V1, route_class=StrictRoute)


@router.get(
    "/trace",
    summary="Follow a search, by query",
    responses=cacheable(links=LINKS),
    openapi_extra=as_query("trace"),
)
async def get_trace(
    query: Annotated[TraceQuery, Query()], solver: SolverDep, revalidation: RevalidationDep
) -> Trace:
    """List every node that a textbook search enters, by query."""
    task = TraceTask(to_question(query))
    revalidation.check(task)
    return from_trace(await solver.solve(task))


@router.post("/trace", summary="Follow a search", responses=ok(links=LINKS) | BODY)
async def post_trace(
    body: Annotated[TraceRequest, Body(openapi_examples=EXAMPLES["trace"])], solver: SolverDep
) -> Trace:
    """List every node that a textbook search enters."""
    return from_trace(await solver.solve(TraceTask(to_question(body))))
