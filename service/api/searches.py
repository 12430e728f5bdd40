"""Run the searches of a request for its client."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, nullcontext

from anyio import CancelScope
from fastapi import Request
from starlette.requests import ClientDisconnect

from ..context import context_of
from ..engine.analysis import Progress
from ..quotas import client_of
from ..state import state_of
from ..tasks import R, Task


class ClientSearches:
    """The searches of one request; they end if its client disconnects."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.context = context_of(request.scope)
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
        self._count(task, result)
        return result

    async def follow(self, task: Task[R]) -> AsyncGenerator[Progress | R]:
        """Yield the reports of a task, and then its result; raise the same errors as `run`."""
        reports: asyncio.Queue[Progress | None] = asyncio.Queue()
        with self._searches.result_of(task, self._client, reports.put_nowait) as future:
            future.add_done_callback(lambda _: reports.put_nowait(None))
            while report := await reports.get():
                yield report
            result = future.result().result
        self._count(task, result)
        yield result

    def _count(self, task: Task[R], result: R) -> None:
        if nodes := task.nodes_of(result):
            self.context.nodes = (self.context.nodes or 0) + nodes

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
            watcher.result()  # It raises what `receive` raised, if anything.
            raise ClientDisconnect

    async def _cancel_on_disconnect(self, scope: CancelScope) -> None:
        try:
            while (await self.request.receive())["type"] != "http.disconnect":
                pass
        finally:
            scope.cancel()
