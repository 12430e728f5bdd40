"""Stream responses, each of which begins with its first part, or after a second of waiting."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import asdict
from typing import Final

from fastapi import Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel
from pydantic_core import to_json

from ..engine.analysis import Progress
from ..problems.errors import search_problem
from ..problems.handlers import SEARCH_ERRORS
from ..schemas.problem import Problem
from ..tasks import R, Task
from .searches import ClientSearches

# The media type has no charset, because events are always UTF-8.
EVENT_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Type": "text/event-stream",
    "X-Accel-Buffering": "no",
}
# Seconds of silence until a client gets a filler, which first begins the response; proxies close
# connections that are silent for too long.
FIRST_SILENCE: Final = 1.0
LATER_SILENCE: Final = 10.0


async def event_stream(
    searches: ClientSearches, task: Task[R], name: str, convert: Callable[[R], BaseModel]
) -> Response:
    """Return the `progress` events of a search, and then an event with the converted result.

    FastAPI's own streams begin before their search, and raise errors if clients disconnect. The
    last event has an ID: an EventSource that has received it and is not closed reconnects with this
    ID, and stops when it gets a 204.
    """
    if searches.request.headers.get("last-event-id"):
        return Response(status_code=204)
    if searches.context.method == "HEAD":
        return StreamingResponse((), headers=EVENT_HEADERS)  # Headers need no search.

    async def events() -> AsyncGenerator[bytes]:
        async for part in searches.follow(task):
            if isinstance(part, Progress):
                yield progress_event(part)
            else:
                yield event_of(name, convert(part))

    content = await begun(searches, events(), failure_events, KEEPALIVE_COMMENT)
    return StreamingResponse(content, headers=EVENT_HEADERS)


def progress_event(progress: Progress) -> bytes:
    """Encode a report, with the first of its best moves."""
    fields = asdict(progress)
    fields["best_move"], *_ = fields.pop("best_moves")
    return format_sse_event(event="progress", data_str=to_json(fields).decode())


def event_of(name: str, data: BaseModel) -> bytes:
    """Encode the last server-sent event."""
    return format_sse_event(event=name, data_str=data.model_dump_json(), id="last")


def failure_events(problem: Problem) -> bytes:
    """Encode a problem twice: an EventSource also gets an `error` if it loses its connection."""
    return event_of("error", problem) + event_of("problem", problem)


async def begun(
    searches: ClientSearches,
    parts: AsyncIterator[bytes],
    last: Callable[[Problem], bytes],
    filler: bytes,
) -> AsyncIterator[bytes]:
    """Wait for the first part of a response, and return an iterator over all parts.

    While there is no part, send `filler`. Raise the same errors as `run` before the first part
    or filler; if a search fails later, the last part is what `last` returns for the problem.
    """
    filled = with_fillers(parts, filler)
    async with searches.while_connected():
        first = await anext(filled)

    async def all_parts() -> AsyncGenerator[bytes]:
        yield first
        try:
            async for part in filled:
                yield part
        except SEARCH_ERRORS as error:
            problem = search_problem(error, searches.context.request_id)
            yield last(problem.problem_at(searches.request.scope))

    return all_parts()


async def with_fillers(parts: AsyncIterator[bytes], filler: bytes) -> AsyncGenerator[bytes]:
    """Yield the parts, and `filler` whenever the next part is not ready in time."""
    silence = FIRST_SILENCE
    while True:
        part = asyncio.ensure_future(anext(parts, None))
        try:
            while not (await asyncio.wait([part], timeout=silence))[0]:
                yield filler
                silence = LATER_SILENCE
            if (found := part.result()) is None:
                return
            yield found
            silence = LATER_SILENCE
        finally:
            part.cancel()
            await asyncio.wait([part])  # If the client has left, the search has ended now.
