"""Decide which searches run, and in which order the others wait.

The operator sets the number of regular workers. A search starts if fewer searches than that are
running. Up to twice as many can run if each additional search is for a network without a running
search, so that nobody waits for another network's long searches. If twice as many run, at least one
must be short, so that what takes a second does not wait for several of the longest searches; a
short search only waits for those of its own network.

The other searches wait, each client's in order of arrival. Next is one of a network that has no
running search, if there is one; of these, networks take turns, and so do the clients of a network:
next is the one whose last search started first. A search with several steps gives its slot back
after each of them, and waits for its next turn. So a client can use every slot that nobody else
needs, and a newcomer waits for at most one step of a search. A running step is never stopped to
make room for another.

If too many new searches wait, the newest one of the network with the most is refused. A search that
several clients wait for counts as a search of each of these clients.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from typing import Any, Final, Generic

from ..engine.analysis import Progress
from ..engine.budget import MIN_NODES
from ..engine.review import ReviewProgress
from ..quotas import OverloadedError, network_of
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
    has_started: bool = False
    is_known: bool = False  # Whether its findings were known, so that little has been searched.
    future: asyncio.Task[AnyResult] = field(init=False)
    name: str = field(default_factory=partial(token_hex, 4))  # For operators.
    since: datetime = field(default_factory=partial(datetime.now, UTC))
    limit: asyncio.Timeout = field(default_factory=partial(asyncio.timeout, None))

    @property
    def clients(self) -> set[str]:
        """Return the clients that are waiting for the result."""
        return {client for client, _ in self.callers}

    @property
    def networks(self) -> set[str]:
        """Return the networks of these clients."""
        return set(map(network_of, self.clients))

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

    @property
    def all(self) -> list[Search]:
        """Return the running and waiting searches, except those that have been ended."""
        return [each for each in (*self.running, *self.waiting) if not each.limit.expired()]

    @asynccontextmanager
    async def slot(self, search: Search) -> AsyncIterator[None]:
        """Run the block once the search can run; raise OverloadedError if it cannot wait."""
        try:
            start = self._queue(search)
            new = [each for each in self.waiting if not each.has_started]
            if len(new) > self._max_waiting:
                self._refuse_one(new)
            await start
            yield
        finally:
            self.waiting.pop(search, None)
            self.running.discard(search)
            self.update()

    async def give_way(self, search: Search) -> None:
        """Give the slot of a running search back, and wait for its next turn."""
        self.running.discard(search)
        await self._queue(search)

    def _queue(self, search: Search) -> asyncio.Future[None]:
        """Return a future that is done once a search can run."""
        start = self.waiting[search] = asyncio.get_running_loop().create_future()
        self.update()
        return start

    def update(self) -> None:
        """Start every waiting search that can run, in turn; call this after every change."""
        while ready := [each for each in self.waiting if each.callers and self._can_run(each)]:
            search = min(ready, key=self._turn)
            self._starts += 1
            self._last_starts |= dict.fromkeys(search.clients | search.networks, self._starts)
            search.has_started = True
            self.running.add(search)
            self.waiting.pop(search).set_result(None)
        searches = (*self.running, *self.waiting)
        served = set[str]().union(*(each.clients | each.networks for each in searches))
        self._last_starts = {c: n for c, n in self._last_starts.items() if c in served}

    def _turn(self, search: Search) -> tuple[bool, int, int]:
        """Return a value that is the lowest for the search that starts next."""
        last = self._last_starts
        return (
            search.networks <= self._networks(),
            min(last.get(network, 0) for network in search.networks),
            min(last.get(client, 0) for client in search.clients),
        )

    def _networks(self, *, is_short: bool = False) -> set[str]:
        """Return the networks with a running search, or with one that is short."""
        found = (each for each in self.running if each.task.is_short or not is_short)
        return set[str]().union(*(each.networks for each in found))

    def _refuse_one(self, new: list[Search]) -> None:
        """Refuse the newest search of which every network has the most waiting searches."""
        numbers = Counter(network for search in new for network in search.networks)
        least = {each: min((numbers[n] for n in each.networks), default=0) for each in new}
        refused = max(reversed(new), key=least.__getitem__)
        error = OverloadedError(is_share_used=least[refused] > 1)
        self.waiting.pop(refused).set_exception(error)

    def _can_run(self, search: Search) -> bool:
        if len(self.running) < self._workers:
            return True
        is_short = search.task.is_short
        if len(self.running) >= self._most or search.networks <= self._networks(is_short=is_short):
            return False
        return is_short or sum(not each.task.is_short for each in self.running) < self._most - 1
