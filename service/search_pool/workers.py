"""The worker processes, seen from the server."""

import asyncio
import logging
import pickle
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from math import inf
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Final

from service.engine.analysis import Progress
from service.engine.errors import EngineError
from service.engine.tasks import Result
from service.search_pool.scheduler import Search
from service.search_pool.worker import HEADER
from service.shares import OverloadedError

COMMAND: Final = (sys.executable, "-m", "service.search_pool.worker")
IMPORT_FOLDER: Final = Path(__file__).parents[2]  # of `service`: the checkout, or site-packages
MAX_READ: Final = 65_536  # bytes

logger = logging.getLogger("noughts")


class ClosedError(Exception):
    """There are no workers: the service is stopping."""


class Worker:
    """A process that runs one search at a time."""

    def __init__(self, fork_server: socket.socket) -> None:
        self.is_free, self.is_killed = True, False
        self._received = bytearray()
        self._channel, channel = socket.socketpair()
        self._channel.setblocking(False)
        self._lifeline, lifeline = socket.socketpair()
        self._lifeline.setblocking(False)
        with channel, lifeline:
            socket.send_fds(fork_server, [b"+"], [channel.fileno(), lifeline.fileno()])

    async def run(self, search: Search) -> Result:
        """The result of a search; raises its EngineError, or EOFError or ConnectionError."""
        self.is_free = False
        task = pickle.dumps(search.task)
        await asyncio.get_running_loop().sock_sendall(self._channel, task)
        number = 0
        while isinstance(message := await self._receive(), Progress):
            if number == len(search.reports):  # otherwise, an earlier attempt has reported it
                search.report(message)
            number += 1
        self.is_free = not self.is_killed
        if isinstance(message, EngineError):
            raise message
        return message

    async def _receive(self) -> Progress | Result | EngineError:
        await self._read(HEADER.size)
        end = HEADER.size + HEADER.unpack_from(self._received)[0]
        await self._read(end)
        body = self._received[HEADER.size : end]
        del self._received[:end]
        message: Progress | Result | EngineError = pickle.loads(body)  # noqa: S301  our worker
        return message

    async def _read(self, size: float) -> None:
        """Read until so many bytes are there; raises EOFError."""
        loop = asyncio.get_running_loop()
        while len(self._received) < size:
            more = await loop.sock_recv(self._channel, MAX_READ)
            if not more:
                raise EOFError
            self._received += more

    def kill(self) -> None:
        """End the process at once."""
        self.is_killed = True
        self._lifeline.close()

    def last_words(self) -> str:
        """What a process that has died wrote to standard error; nothing if a signal ended it."""
        with suppress(BlockingIOError, ConnectionError):
            return self._lifeline.recv(MAX_READ).decode(errors="replace").strip()
        return ""

    async def end(self) -> None:
        """Kill the process unless it has died, and return once it is gone."""
        self.kill()
        with self._channel, suppress(EOFError, ConnectionError):
            await self._read(inf)


class Workers:
    """Workers that are started in advance and kept."""

    def __init__(self) -> None:
        self._idle: list[Worker] = []
        self._is_open = True
        self._process: Popen[bytes] | None = None  # the fork server
        self._fork_server: socket.socket | None = None

    def open(self, number: int) -> None:
        """Allow searches, also after `close`, and start workers."""
        self._is_open = True
        with suppress(OverloadedError):
            self._idle += [self._start() for _ in range(number)]

    async def close(self) -> None:
        """End all workers, and start no more."""
        self._is_open = False
        while self._idle:
            await self._idle.pop().end()
        if self._process and self._fork_server:
            self._fork_server.close()
            await asyncio.to_thread(self._process.wait)

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Worker]:
        """A worker for one search; raises ClosedError or OverloadedError."""
        worker = self._idle.pop() if self._idle else self._start()
        try:
            yield worker
        finally:
            if worker.is_free:
                self._idle.append(worker)
            else:
                await worker.end()
                with suppress(ClosedError, OverloadedError):
                    self._idle.append(self._start())

    def _start(self) -> Worker:
        if not self._is_open:
            raise ClosedError
        try:
            with suppress(BrokenPipeError):
                return Worker(self._control())
            if self._process:
                self._process.wait()  # it has been killed, but is not quite gone
            return Worker(self._control())
        except OSError as error:  # no memory, or no more processes or files
            logger.warning("a search worker cannot be started: %s", error.strerror)
            raise OverloadedError from error

    def _control(self) -> socket.socket:
        """The socket of the fork server, which is started if it does not run."""
        if self._process is None or self._process.poll() is not None or self._fork_server is None:
            if self._fork_server:
                self._fork_server.close()
            self._fork_server, theirs = socket.socketpair()
            self._fork_server.setblocking(False)
            with theirs:
                self._process = Popen(  # noqa: S603  our own command
                    COMMAND, cwd=IMPORT_FOLDER, stdin=theirs.fileno(), stdout=DEVNULL
                )
        return self._fork_server
