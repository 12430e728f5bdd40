"""Which searches run, and in which order the others wait.

The operator sets a number of workers. A search runs if fewer of them are running. Up to twice as
many run if they are of clients that have none running, so nobody waits for another client's long
searches. One of these places is never given to a search longer than a turn, so a move need not
wait for several longest searches. A search that runs is never stopped for another one.

The rest wait in order, each in one of the waiting places that clients share. A search that several
clients wait for is a search of each of them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from service.quotas import ClientQuota
from service.search_pool.search import Search

MOST: Final = 2  # searches that run, for each worker that the operator has set


class Scheduler:
    """Lets searches run."""

    def __init__(self, workers: int, max_waiting: int) -> None:
        self._workers = workers
        self._places = ClientQuota(max_waiting, max_waiting)
        self.running: set[Search] = set()
        self.waiting: dict[Search, asyncio.Event] = {}

    @asynccontextmanager
    async def slot(self, search: Search, client: str) -> AsyncIterator[None]:
        """Wait until a search can run, for the duration of a block; raises OverloadedError."""
        try:
            if self._can_run(search):
                self.running.add(search)
            else:
                with self._places.acquire(client):
                    self.waiting[search] = asyncio.Event()
                    await self.waiting[search].wait()
            yield
        finally:
            self.waiting.pop(search, None)
            self.running.discard(search)
            self.update()

    def update(self) -> None:
        """Start searches; to be called after every change."""
        for search in list(self.waiting):
            if self._can_run(search):
                self.running.add(search)
                self.waiting.pop(search).set()

    def _can_run(self, search: Search) -> bool:
        if len(self.running) < self._workers:
            return True
        most = MOST * self._workers
        if len(self.running) >= most or self._has_one_running(search):
            return False
        return search.is_turn or sum(not each.is_turn for each in self.running) < most - 1

    def _has_one_running(self, search: Search) -> bool:
        """Whether each client of a search waits for another one that runs."""
        return search.clients <= {client for each in self.running for client in each.clients}
