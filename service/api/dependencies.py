"""Define the dependencies of operations; all are async, so that they do not run in threads."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from itertools import chain, repeat
from typing import Annotated, Final

from anyio import CancelScope
from fastapi import Depends, Header, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel
from pydantic_core import to_json
from starlette.requests import ClientDisconnect

from ..context import context_of
from ..engine.analysis import Progress
from ..middleware.conditional import conditional_headers, etag_of
from ..problems.errors import MEDIA_TYPE, ProblemError, search_problem
from ..problems.handlers import SEARCH_ERRORS
from ..quotas import client_of
from ..schemas.problem import Problem
from ..state import state_of
from ..tasks import R, Task

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
PREFERENCE: Final = re.compile(r'\b(code|example)="?(\w+)')  # As in Prism and RFC 7240.


class EventStream(StreamingResponse):
    """A stream of encoded events, used because FastAPI's own class raises errors on disconnects."""

    media_type = "text/event-stream"


class ClientSearches:
    """The searches of one request; they end if its client disconnects."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._context = context_of(request.scope)
        self._searches = state_of(request.scope).searches
        self._client = client_of(request.scope)
        self.max_nodes = self._searches.settings.max_nodes

    async def run(self, task: Task[R], *, is_watched: bool = True) -> R:
        """Return the result of a task, and add its nodes to the request's count.

        Raise EngineError if the task does, one of SEARCH_ERRORS if its search fails, and, if it
        `is_watched`, ClientDisconnect if the client disconnects.
        """
        with self._searches.result_of(task, self._client) as future:
            if not future.done():
                async with self.while_connected() if is_watched else nullcontext():
                    await asyncio.wait([future])
            result = future.result().result
        if nodes := task.nodes_of(result):
            self._context.nodes = (self._context.nodes or 0) + nodes
        return result

    @asynccontextmanager
    async def while_connected(self) -> AsyncIterator[None]:
        """If the client disconnects, cancel the block and raise ClientDisconnect.

        FastAPI does not detect a client that disconnects before the response begins.
        """
        with CancelScope() as scope:
            watcher = asyncio.create_task(self._cancel_on_disconnect(scope))
            try:
                yield
            finally:
                watcher.cancel()
        if scope.cancelled_caught:
            raise ClientDisconnect

    async def _cancel_on_disconnect(self, scope: CancelScope) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        scope.cancel()

    async def stream(
        self, parts: AsyncGenerator[bytes], last: Callable[[Problem], bytes], filler: bytes
    ) -> AsyncIterator[bytes]:
        """Wait for the first part of a response, and return an iterator over all parts.

        While there is no part, send `filler`. Raise the same errors as `run` before the first part
        or filler; if a search fails later, the last part is what `last` returns for the problem.
        """
        parts = filled(parts, filler)
        async with self.while_connected():
            first = await anext(parts)

        async def stream() -> AsyncIterator[bytes]:
            yield first
            try:
                async for part in parts:
                    yield part
            except SEARCH_ERRORS as error:
                problem = search_problem(error, self._context.request_id)
                yield last(problem.problem_at(self._request.scope))

        return stream()

    async def events(self, task: Task[R], name: str, convert: Callable[[R], BaseModel]) -> Response:
        """Return the `progress` events of a search, and then an event with the converted result.

        The last event has an ID. An EventSource that has received it and is not closed reconnects
        with this ID, and stops when it gets a 204.
        """
        if self._request.headers.get("last-event-id"):
            return Response(status_code=204)
        if self._context.method == "HEAD":
            return EventStream((), headers=EVENT_HEADERS)  # Headers need no search.

        async def events() -> AsyncGenerator[bytes]:
            reports: asyncio.Queue[Progress | None] = asyncio.Queue()
            with self._searches.result_of(task, self._client, reports.put_nowait) as future:
                future.add_done_callback(lambda _: reports.put_nowait(None))
                while report := await reports.get():
                    yield format_sse_event(event="progress", data_str=to_json(report).decode())
                    await asyncio.sleep(0)  # Many reports can be ready at once.
                yield event_of(name, convert(future.result().result))

        content = await self.stream(events(), failure_events, KEEPALIVE_COMMENT)
        return EventStream(content, headers=EVENT_HEADERS)


async def filled(parts: AsyncIterator[bytes], filler: bytes) -> AsyncGenerator[bytes]:
    """Yield the parts, and `filler` whenever the next part is not ready in time."""
    silences = chain([FIRST_SILENCE], repeat(LATER_SILENCE))
    while True:
        part = asyncio.ensure_future(anext(parts, None))
        try:
            while not (await asyncio.wait([part], timeout=next(silences)))[0]:
                yield filler
            if (found := part.result()) is None:
                return
            yield found
        finally:
            part.cancel()
            await asyncio.wait([part])  # If the client has left, the search has ended now.


def event_of(name: str, data: BaseModel) -> bytes:
    """Encode the last server-sent event."""
    return format_sse_event(event=name, data_str=data.model_dump_json(), id="last")


def failure_events(problem: Problem) -> bytes:
    """Encode a problem twice: an EventSource also gets an `error` if it loses its connection."""
    return event_of("error", problem) + event_of("problem", problem)


async def get_searches(request: Request) -> ClientSearches:
    """Return the object that runs a request's searches for its client."""
    return ClientSearches(request)


async def get_cache_by(
    request: Request,
    response: Response,
    if_none_match: Annotated[  # noqa: ARG001  documented here, read by conditional_headers
        str | None,
        Header(
            alias="If-None-Match",
            description="ETags of stored responses; if one is current, a 304 is sent.",
        ),
    ] = None,
) -> Callable[..., None]:
    """Return a function that lets caches store the response, under an ETag of given values.

    Operations call it with all values that the response depends on, before the search, but after
    everything that can make the request invalid. It raises the same errors as
    `conditional_headers`: if the client has the response, the search is not needed.
    """

    def cache_by(*normalized: object) -> None:
        state = state_of(request.scope)
        etag = etag_of(request.scope["route"].path, state.metrics.search, *normalized)
        age, vary = state.settings.cache_max_age, response.headers.get("Vary", "")
        headers = {"Cache-Control": f"public, max-age={age}", "Vary": vary}
        response.headers.update(conditional_headers(request.scope, etag, headers))

    return cache_by


async def provoke(request: Request, response: Response) -> None:
    """Raise the problem that a header such as `Prefer: code=503, example=overloaded` selects.

    Problems are examples of the contract, except that an internal error has the ID of the request.
    Because of the Vary, caches do not respond instead.
    """
    response.headers["Vary"] = "Prefer"
    preferred = dict(PREFERENCE.findall(", ".join(request.headers.getlist("prefer"))))
    for shared in request.app.openapi()["components"]["responses"].values():
        for name, example in shared["content"][MEDIA_TYPE]["examples"].items():
            code, detail, status = map(example["value"].get, ("code", "detail", "status"))
            if preferred.get("code") == str(status) and preferred.get("example", name) == name:
                optional = {"max_nodes": example["value"].get("max_nodes")}
                if "request_id" in example["value"]:
                    optional["request_id"] = context_of(request.scope).request_id
                raise ProblemError(code, detail, **optional)


SearchesDep = Annotated[ClientSearches, Depends(get_searches)]
CacheByDep = Annotated[Callable[..., None], Depends(get_cache_by)]
