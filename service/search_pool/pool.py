"""A bounded number of search workers, and of those who wait for one.

A worker that dies is replaced, and its task is run again, twice at most: tasks are deterministic,
so what was reported before is skipped. A task that nobody waits for any more ends with its
worker, which is replaced when it is needed.
"""

import asyncio
import pickle
import sys
from asyncio import StreamReader, StreamWriter, create_subprocess_exec
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Final, Self

from service.engine.analysis import Progress
from service.engine.explain.review import ReviewProgress
from service.engine.tasks import Result, Task
from service.search_pool.worker import HEADER, pack

ATTEMPTS: Final = 3
ROOT: Final = Path(__file__).parent.parent.parent


class OverloadedError(Exception):
    """All workers are busy, and as many wait as may."""


class ClosedError(Exception):
    """The pool has been closed: the service is about to end."""


class WorkerDiedError(Exception):
    """A worker ended in the middle of a task, again and again."""


class SearchPool:
    """Runs tasks in processes of their own; the processes are started when first needed."""

    def __init__(self, workers: int, most_waiting: int) -> None:
        self._free = asyncio.Semaphore(workers)
        self._most_waiting = most_waiting
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False
        self.waiting = 0
        self.deaths = 0  # of workers that nobody had ended

    @property
    def running(self) -> int:
        """How many workers are at work."""
        return len(self._busy)

    async def run(self, task: Task) -> AsyncGenerator[Progress | Result]:
        """The reports of a task, and last its result; closing the generator ends the search.

        Raises OverloadedError, ClosedError or WorkerDiedError.
        """
        await self._place()
        try:
            async with aclosing(self._attempts(task)) as messages:
                async for message in messages:
                    yield message
        finally:
            self._free.release()

    async def _place(self) -> None:
        """Wait for a free worker; raises OverloadedError at once if too many wait already."""
        if self._free.locked() and self.waiting >= self._most_waiting:
            raise OverloadedError
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    def open(self) -> None:
        """Take tasks, also after an end."""
        self._closed = False

    async def close(self) -> None:
        """End all workers, and with them what they are at; none is started any more."""
        self._closed = True
        for worker in [*self._idle, *self._busy]:
            await worker.end()
        self._idle.clear()

    async def _attempts(self, task: Task) -> AsyncGenerator[Progress | Result]:
        """The messages of the first worker that lives to the end of the task."""
        passed_on = 0
        for _ in range(ATTEMPTS):
            if self._closed:
                raise ClosedError
            position = 0
            try:
                async with aclosing(self._attempt(task)) as messages:
                    async for message in messages:
                        position += 1
                        if position > passed_on:
                            passed_on = position
                            yield message
            except (EOFError, ConnectionError) as error:
                if self._closed:
                    raise ClosedError from error
                self.deaths += 1
                continue
            return
        raise WorkerDiedError

    async def _attempt(self, task: Task) -> AsyncGenerator[Progress | Result]:
        """The messages of one worker; raises EOFError or ConnectionError if it dies."""
        worker = self._idle.pop() if self._idle else await Worker.start()
        self._busy.add(worker)
        finished = False
        try:
            if self._closed:
                raise ClosedError
            worker.send(task)
            while not finished:
                message = await worker.receive()
                finished = not isinstance(message, Progress | ReviewProgress)
                if finished:
                    self._idle.append(worker)
                yield message
        finally:
            self._busy.discard(worker)
            if not finished:
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

    def send(self, task: Task) -> None:
        """Hand over a task; raises ConnectionError if the worker is known to have died."""
        if self._tasks.is_closing():
            raise ConnectionResetError
        self._tasks.write(pack(task))

    async def receive(self) -> Progress | Result:
        """The next message; raises EOFError or ConnectionError if the worker has died."""
        length = HEADER.unpack(await self._messages.readexactly(HEADER.size))[0]
        message: Progress | Result = pickle.loads(  # noqa: S301  from our own worker
            await self._messages.readexactly(length)
        )
        return message

    async def end(self) -> None:
        """Kill the worker, if it is alive, and wait until it is gone."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
