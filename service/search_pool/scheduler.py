"""Decide which searches run, and in which order the others wait.

The operator sets the number of regular workers. A search starts if fewer searches than that are
running. Up to twice as many can run if each additional search is for a client without a running
search, so that nobody waits for another client's long searches. If twice as many run, at least one
must be within a best-move request's default budget, so that a move does not wait for several of the
longest searches. A running search is never stopped to make room for another.

The other searches wait, each client's in order of arrival, and clients take turns: next is the
client whose last search started first. If too many searches wait, the newest one of the client with
the most is refused. So a client can use every slot that nobody else needs, and a newcomer waits for
at most one search per worker. A search that several clients wait for counts as a search of each of
these clients.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from ..engine.analysis import Progress
from ..engine.budget import MIN_NODES
from ..engine.review import ReviewProgress
from ..quotas import OverloadedError
from ..tasks import AnyTask, R

MOST: Final = 2  # Maximum number of running searches for each regular worker.
# Maximum number of reports of a search, apart from those that a ply has been reviewed. All of them
# are kept with the result and sent in each of its streams.
MAX_REPORTS: Final = 2_000

Report = ReviewProgress | Progress
OnProgress = Callable[[Progress], object]


@dataclass(frozen=True, slots=True)
class CachedResult(Generic[R]):
    """The reports of a search, and its result."""

    reports: list[Report]
    result: R


AnyResult = CachedResult[Any]


@dataclass(eq=False)
class Search:
    """A task, the callers waiting for its result, and its reports so far."""

    task: AnyTask
    callers: list[tuple[str, OnProgress]] = field(default_factory=list)  # Clients with callbacks.
    reports: list[Report] = field(default_factory=list)
    future: asyncio.Task[AnyResult] = field(init=False)

    @property
    def clients(self) -> set[str]:
        """Return the clients that are waiting for the result."""
        return {client for client, _ in self.callers}

    def least(self, numbers: Mapping[str, int]) -> int:
        """Return the smallest of its clients' numbers."""
        return min((numbers.get(client, 0) for client in self.clients), default=0)

    @property
    def nodes_reached(self) -> int | None:
        """Return a `max_nodes` that the search has reached; None if it has no such report."""
        nodes = self.reports[-1].nodes // self.task.searches if self.reports else 0
        return nodes if nodes >= MIN_NODES else None

    def report(self, progress: Report) -> None:
        """Keep a report and pass it to every caller, unless it follows another one too closely.

        Reports on one ply are at least 1 / MAX_REPORTS of the budget apart, even if the task is run
        again. So which reports are left out depends only on the task, and so does the stream.
        """
        if self.reports:
            last = self.reports[-1]
            plies, last_plies = (getattr(each, "plies_reviewed", 0) for each in (progress, last))
            is_close = (progress.nodes - last.nodes) * MAX_REPORTS < progress.max_nodes
            if is_close and plies <= last_plies:
                return
        self.reports.append(progress)
        for _, on_progress in self.callers:
            on_progress(progress)


class Scheduler:
    """The running and waiting searches; without workers, one search runs at a time."""

    def __init__(self, workers: int, max_waiting: int) -> None:
        self._workers = max(1, workers)
        self._most = MOST * workers or 1
        self._max_waiting = max_waiting
        self._starts = 0
        self._last_starts: dict[str, int] = {}  # By client; those without a search are forgotten.
        self.running: set[Search] = set()
        self.waiting: dict[Search, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def slot(self, search: Search) -> AsyncIterator[None]:
        """Run the block once the search can run; raise OverloadedError if it cannot wait."""
        start = self.waiting[search] = asyncio.get_running_loop().create_future()
        try:
            self.update()
            if len(self.waiting) > self._max_waiting:
                self._refuse_one()
            await start
            yield
        finally:
            self.waiting.pop(search, None)
            self.running.discard(search)
            served = set[str]().union(*(each.clients for each in (*self.running, *self.waiting)))
            self._last_starts = {c: n for c, n in self._last_starts.items() if c in served}
            self.update()

    def update(self) -> None:
        """Start every waiting search that can run, in turn; call this after every change."""
        while ready := [each for each in self.waiting if each.callers and self._can_run(each)]:
            search = min(ready, key=lambda each: each.least(self._last_starts))
            self._starts += 1
            self._last_starts |= dict.fromkeys(search.clients, self._starts)
            self.running.add(search)
            self.waiting.pop(search).set_result(None)

    def _refuse_one(self) -> None:
        """Refuse the newest search of which every client has the most waiting searches."""
        numbers = Counter(client for search in self.waiting for client in search.clients)
        refused = max(reversed(self.waiting), key=lambda search: search.least(numbers))
        error = OverloadedError(is_share_used=refused.least(numbers) > 1)
        self.waiting.pop(refused).set_exception(error)

    def _can_run(self, search: Search) -> bool:
        if len(self.running) < self._workers:
            return True
        served = {client for each in self.running for client in each.clients}
        if len(self.running) >= self._most or search.clients <= served:
            return False
        return (
            search.task.is_turn
            or sum(not each.task.is_turn for each in self.running) < self._most - 1
        )
