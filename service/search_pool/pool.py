"""A bounded number of search workers, and of tasks that wait for one.

A worker that dies is replaced and its task is run again, at most twice: tasks are deterministic, so
the progress that was reported before is skipped. Cancelling `run` kills the worker of its task, as
does a task that takes longer than it may; the next task that needs a worker starts another.
"""

import asyncio
import logging
import pickle
import sys
from asyncio import StreamReader, StreamWriter, create_subprocess_exec
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final, Self

from service.engine.analysis import Progress
from service.engine.errors import EngineError
from service.engine.tasks import Result, Task
from service.search_pool.metrics import SearchMetrics
from service.search_pool.shares import OverloadedError
from service.search_pool.turns import Turns
from service.search_pool.worker import HEADER, pack

MAX_ATTEMPTS: Final = 3
MAX_COMPLAINT: Final = 8_192  # bytes
# Where workers import `service` from: the checkout, or site-packages.
IMPORT_FOLDER: Final = Path(__file__).parents[2]

logger = logging.getLogger("noughts")

OnProgress = Callable[[Progress], object]


class ClosedError(Exception):
    """The pool has been closed: the service is stopping."""


class WorkerDiedError(Exception):
    """A worker died in the middle of a task, at each of its attempts."""


class SearchTimeoutError(Exception):
    """A task has taken as long as a task may."""


class SearchPool:
    """Runs tasks in worker processes, which are started when first needed."""

    def __init__(
        self, workers: int, max_waiting: int, max_seconds: float, metrics: SearchMetrics
    ) -> None:
        self._turns = Turns(workers, max_waiting)
        self._max_seconds = max_seconds
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False
        self._metrics = metrics
        metrics.gauge("workers", "Maximum number of workers.", lambda: workers)
        metrics.gauge("searches_running", "Searches running in a worker.", lambda: self.running)
        metrics.gauge("max_waiting", "Maximum number of searches waiting.", lambda: max_waiting)
        metrics.gauge("searches_waiting", "Searches waiting for a worker.", lambda: self.waiting)

    @property
    def running(self) -> int:
        """The number of workers that run a task."""
        return len(self._busy)

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a worker."""
        return self._turns.waiting

    async def run(self, task: Task, client: str, on_progress: OnProgress) -> Result:
        """The result of a task of a client.

        Raises OverloadedError, ClosedError, SearchTimeoutError or WorkerDiedError.
        """
        async with self._turns.turn(client):
            try:
                async with asyncio.timeout(self._max_seconds * task.searches):
                    return await self._timed(task, on_progress)
            except TimeoutError as error:
                raise SearchTimeoutError from error

    def open(self) -> None:
        """Accept tasks, also after `close`."""
        self._closed = False

    async def close(self) -> None:
        """End all workers and the tasks that they run; start no more."""
        self._closed = True
        for worker in [*self._idle, *self._busy]:
            await worker.end()
        self._idle.clear()

    async def _timed(self, task: Task, on_progress: OnProgress) -> Result:
        """The result of a task, which is counted."""
        started = perf_counter()
        result = await self._attempts(task, on_progress)
        self._metrics.note(task, result, perf_counter() - started)
        return result

    async def _attempts(self, task: Task, on_progress: OnProgress) -> Result:
        """The result from the first worker that survives the task."""
        reported = 0  # over all attempts: each of them repeats the reports of the one before

        for _ in range(MAX_ATTEMPTS):
            count = 0

            def report(progress: Progress) -> None:
                nonlocal count, reported
                count += 1
                if count > reported:
                    reported = count
                    on_progress(progress)

            try:
                return await self._attempt(task, report)
            except (EOFError, ConnectionError) as error:
                if self._closed:
                    raise ClosedError from error
                self._metrics.worker_restarts.inc()
        raise WorkerDiedError

    async def _attempt(self, task: Task, on_progress: OnProgress) -> Result:
        """The result from one worker; raises EOFError or ConnectionError if it dies."""
        if self._closed:
            raise ClosedError
        worker = self._idle.pop() if self._idle else await Worker.start()
        self._busy.add(worker)
        try:
            if self._closed:
                raise ClosedError
            result = await worker.run(task, on_progress)
        except EngineError:
            self._idle.append(worker)
            raise
        else:
            self._idle.append(worker)
            return result
        finally:
            self._busy.discard(worker)
            if worker not in self._idle:
                await worker.end()


class Worker:
    """A process of service/search_pool/worker.py, seen from the server."""

    def __init__(
        self,
        process: Process,
        tasks: StreamWriter,
        messages: StreamReader,
        complaints: StreamReader,
    ) -> None:
        self.process = process
        self._tasks = tasks
        self._messages = messages
        self._complaining = asyncio.create_task(_log_complaints(complaints))

    @classmethod
    async def start(cls) -> Self:
        """A new worker, waiting for a task."""
        command = (sys.executable, "-m", "service.search_pool.worker")
        try:
            process = await create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=IMPORT_FOLDER
            )
        except OSError as error:  # no memory, or no more processes or files
            logger.warning("a search worker cannot be started: %s", error.strerror)
            raise OverloadedError from error
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise WorkerDiedError
        return cls(process, process.stdin, process.stdout, process.stderr)

    async def run(self, task: Task, on_progress: OnProgress) -> Result:
        """The result of a task, or its EngineError; raises EOFError or ConnectionError at death."""
        self._send(task)
        while isinstance(message := await self._receive(), Progress):
            on_progress(message)
        return message

    def _send(self, task: Task) -> None:
        if self._tasks.is_closing():
            raise ConnectionResetError
        self._tasks.write(pack(task))

    async def _receive(self) -> Progress | Result:
        length = HEADER.unpack(await self._messages.readexactly(HEADER.size))[0]
        message: Progress | Result | EngineError = pickle.loads(  # noqa: S301  from our own worker
            await self._messages.readexactly(length)
        )
        if isinstance(message, EngineError):
            raise message
        return message

    async def end(self) -> None:
        """Kill the worker, if it is alive, and wait until it is gone."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await asyncio.wait([self._complaining])


async def _log_complaints(stream: StreamReader) -> None:
    """Log the last that a worker has written to its standard error, when that ends."""
    said = b""
    while more := await stream.read(MAX_COMPLAINT):
        said = (said + more)[-MAX_COMPLAINT:]
    if said:
        logger.error("a search worker ended with: %s", said.decode(errors="replace").strip())
