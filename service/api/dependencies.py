"""Define the dependencies of operations, all async, because FastAPI runs others in threads."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final

from anyio import CancelScope
from fastapi import Depends, Header, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event
from pydantic import BaseModel
from pydantic_core import to_json
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from ..engine.analysis import Progress
from ..engine.search.solvers import search_name
from ..engine.tasks import Result, Task
from ..metrics import nodes_of
from ..middleware.conditional import conditional_headers, etag_of
from ..problems.catalogue import Problem
from ..problems.handlers import INTERRUPTIONS, interruption
from ..quotas import client_of
from ..search_pool.scheduler import CachedResult
from ..state import RequestState

EVENT_HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    """A stream of encoded events. FastAPI's own class raises errors when a client leaves."""

    media_type = "text/event-stream"


class ClientSearches:
    """The searches of one request; each uses the client's quota, and ends if the client leaves."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._state: RequestState = request.scope["state"]
        self._searches = self._state["searches"]
        self._client = client_of(request.scope)
        self.max_nodes = self._state["settings"].max_nodes

    async def run(self, task: Task) -> Any:  # noqa: ANN401  the result that belongs to the task
        """Return the result of a task.

        Raises an EngineError, one of SEARCH_ERRORS, or ClientDisconnect if the client leaves.
        """
        with self._searches.join(task, self._client) as search:
            if not search.done():
                async with self.while_connected():
                    await asyncio.wait([search])
            return self._counted(search)

    async def run_unwatched(self, task: Task) -> Any:  # noqa: ANN401  as in `run`
        """Return the result of a task; the caller has to notice when the client leaves."""
        with self._searches.join(task, self._client) as search:
            await asyncio.wait([search])
            return self._counted(search)

    def _counted(self, search: asyncio.Future[CachedResult]) -> Result:
        """Return the result of a search, and add its nodes to those of the request."""
        result = search.result().result
        if nodes := nodes_of(result):
            self._state["nodes"] = self._state.get("nodes", 0) + nodes
        return result

    @asynccontextmanager
    async def while_connected(self) -> AsyncIterator[None]:
        """Cancel the block if the client leaves, and raise ClientDisconnect.

        FastAPI does not notice a client that disconnects before the response begins.
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
        self, parts: AsyncGenerator[bytes], last: Callable[[Problem], bytes]
    ) -> AsyncIterator[bytes]:
        """Wait for the first part of a response, and return an iterator over all parts.

        Before the first part, raises what `run` raises. If a search is interrupted after the first
        part, the last part is what `last` returns for the problem.
        """
        async with self.while_connected():
            await asyncio.sleep(0)  # A client that has left already starts no search.
            first = await anext(parts)

        async def stream() -> AsyncIterator[bytes]:
            yield first
            try:
                async for part in parts:
                    yield part
            except INTERRUPTIONS as error:
                problem = interruption(error, self._state["request_id"])
                yield last(problem.problem_at(self._request.scope))

        return stream()

    async def events(
        self, task: Task, name: str, convert: Callable[[Any], BaseModel]
    ) -> EventStream:
        """Return events with the progress of a search, and then one with the converted result."""
        if "is_head" in self._request.scope["state"]:
            return EventStream((), headers=EVENT_HEADERS)  # Headers need no search.

        async def events() -> AsyncGenerator[bytes]:
            reports: asyncio.Queue[Progress | None] = asyncio.Queue()
            with self._searches.join(task, self._client, reports.put_nowait) as search:
                search.add_done_callback(lambda _: reports.put_nowait(None))
                while report := await reports.get():
                    yield format_sse_event(event="progress", data_str=to_json(report).decode())
                yield event_of(name, convert(search.result().result))

        content = await self.stream(events(), partial(event_of, "error"))
        return EventStream(content, headers=EVENT_HEADERS)


def event_of(name: str, data: BaseModel) -> bytes:
    """Return an encoded event."""
    return format_sse_event(event=name, data_str=data.model_dump_json())


@dataclass(frozen=True, slots=True)
class Conditional:
    """The conditions of a GET request (RFC 9110, 13), and the ETag of its response."""

    scope: Scope
    response: Response

    def check(self, *normalized: object) -> None:
        """Set the ETag of a response to a normalized request; to be called before the search.

        Raises what `conditional_headers` raises.
        """
        max_age = self.scope["state"]["settings"].cache_max_age
        etag = etag_of(self.scope["route"].path, search_name(), *normalized)
        headers = {"Cache-Control": f"public, max-age={max_age}"}
        self.response.headers.update(conditional_headers(self.scope, etag, headers))


async def get_searches(request: Request) -> ClientSearches:
    """Return the searches of a request."""
    return ClientSearches(request)


async def get_conditional(
    request: Request,
    response: Response,
    if_none_match: Annotated[  # noqa: ARG001  documented here, read by conditional_headers
        str | None,
        Header(
            alias="If-None-Match",
            description="ETags of responses that the client holds: 304 if one of them is current.",
        ),
    ] = None,
) -> Conditional:
    """Return the conditions of a request."""
    return Conditional(request.scope, response)


SearchesDep = Annotated[ClientSearches, Depends(get_searches)]
ConditionalDep = Annotated[Conditional, Depends(get_conditional)]
