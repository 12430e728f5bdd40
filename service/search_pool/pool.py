"""A bounded number of search workers, and of tasks that wait for one.

A worker that dies is replaced and its task is run again, at most twice: tasks are deterministic, so
the progress that was reported before is skipped. Cancelling `run` kills the worker of its task;
the next task that needs one starts another.
"""

import asyncio
import pickle
import sys
from asyncio import StreamReader, StreamWriter, create_subprocess_exec
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from service.engine.analysis import Progress
from service.engine.errors import EngineError
from service.engine.tasks import Result, Task
from service.search_pool.worker import HEADER, pack

MAX_ATTEMPTS: Final = 3
ROOT: Final = Path(__file__).parent.parent.parent

OnProgress = Callable[[Progress], object]


class OverloadedError(Exception):
    """All workers are busy, and as many tasks wait as may."""


class ClosedError(Exception):
    """The pool has been closed: the service is stopping."""


class WorkerDiedError(Exception):
    """A worker died in the middle of a task, at each of its attempts."""


class SearchPool:
    """Runs tasks in worker processes, which are started when first needed."""

    def __init__(self, workers: int, max_waiting: int) -> None:
        self._free = asyncio.Semaphore(workers)
        self._max_waiting = max_waiting
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False
        self.waiting = 0
        self.deaths = 0  # of workers that the pool did not end itself

    @property
    def running(self) -> int:
        """The number of workers that run a task."""
        return len(self._busy)

    async def run(self, task: Task, on_progress: OnProgress) -> Result:
        """The result of a task.

        Raises OverloadedError, ClosedError or WorkerDiedError, and what the task raises.
        """
        await self._acquire()
        try:
            return await self._attempts(task, on_progress)
        finally:
            self._free.release()

    async def _acquire(self) -> None:
        """Wait for a free worker; raises OverloadedError at once if too many tasks wait already."""
        if self._free.locked() and self.waiting >= self._max_waiting:
            raise OverloadedError
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    def open(self) -> None:
        """Accept tasks, also after `close`."""
        self._closed = False

    async def close(self) -> None:
        """End all workers and the tasks that they run; start no more."""
        self._closed = True
        for worker in [*self._idle, *self._busy]:
            await worker.end()
        self._idle.clear()

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
                self.deaths += 1
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

    def __init__(self, process: Process, tasks: StreamWriter, messages: StreamReader) -> None:
        self.process = process
        self._tasks = tasks
        self._messages = messages

    @classmethod
    async def start(cls) -> Self:
        """A new worker, waiting for a task."""
        command = (sys.executable, "-m", "service.search_pool.worker")
        process = await create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT)
        if process.stdin is None or process.stdout is None:
            raise WorkerDiedError
        return cls(process, process.stdin, process.stdout)

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
