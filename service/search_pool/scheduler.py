"""Which searches have a worker.

A client that is alone can use all workers. A client that waits gets one at once from the client
with the most, if that has at least two more: its youngest search is stopped, and waits again at its
old place. A search that several clients wait for counts for the one with the fewest.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

from service.engine.analysis import Progress
from service.engine.tasks import Result, Task

OnProgress = Callable[[Progress], object]
ARRIVALS: Final = count()


class Search:
    """A task, the callers that wait for it, and what is known of its result."""

    run: asyncio.Task[Result]

    def __init__(self, task: Task) -> None:
        self.task = task
        self.arrival = next(ARRIVALS)
        self.callers: list[tuple[str, OnProgress]] = []  # a client, and where its reports go
        self.reports: list[Progress] = []
        self.result: Result | None = None
        self.stop: Callable[[], None] = lambda: None  # ends its worker

    def report(self, progress: Progress) -> None:
        """Pass on a report."""
        self.reports.append(progress)
        for _, on_progress in self.callers:
            on_progress(progress)


class Scheduler:
    """Gives workers to searches."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self.waiting: dict[Search, asyncio.Event] = {}
        self.running: set[Search] = set()

    @asynccontextmanager
    async def turn(self, search: Search) -> AsyncIterator[None]:
        """Have a worker for the duration of a block."""
        turn = self.waiting[search] = asyncio.Event()
        try:
            self.update()
            await turn.wait()
            yield
        finally:
            self.waiting.pop(search, None)
            self.running.discard(search)
            self.update()

    def update(self) -> None:
        """Start or stop searches; to be called after every change."""
        counts: Counter[str] = Counter()
        ranks: dict[Search, int] = {}
        for search in [*_in_order(self.running), *_in_order(self.waiting)]:
            client = min((client for client, _ in search.callers), key=counts.__getitem__)
            ranks[search] = counts[client]
            counts[client] += 1
        ranked = sorted(ranks, key=ranks.__getitem__)
        for search in ranked[: self._workers]:
            if search in self.waiting and len(self.running) < self._workers:
                self.waiting.pop(search).set()
                self.running.add(search)
        for search in ranked[self._workers :]:
            if search in self.running:
                search.stop()


def _in_order(searches: Iterable[Search]) -> list[Search]:
    """The searches that a caller waits for, in order of arrival."""
    return sorted((each for each in searches if each.callers), key=lambda each: each.arrival)
