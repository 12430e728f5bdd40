"""Run searches in a thread of the server process, where other processes make no sense.

One task runs at a time. A search whose callers have left ends at its next report; a task without
reports, such as an exam, runs to its end. Python code in a task slows down all requests.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event
from typing import Self

from ..engine.analysis import Progress
from ..engine.search.compiled.interface import SearchName, using
from ..problems.errors import ProblemError
from ..tasks import Result, Task
from .scheduler import OnProgress


class SearchThread:
    """A thread that runs tasks; it can be used like Workers, of which it is also the only one."""

    def __init__(self, search: SearchName) -> None:
        self.is_open = self.is_ready = True
        self._search = search
        self._executor = ThreadPoolExecutor(1)

    async def open(self, number: int) -> None:  # noqa: ARG002  as of Workers
        """Accept tasks, for the first time or again after `close`."""
        self.is_open = self.is_ready = True

    async def close(self) -> None:
        """End the running task at its next report, and accept no more."""
        self.is_open = self.is_ready = False

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Self]:
        """Yield the thread; raise ProblemError not_ready if it accepts no tasks."""
        if not self.is_open:
            raise ProblemError("not_ready")
        yield self

    async def run(self, task: Task, report: OnProgress) -> Result:
        """Return a task's result; raise its EngineError, or not_ready after `close`."""
        loop, is_left = asyncio.get_running_loop(), Event()

        def forward(progress: Progress) -> None:
            if is_left.is_set() or not self.is_open:
                raise ProblemError("not_ready")
            loop.call_soon_threadsafe(report, progress)

        def search() -> Result:
            with using(self._search):
                return task.run(forward)

        try:
            return await loop.run_in_executor(self._executor, search)
        finally:
            is_left.set()
