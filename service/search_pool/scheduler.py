"""Decide which searches run, and in which order the others wait.

The operator sets the number of regular workers. A search starts if fewer searches than that are
running. Up to twice as many can run if each additional search is for a client without a running
search, so that nobody waits for another client's long searches. If twice as many run, at least one
must be within a best-move request's default budget, so that a move does not wait for several of the
longest searches. A running search is never stopped to make room for another.

The other searches wait in order, each in one of the queue slots that clients share. A search that
several clients wait for counts as a search of each of these clients.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from ..engine.analysis import Progress
from ..engine.budget import turn_nodes
from ..engine.review import ReviewProgress
from ..engine.tasks import AnalysisTask, Result, Task
from ..quotas import ClientQuota

MOST: Final = 2  # Maximum number of running searches for each regular worker.

Report = ReviewProgress | Progress
OnProgress = Callable[[Progress], object]


class Search:
    """A task, the callers waiting for its result, and its latest report."""

    future: asyncio.Task[Result]

    def __init__(self, task: Task) -> None:
        self.task = task
        self.callers: list[tuple[str, OnProgress]] = []  # Pairs of a client and its callback.
        self.latest: Report | None = None
        self.reported = 0  # The number of reports.

    @property
    def clients(self) -> set[str]:
        """Return the clients that are waiting for the result."""
        return {client for client, _ in self.callers}

    @property
    def is_turn(self) -> bool:
        """Return whether the task is an analysis within a best-move request's default budget."""
        most = turn_nodes(self.task.position)
        return isinstance(self.task, AnalysisTask) and self.task.max_nodes <= most

    def report(self, progress: Report) -> None:
        """Keep the latest report, and pass it to every caller."""
        self.latest = progress
        self.reported += 1
        for _, on_progress in self.callers:
            on_progress(progress)

    def reporter(self) -> OnProgress:
        """Return a callback for one run of the task; it drops reports that repeat earlier ones."""
        repeated = iter(range(self.reported))
        return lambda progress: self.report(progress) if next(repeated, None) is None else None


class Scheduler:
    """A scheduler, which holds the running and waiting searches and decides when each starts."""

    def __init__(self, workers: int, max_waiting: int) -> None:
        self._workers = workers
        self._queue_slots = ClientQuota(max_waiting, max_waiting)
        self.running: set[Search] = set()
        self.waiting: dict[Search, asyncio.Event] = {}

    @asynccontextmanager
    async def slot(self, search: Search, client: str) -> AsyncIterator[None]:
        """Run the block once the search can run; raise OverloadedError if no queue slot is free."""
        start = self.waiting[search] = asyncio.Event()
        try:
            self.update()
            if search in self.waiting:
                with self._queue_slots.acquire(client):
                    await start.wait()
            yield
        finally:
            self.waiting.pop(search, None)
            self.running.discard(search)
            self.update()

    def update(self) -> None:
        """Start every waiting search that can run; call this after every change."""
        for search in list(self.waiting):
            if self._can_run(search):
                self.running.add(search)
                self.waiting.pop(search).set()

    def _can_run(self, search: Search) -> bool:
        if len(self.running) < self._workers:
            return True
        most = MOST * self._workers
        served = {client for each in self.running for client in each.clients}
        if len(self.running) >= most or search.clients <= served:
            return False
        return search.is_turn or sum(not each.is_turn for each in self.running) < most - 1
