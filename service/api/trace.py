"""`/v1/trace`: a textbook search, node by node."""

from typing import Annotated

from fastapi import APIRouter, Body, Query

from service.api.dependencies import ConditionalDep, SearchesDep
from service.api.documentation import BODY, EXAMPLES, LINKS, V1, cacheable, ok
from service.api.strict_json import StrictRoute
from service.engine.tasks import TraceTask
from service.schemas.requests import PositionQuery
from service.schemas.trace import Trace, TraceRequest, from_trace, to_question

router = APIRouter(prefix="/v1", tags=["trace"], responses=V1, route_class=StrictRoute)


class TraceQuery(PositionQuery, TraceRequest):
    """The position to search, and how to search it, as query parameters."""


@router.get("/trace", summary="Follow a search, by query", responses=cacheable(links=LINKS))
async def get_trace(
    query: Annotated[TraceQuery, Query()], searches: SearchesDep, conditional: ConditionalDep
) -> Trace:
    """List every node that a textbook search enters, by query."""
    task = TraceTask(to_question(query))
    conditional.check(task)
    return from_trace(await searches.run(task))


@router.post("/trace", summary="Follow a search", responses=ok(links=LINKS) | BODY)
async def post_trace(
    body: Annotated[TraceRequest, Body(openapi_examples=EXAMPLES["trace"])], searches: SearchesDep
) -> Trace:
    """List every node that a textbook search enters."""
    return from_trace(await searches.run(TraceTask(to_question(body))))
