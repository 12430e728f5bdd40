"""Server-sent events: the progress of a search, and last what it has found.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final

from pydantic import BaseModel
from starlette.types import ASGIApp, Receive, Scope

from service.api.disconnects import until_disconnect
from service.api.error_handlers import SEARCH_ERRORS, search_problem
from service.api.operation import Operation, Plan
from service.api.streaming import Stream
from service.engine.analysis import Progress
from service.middleware.clients import client_of
from service.middleware.errors import internal_error
from service.schemas.conversion import from_progress
from service.schemas.problems import ProblemError
from service.schemas.progress import EventName, ReviewEventName
from service.schemas.review import Review
from service.search_pool.in_flight import Searches
from service.search_pool.pool import WorkerDiedError

MEDIA_TYPE: Final = "text/event-stream"
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

INTERRUPTIONS: Final = (*SEARCH_ERRORS, WorkerDiedError)

logger = logging.getLogger("noughts")


class StreamOperation(Operation):
    """An operation that answers with events; the last has the name of the answer."""

    async def respond(self, text: bytes, scope: Scope, receive: Receive) -> ASGIApp:
        """The stream, from its first event on; raises what the search raises before that."""
        state = scope["app"].state
        request = self.validator.validate(text)
        plan = self.endpoint(scope["app"].responder.with_budget(self, request))
        events = _events(state.searches, plan, client_of(scope))
        first = await until_disconnect(receive, anext(events))
        stream = _stream(first, events, scope["state"]["request_id"])
        return Stream(stream, 200, HEADERS, MEDIA_TYPE)


async def _events(searches: Searches, plan: Plan, client: str) -> AsyncGenerator[str]:
    """The reports of a search as they come, and last its result; raises what the search raises."""
    reports: asyncio.Queue[Progress | None] = asyncio.Queue()
    search = asyncio.ensure_future(searches.search(plan.task, client, reports.put_nowait))
    search.add_done_callback(lambda _: reports.put_nowait(None))
    try:
        while progress := await reports.get():
            yield progress_event(progress)
        yield result_event(plan.answer(await search))
    finally:
        search.cancel()
        await asyncio.gather(search, return_exceptions=True)


async def _stream(first: str, others: AsyncGenerator[str], request_id: str) -> AsyncIterator[str]:
    """All events; a search that breaks off ends with an event `error`."""
    async with aclosing(others):
        yield first
        try:
            async for event in others:
                yield event
        except INTERRUPTIONS as error:
            yield error_event(interruption(error, request_id))


def interruption(error: Exception, request_id: str) -> ProblemError:
    """The problem of a stream that breaks off after its start."""
    if isinstance(error, WorkerDiedError):
        logger.error("request %s failed", request_id, exc_info=error)
        return internal_error(request_id, "The search broke off: try again.")
    return search_problem(error)


def progress_event(progress: Progress) -> str:
    """An event that says how far a search is."""
    return _event(EventName.PROGRESS, from_progress(progress).model_dump_json())


def result_event(result: BaseModel) -> str:
    """The event that holds what a search has found."""
    name = ReviewEventName.REVIEW if isinstance(result, Review) else EventName.ANALYSIS
    return _event(name, result.model_dump_json())


def error_event(error: ProblemError) -> str:
    """The event that says why a search broke off."""
    return _event(EventName.ERROR, error.problem.model_dump_json(exclude_none=True))


def _event(name: EventName | ReviewEventName, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
