"""The worker processes, seen from the server.

A process runs one task at a time, and is killed to end it. It may be stopped, or in a system call
that does not return, so every wait has a limit; the caller of `Worker.run` sets that of a task.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Self, cast

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
        """Start a process; raises OSError."""
        return cls(
            await asyncio.create_subprocess_exec(
                *COMMAND, cwd=IMPORT_FOLDER, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        )

    async def ready(self) -> None:
        """Wait until the process can run tasks; raises WorkerDiedError."""
        await self._receive()

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


class Workers:
    """Workers that are started in advance and kept; more are started on demand."""

    def __init__(self) -> None:
        self.is_open = True
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._processes: dict[Worker, asyncio.Task[int]] = {}  # until they are gone
        self._starts: set[asyncio.Task[None]] = set()  # in the background

    async def open(self, number: int) -> None:
        """Allow searches, also after `close`, and start workers."""
        self.is_open = True
        await asyncio.gather(*(self._add() for _ in range(number)))

    async def close(self) -> None:
        """Kill all workers, and start no more."""
        self.is_open = False
        self._idle.clear()
        for worker in self._processes:
            worker.kill()
        if ending := {*self._processes.values(), *self._starts}:
            _, left = await asyncio.wait(ending, timeout=END_TIMEOUT)
            if left:
                logger.warning("%d search workers do not end", len(left))

    @property
    def is_ready(self) -> bool:
        """Whether a worker runs; if none does, one is started in the background."""
        self._drop_dead()
        is_ready = bool(self._idle or self._busy)
        if not (is_ready or self._starts):
            self._add_in_background()
        return is_ready

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Worker]:
        """Have a worker for the duration of a block; raises NotReadyError.

        A worker that is not free at the end of the block is killed and replaced.
        """
        self._drop_dead()
        if self._starts and not self._idle:
            await asyncio.wait(self._starts, return_when=asyncio.FIRST_COMPLETED)
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
                self._add_in_background()

    def _drop_dead(self) -> None:
        self._idle = [worker for worker in self._idle if worker in self._processes]

    async def _start(self) -> Worker:
        """Return a new worker; raises NotReadyError."""
        if not self.is_open:
            raise NotReadyError
        try:
            async with asyncio.timeout(START_TIMEOUT):
                worker = await Worker.start()
                self._processes[worker] = gone = asyncio.create_task(worker.process.wait())
                gone.add_done_callback(lambda _: self._processes.pop(worker))
                try:
                    await worker.ready()
                finally:
                    if not (worker.is_free and self.is_open):
                        worker.kill()
        except (OSError, WorkerDiedError) as error:  # a TimeoutError is an OSError
            logger.warning("a search worker cannot be started: %s", str(error) or "timeout")
            raise NotReadyError from error
        return worker

    async def _add(self) -> None:
        with suppress(NotReadyError):
            worker = await self._start()
            self._idle.append(worker)  # another list than before the start, perhaps

    def _add_in_background(self) -> None:
        start = asyncio.create_task(self._add())
        self._starts.add(start)
        start.add_done_callback(self._starts.discard)
