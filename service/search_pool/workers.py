"""Run steps of tasks in worker processes, or in a thread where other processes make no sense.

A process runs one step at a time; to stop a step early, its process is killed. A process may be
suspended, or in a system call that does not return, so every wait has a timeout. Callers of
`Worker.run` must limit the time themselves.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Final, cast

from ..engine.analysis import Progress
from ..engine.errors import EngineError
from ..engine.search.compiled.interface import SearchName, using
from ..engine.steps import Step
from .errors import NotReadyError, WorkerDiedError
from .scheduler import OnProgress
from .worker import LENGTH

COMMAND: Final = (sys.executable, "-m", f"{__package__}.worker")
# The folder of the top-level package: the checkout, or site-packages.
ROOT: Final = Path(__file__).parents[__name__.count(".")]
MAX_UNREAD: Final = 2**26  # Bytes; with more unread output, the end of a process is not noticed.
START_TIMEOUT: Final = 10.0  # Seconds; a worker usually starts in 0.07.
END_TIMEOUT: Final = 10.0  # Seconds; a killed process usually ends in 0.01.

logger = logging.getLogger("noughts")


class ProcessWorker:
    """A process that runs steps; it shares the server's standard error."""

    def __init__(self, search: SearchName) -> None:
        self.search = search
        self.process: Process | None = None
        self.is_free = False  # True while it waits for a step.
        self.starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        """Start the process, and wait until it can accept steps; kill it if the start fails."""
        try:
            async with asyncio.timeout(START_TIMEOUT):
                self.process = await asyncio.create_subprocess_exec(
                    *COMMAND, self.search, cwd=ROOT, stdin=PIPE, stdout=PIPE, limit=MAX_UNREAD
                )
                await self._receive(self.process)
        except (OSError, WorkerDiedError) as error:  # A TimeoutError is an OSError.
            await self.end()
            logger.warning("a search worker cannot be started: %s", str(error) or "timeout")

    @property
    def has_ended(self) -> bool:
        """Return whether the process has ended, or could not be started."""
        return self.starting.done() and (not self.process or self.process.returncode is not None)

    async def run(self, step: Step, report: OnProgress) -> object:
        """Return a step's result; raise its EngineError, or WorkerDiedError if the process dies."""
        process = cast("Process", self.process)
        self.is_free = False
        # If the process has died, reading its output shows it.
        cast("asyncio.StreamWriter", process.stdin).write(pickle.dumps(step))
        while isinstance(message := await self._receive(process), Progress):
            report(message)
        if isinstance(message, EngineError):
            raise message
        return message

    async def _receive(self, process: Process) -> object:
        """Return the next message; the worker is then free, unless the message is a report."""
        stdout = cast("asyncio.StreamReader", process.stdout)
        try:
            length = int.from_bytes(await stdout.readexactly(LENGTH), "big")
            message: object = pickle.loads(await stdout.readexactly(length))  # noqa: S301  ours
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            await self.end()
            raise WorkerDiedError(f"exit status {process.returncode}") from error
        self.is_free = not isinstance(message, Progress)
        return message

    async def end(self) -> None:
        """Kill the process, and wait until it has ended, for at most END_TIMEOUT."""
        if self.process:
            with suppress(ProcessLookupError):
                self.process.kill()
            try:
                await asyncio.wait_for(self.process.wait(), END_TIMEOUT)
            except TimeoutError:
                logger.warning("search worker %d does not end", self.process.pid)


class ThreadWorker:
    """A thread of the server process; Python code in a task slows down all requests.

    A search whose callers have left ends at its next report; a task without reports, such as an
    exam, runs to its end, and then the next task starts.
    """

    def __init__(self, search: SearchName) -> None:
        self.search = search
        self.has_ended = False  # Until the service stops.
        self.is_free = True
        self.starting = asyncio.create_task(asyncio.sleep(0))
        self._executor = ThreadPoolExecutor(1)

    async def run(self, step: Step, report: OnProgress) -> object:
        """Return a step's result; raise its EngineError, or NotReadyError after `end`."""
        loop, is_left = asyncio.get_running_loop(), Event()

        def forward(progress: Progress) -> None:
            if is_left.is_set() or self.has_ended:
                raise NotReadyError
            loop.call_soon_threadsafe(report, progress)

        run = using(self.search)(step.run)
        try:
            return await loop.run_in_executor(self._executor, run, forward)
        finally:
            is_left.set()

    async def end(self) -> None:
        """End the running task at its next report."""
        self.has_ended = True


Worker = ProcessWorker | ThreadWorker


class Workers:
    """Workers that are started in advance and kept; more are started on demand."""

    def __init__(self, start: Callable[[], Worker], on_failure: Callable[[], object]) -> None:
        self.is_open = True
        self._start = start
        self._on_failure = on_failure  # If a worker does not start, or ends while it is idle.
        self._has_failed = True  # Whether the last that ended had not started; none has, at first.
        self._all: list[Worker] = []
        self._idle: list[Worker] = []  # Free or starting workers; the last is used first.

    async def open(self, number: int) -> None:
        """Start this many workers, even after `close`; wait until each is ready or has failed."""
        self.is_open = True
        for _ in range(number):
            self._add()
        await asyncio.wait([worker.starting for worker in self._all])

    async def close(self) -> None:
        """Kill all workers, and start no more."""
        self.is_open = False
        for worker in self._all:
            worker.starting.cancel()
        await asyncio.gather(*(worker.end() for worker in self._all))

    def ensure_one(self) -> bool:
        """Start a worker if there is none; return whether one is running or likely to start."""
        self._forget_ended()
        if not self._all:
            self._add()
        is_running = any(worker.starting.done() for worker in self._all)
        return self.is_open and (is_running or not self._has_failed)

    @asynccontextmanager
    async def take(self) -> AsyncIterator[Worker]:
        """Yield a free worker; raise NotReadyError if none can be started.

        A worker that is not free when the block ends is killed and replaced.
        """
        self._forget_ended()
        if not self._idle:
            self._add()
        if not self.is_open:
            raise NotReadyError
        worker = self._idle.pop()
        try:
            await asyncio.wait([worker.starting])
            if not worker.is_free:
                self._note_failure(worker)
                raise NotReadyError
            yield worker
        finally:
            if worker.is_free or not worker.starting.done():
                self._idle.append(worker)
            else:
                self._add()
                await worker.end()

    def _add(self) -> None:
        """Start a worker in the background, unless the service is stopping."""
        if self.is_open:
            worker = self._start()
            self._all.append(worker)
            self._idle.insert(0, worker)

    def _forget_ended(self) -> None:
        """Forget workers that have ended, and count those that nobody was using."""
        for worker in [each for each in self._idle if each.has_ended]:
            self._idle.remove(worker)
            self._note_failure(worker)
        self._all = [worker for worker in self._all if not worker.has_ended]

    def _note_failure(self, worker: Worker) -> None:
        """Count a worker that did not start, or that ended while it was idle, and so still free."""
        self._has_failed = not worker.is_free
        self._on_failure()
