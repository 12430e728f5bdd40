"""The server: uvicorn with guarded connections, which stops without losing a request."""

import asyncio
import signal
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from service.http.guard import TICK, Guard, logger


class Server(uvicorn.Server):
    """Drains when told to stop (docs/operations.md, "Shutdown")."""

    def __init__(self, config: uvicorn.Config, app: Starlette, limit: int, where: str) -> None:
        super().__init__(config)
        Guard.server = self
        self.app, self.settings = app, app.state.settings
        self.limit, self.where = limit, where
        self.max_head = 2 * (self.settings.max_uri_bytes + self.settings.max_header_bytes)
        self.open: set[Guard] = set()
        self.waiting: dict[Guard, None] = {}  # for their clients, the longest waiting one first
        self.patience = self.settings.idle_timeout  # seconds without a request
        self.new: Counter[str] = Counter()  # connections in this tick, by client
        self.turn = asyncio.Lock()
        self.accept: Callable[[], Guard] | None = None  # as uvicorn accepts a connection
        self.clock = 0.0  # seconds, counted in ticks: it stands still while the process does
        self.is_draining = self.is_closing = False
        self.hurry = asyncio.Event()
        metrics = app.state.searches.metrics
        metrics.gauge("connections", "Open connections.", lambda: len(self.open))
        metrics.gauge("max_connections", "Maximum number of open connections.", lambda: limit)
        self.evicted = metrics.counter("evicted_connections", "Connections closed above the limit.")

    def admit(self, guard: Guard) -> None:
        """Add a connection; if there are too many, the client with the most loses one."""
        self.new[guard.client] += 1
        self.open.add(guard)
        self.waiting[guard] = None
        if len(self.open) > self.limit:
            [(client, _)] = Counter(each.client for each in self.waiting).most_common(1)
            longest = next(each for each in self.waiting if each.client == client)
            logger.debug("connection from %s evicted", longest.client)
            self.evicted.inc()
            longest.abort()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and watch the connections."""
        await super().startup(sockets)
        self.watching = asyncio.create_task(self._watch())
        logger.info("running on %s (press CTRL+C to quit)", self.where)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await asyncio.sleep(0)  # what has arrived is read first
            for guard in list(self.open):
                guard.check()
            self.clock += TICK
            self.new.clear()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at a second SIGINT, uvicorn would drop what is in flight."""
        if self.should_exit and sig == signal.SIGINT:
            self.hurry.set()
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then stop."""
        self.app.state.readiness.is_accepting, self.is_draining = False, True
        await self._pause(self.settings.drain_delay)
        for _ in range(100):  # at most 5 seconds for requests that were sent at once
            if any(guard.has_more() for guard in self.open):
                await asyncio.sleep(0.05)
        self.is_closing, self.patience = True, TICK
        listeners = [each.dup() for each in sockets or []]
        ending = asyncio.create_task(self._end_searches())
        stopping = asyncio.create_task(super().shutdown(sockets))
        await asyncio.sleep(0)  # uvicorn has stopped listening
        for listener in listeners:
            with listener, suppress(BlockingIOError):
                while self.accept:  # connections made until then may have sent a request
                    accepted, _ = listener.accept()
                    await asyncio.get_running_loop().connect_accepted_socket(self.accept, accepted)
        await stopping
        ending.cancel()

    async def _end_searches(self) -> None:
        await self._pause(self.settings.drain_timeout)
        await self.app.state.searches.close()

    async def _pause(self, seconds: float) -> None:
        """Wait, at most until the second SIGINT."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)
