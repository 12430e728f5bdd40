"""Server-sent events: the progress of a search, and last what it has found.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final

from pydantic import BaseModel
from starlette.responses import StreamingResponse

from service.engine.analysis import Analysis, Progress
from service.schemas.conversion import from_analysis, from_progress
from service.schemas.problems import ProblemCode, ProblemError
from service.schemas.responses import EventName
from service.search_pool.in_flight import Event
from service.search_pool.pool import WorkerDiedError

MEDIA_TYPE: Final = "text/event-stream"
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

logger = logging.getLogger("noughts")


async def event_stream(events: AsyncGenerator[Event], request_id: str) -> StreamingResponse:
    """The answer that passes on events as they come; raises what the first of them raises."""
    first = await anext(events)
    return StreamingResponse(_texts(first, events, request_id), 200, HEADERS, MEDIA_TYPE)


async def _texts(
    first: Event, events: AsyncGenerator[Event], request_id: str
) -> AsyncIterator[str]:
    async with aclosing(events):
        yield event_text(first)
        try:
            async for event in events:
                yield event_text(event)
        except ProblemError as stopped:
            yield _named(EventName.ERROR, stopped.problem)
        except WorkerDiedError:
            logger.exception("request %s failed", request_id)
            detail = "The search broke off: try again."
            error = ProblemError(ProblemCode.INTERNAL_ERROR, detail, request_id=request_id)
            yield _named(EventName.ERROR, error.problem)


def event_text(event: Event) -> str:
    """An event as it goes over the wire."""
    if isinstance(event, Progress):
        return _named(EventName.PROGRESS, from_progress(event))
    if isinstance(event, Analysis):
        return _named(EventName.ANALYSIS, from_analysis(event))
    raise TypeError


def _named(name: EventName, data: BaseModel) -> str:
    return f"event: {name}\ndata: {data.model_dump_json(exclude_none=name is EventName.ERROR)}\n\n"
