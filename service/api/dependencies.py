"""The dependencies of the operations."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, HTTPException, Request, Response
from fastapi.sse import ServerSentEvent
from pydantic import BaseModel
from pydantic_core import to_json
from starlette.requests import ClientDisconnect

from service.engine.analysis import Progress
from service.engine.tasks import Task
from service.metrics import nodes_of
from service.middleware.negotiation import check_match, etag_of, matching_etag, variants
from service.problems.handlers import INTERRUPTIONS, interruption
from service.search_pool.searches import Searches
from service.shares import client_of

Events = AsyncIterator[ServerSentEvent]
Value = TypeVar("Value")


class Solver:
    """Solves tasks for one request: from memory, immediately, or in a worker."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.searches: Searches = request.app.state.searches
        self.max_nodes: int = request.app.state.settings.max_nodes

    @property
    def client(self) -> str:
        """The client that the searches are counted for."""
        return client_of(self.request.scope)

    async def solve(self, task: Task) -> Any:  # noqa: ANN401  the result that belongs to the task
        """The result of a task.

        Raises an EngineError, one of SEARCH_ERRORS, or ClientDisconnect if the client leaves.
        """
        if task.is_instantaneous:
            result = self.searches.run_at_once(task)
        else:
            await self.check_connected()
            result = await self.while_connected(self.searches.search(task, self.client))
        self.request.state.nodes = nodes_of(result)
        return result

    async def check_connected(self) -> None:
        """Raise ClientDisconnect if the client has left before its search."""
        disconnect = asyncio.ensure_future(self._disconnect())
        for _ in range(3):  # rounds of the event loop, in which the server reads what has arrived
            await asyncio.sleep(0)
        if not disconnect.cancel():  # it is done
            raise ClientDisconnect

    async def while_connected(self, work: Awaitable[Value]) -> Value:
        """The result of some work, which is canceled if the client leaves.

        FastAPI does not notice a client that disconnects before the response begins.
        """
        task = asyncio.ensure_future(work)
        disconnect = asyncio.ensure_future(self._disconnect())
        try:
            await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientDisconnect
            return task.result()
        finally:
            for future in (task, disconnect):
                future.cancel()
            await asyncio.gather(task, disconnect, return_exceptions=True)

    async def _disconnect(self) -> None:
        """Return when the client has left."""
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    @asynccontextmanager
    async def events(
        self, task: Task, name: str, convert: Callable[[Any], BaseModel]
    ) -> AsyncIterator[Events]:
        """The events of a search, the last of them named `name` with its converted result.

        Raises what `solve` raises if the search is refused, before the response begins.
        """
        await self.check_connected()
        reports: asyncio.Queue[Progress | None] = asyncio.Queue()
        search = asyncio.ensure_future(self.searches.search(task, self.client, reports.put_nowait))
        search.add_done_callback(lambda _: reports.put_nowait(None))

        async def events(report: Progress | None) -> Events:
            try:
                while report:
                    yield ServerSentEvent(event="progress", raw_data=to_json(report).decode())
                    report = await reports.get()
                yield ServerSentEvent(event=name, data=convert(await search))
            except INTERRUPTIONS as error:
                interrupted = interruption(error, self.request.state.request_id)
                problem = interrupted.problem_at(self.request.scope)
                yield ServerSentEvent(event="error", data=problem)

        try:
            first = await self.while_connected(reports.get())
            if first is None:
                search.result()
            yield events(first)
        finally:
            search.cancel()
            await asyncio.gather(search, return_exceptions=True)


# Async, because FastAPI runs synchronous dependencies in a thread.
async def get_solver(request: Request) -> Solver:
    """The solver of a request."""
    return Solver(request)


async def get_revalidate(
    request: Request,
    response: Response,
    if_none_match: Annotated[  # noqa: ARG001  documented here, read by matching_etag
        str | None,
        Header(
            alias="If-None-Match",
            description="ETags of responses that the client holds: 304 if one of them is current.",
        ),
    ] = None,
) -> Callable[..., None]:
    """A function that sets the ETag of the response, from all that the response depends on.

    It raises HTTPException 304 if the client holds the response, so that nothing is searched, or
    the problem precondition_failed.
    """

    def revalidate(*normalized: object) -> None:
        scope = request.scope
        etags = variants(etag_of(scope["path"], *normalized))
        check_match(etags, scope)
        held = matching_etag(etags, scope)
        max_age = request.app.state.settings.cache_max_age
        headers = {"ETag": held or etags[0], "Cache-Control": f"public, max-age={max_age}"}
        if held:
            raise HTTPException(304, headers=headers | {"Vary": "Accept-Encoding"})
        response.headers.update(headers)

    return revalidate


SolverDep = Annotated[Solver, Depends(get_solver)]
RevalidateDep = Annotated[Callable[..., None], Depends(get_revalidate)]
