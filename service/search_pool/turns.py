"""Whose task gets the next free worker: the clients in turn, the tasks of each in order."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.search_pool.shares import Shares


class Turns:
    """Gives out workers; of several, one client never has more than half."""

    def __init__(self, workers: int, max_waiting: int) -> None:
        places = workers + max_waiting
        self._shares = Shares(places, max(1, (places + 1) // 2))
        self._free = workers
        self._max_running = max(1, workers // 2)
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a worker."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Have a worker for the duration of a block; raises OverloadedError at once."""
        with self._shares.hold(client):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(client, deque()).append(turn)
            self._give_out()
            try:
                await turn
                yield
            finally:
                self._end(client, turn)

    def _give_out(self) -> None:
        """Let those run whose turn it is, as long as there are workers."""
        while self._free and (client := self._next_client()):
            turn = self._waiting[client][0]
            self._remove(client, turn)
            if not turn.cancelled():
                self._free -= 1
                self._running[client] += 1
                turn.set_result(None)

    def _next_client(self) -> str | None:
        """The client that has waited longest for a turn and may have one."""
        may_run = (c for c in self._waiting if self._running[c] < self._max_running)
        return next(may_run, None)

    def _remove(self, client: str, turn: asyncio.Future[None]) -> None:
        """Take a turn out of the queue of a client, which goes to the end of all queues."""
        turns = self._waiting.pop(client)
        turns.remove(turn)
        if turns:
            self._waiting[client] = turns

    def _end(self, client: str, turn: asyncio.Future[None]) -> None:
        """Give a turn back, or give up waiting for it."""
        if not turn.cancelled():
            self._free += 1
            self._running[client] -= 1
        elif turn in self._waiting.get(client, ()):
            self._remove(client, turn)
        self._give_out()
