"""The operations under /v1 that teach: a search to be followed."""

from operator import attrgetter
from typing import Annotated, Final

from fastapi import APIRouter, Query

from service.api.operation import Operation, Plan
from service.engine.tasks import TraceTask
from service.schemas.trace import Trace, TraceQuery, TraceRequest, from_trace, to_question

router: Final = APIRouter(
    prefix="/v1", route_class=Operation, generate_unique_id_function=attrgetter("name")
)


@router.get("/trace", tags=["trace"], response_model=Trace, summary="Follow a search, by query")
def get_trace(query: Annotated[TraceQuery, Query()]) -> Plan:
    """List every node that a textbook search enters, by query."""
    return Plan(TraceTask(to_question(query)), from_trace)


@router.post("/trace", tags=["trace"], response_model=Trace, summary="Follow a search")
def post_trace(body: TraceRequest) -> Plan:
    """List every node that a textbook search enters."""
    return Plan(TraceTask(to_question(body)), from_trace)
