"""The worker processes, seen from the server.

A process runs one task at a time, and is killed to end it. It may be stopped, or in a system call
that does not return, so every wait has a limit; the caller of `Worker.run` sets that of a task.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self, cast

from service.engine.analysis import Progress
from service.engine.errors import EngineError
from service.engine.tasks import Result, Task
from service.search_pool.search import OnProgress
from service.search_pool.worker import LENGTH

COMMAND: Final = (sys.executable, "-m", f"{__name__.rpartition('.')[0]}.worker")
# The folder of the top-level package: the checkout, or site-packages.
IMPORT_FOLDER: Final = Path(__file__).parents[__name__.count(".")]
START_TIMEOUT: Final = 10.0  # seconds; 0.07 are usual
END_TIMEOUT: Final = 1.0  # seconds
MAX_STDERR: Final = 4_096  # characters in the log

logger = logging.getLogger("noughts")


class NotReadyError(Exception):
    """No worker can be started, or the service is stopping."""


class WorkerDiedError(Exception):
    """A worker died in the middle of a search."""


class Worker:
    """A process that runs one task at a time."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._input = cast("asyncio.StreamWriter", process.stdin)
        self._output = cast("asyncio.StreamReader", process.stdout)
        self._errors = cast("asyncio.StreamReader", process.stderr)
        self.is_free = False  # whether it waits for a task

    @classmethod
    async def start(cls) -> Self:
        """Start a process; raises OSError, TimeoutError or WorkerDiedError."""
        async with asyncio.timeout(START_TIMEOUT):
            process = await asyncio.create_subprocess_exec(
                *COMMAND, cwd=IMPORT_FOLDER, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
            worker = cls(process)
            try:
                await worker._receive()
            finally:
                if not worker.is_free:
                    worker.kill()
            return worker

    async def run(self, task: Task, report: OnProgress) -> Result:
        """Return the result of a task; raises its EngineError, or WorkerDiedError."""
        self.is_free = False
        self._input.write(pickle.dumps(task))
        with suppress(ConnectionError):  # it has died, as the output shows
            await self._input.drain()
        while isinstance(message := await self._receive(), Progress):
            report(message)
        if isinstance(message, EngineError):
            raise message
        return cast("Result", message)

    async def _receive(self) -> object:
        """Return the next message; after any but a report, the worker is free."""
        try:
            length = int.from_bytes(await self._output.readexactly(LENGTH), "big")
            body = await self._output.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise WorkerDiedError(await self._last_words()) from error
        message: object = pickle.loads(body)  # noqa: S301  from our worker
        self.is_free = not isinstance(message, Progress)
        return message

    async def _last_words(self) -> str:
        """Return the end of what a process that has died wrote to standard error."""
        written = b""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(END_TIMEOUT):
                written = await self._errors.read()
        return written.decode(errors="replace").strip()[-MAX_STDERR:] or "killed by a signal"

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        self.kill()
        try:
            async with asyncio.timeout(END_TIMEOUT):
                await self.process.wait()
        except TimeoutError:
            logger.warning("search worker %d does not end", self.process.pid)


class Workers:
    """Workers that are started in advance and kept; more are started on demand."""

    def __init__(self) -> None:
        self.is_open = True
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._replacements: set[asyncio.Task[None]] = set()

    async def open(self, number: int) -> None:
        """Allow searches, also after `close`, and start workers."""
        self.is_open = True
        await asyncio.gather(*(self._add() for _ in range(number)))

    async def close(self) -> None:
        """Kill all workers, and start no more."""
        self.is_open = False
        for replacement in self._replacements:
            replacement.cancel()
        ending = [worker.end() for worker in (*self._idle, *self._busy)]
        self._idle.clear()
        await asyncio.gather(*ending, *self._replacements, return_exceptions=True)

    @property
    def is_ready(self) -> bool:
        """Whether a worker runs; if none does, one is started in the background."""
        self._drop_dead()
        if not (self._idle or self._busy or self._replacements):
            self._in_background(self._add())
        return bool(self._idle or self._busy)

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Worker]:
        """Have a worker for the duration of a block; raises NotReadyError.

        A worker that is not free at the end of the block is killed and replaced.
        """
        self._drop_dead()
        worker = self._idle.pop() if self._idle else await self._start()
        self._busy.add(worker)
        try:
            yield worker
        finally:
            self._busy.remove(worker)
            if worker.is_free:
                self._idle.append(worker)
            else:
                worker.kill()
                self._in_background(self._replace(worker))

    def _drop_dead(self) -> None:
        self._idle = [worker for worker in self._idle if worker.process.returncode is None]

    async def _start(self) -> Worker:
        """Return a new worker; raises NotReadyError."""
        if not self.is_open:
            raise NotReadyError
        try:
            worker = await Worker.start()
        except (OSError, WorkerDiedError) as error:  # a TimeoutError is an OSError
            logger.warning("a search worker cannot be started: %s", error or "timeout")
            raise NotReadyError from error
        if not self.is_open:
            await worker.end()
            raise NotReadyError
        return worker

    async def _add(self) -> None:
        with suppress(NotReadyError):
            self._idle.append(await self._start())

    async def _replace(self, worker: Worker) -> None:
        await worker.end()
        await self._add()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._replacements.add(task)
        task.add_done_callback(self._replacements.discard)
