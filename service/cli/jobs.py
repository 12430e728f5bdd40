"""Boards on standard input, analyzed by several processes.

A thread reads and submits the boards as they arrive, and waits when enough are on their way. So a
program that writes one board at a time gets each response at once, and memory use is bounded.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Queue
from threading import Thread
from typing import Final, NamedTuple

from service.cli.options import InputError
from service.engine.errors import EngineError

Answer = Callable[[str], str]

# A fork starts at once. Elsewhere it is not safe, or there is none.
CONTEXT: Final = get_context("fork") if sys.platform == "linux" else get_context("spawn")
BLOCK: Final = 65_536  # bytes read at a time
MAX_LINES: Final = 16  # of a chunk
SINGLE_LINES: Final = 16  # for each process, so that a few long searches are spread evenly
WINDOW: Final = 8  # chunks on their way, for each process


class Answered(NamedTuple):
    """The answers for a chunk of lines, up to the first invalid one."""

    size: int  # of the lines, in bytes
    answers: list[str]
    fault: str | None


Chunks = Queue["Future[Answered] | None"]


def answered(answer: Answer, lines: list[bytes]) -> Answered:
    """The answers for some lines; for an invalid one, `answer` raises InputError or EngineError."""
    size = sum(map(len, lines)) + len(lines)
    answers: list[str] = []
    for line in lines:
        try:
            answers.append(answer(line.decode(errors="replace").strip()))
        except (InputError, EngineError) as error:
            return Answered(size, answers, str(error))
    return Answered(size, answers, None)


def answer_lines(
    answer: Answer, descriptor: int, jobs: int, show: Callable[[Answered], None]
) -> None:
    """Show the answers for all lines of a file or pipe, in order; `answer` must be picklable."""
    with processes(answer, jobs) as pool:
        chunks: Chunks = Queue(WINDOW * jobs)
        submit = Thread(target=_submit, args=(pool, descriptor, jobs, chunks), daemon=True)
        submit.start()
        while chunk := chunks.get():
            try:
                found = chunk.result()
            except (EOFError, OSError) as error:
                raise InputError(
                    "A process was killed. Use fewer --jobs if memory is low."
                ) from error
            show(found)


class Processes:
    """Processes, each used by one thread at a time.

    A `ProcessPoolExecutor` cannot be left early: Python waits for its thread, and that may wait for
    the rest of a result from a process that has been terminated. Here, each process has a pipe,
    which then ends.
    """

    def __init__(self, answer: Answer, jobs: int) -> None:
        self._idle: Queue[Connection] = Queue()
        self._started = [self._start(answer) for _ in range(jobs)]
        self._threads = ThreadPoolExecutor(jobs)

    def submit(self, lines: list[bytes]) -> Future[Answered]:
        """Answer some lines in one of the processes; EOFError or OSError if it is killed."""
        return self._threads.submit(self._ask, lines)

    def close(self) -> None:
        """End the processes at once."""
        self._terminate()
        self._threads.shutdown(cancel_futures=True)

    def _terminate(self) -> None:
        for process in self._started:
            process.terminate()

    def _start(self, answer: Answer) -> BaseProcess:
        here, there = Pipe()
        process = CONTEXT.Process(target=_work, args=(answer, there), daemon=True)
        process.start()
        there.close()
        self._idle.put(here)
        return process

    def _ask(self, lines: list[bytes]) -> Answered:
        connection = self._idle.get()
        try:
            connection.send(lines)
            found: Answered = connection.recv()
        except (EOFError, OSError):  # it has been killed, so nobody waits for the others
            self._terminate()
            raise
        finally:
            self._idle.put(connection)
        return found


@contextmanager
def processes(answer: Answer, jobs: int) -> Iterator[Processes]:
    """Processes that are ended at the end of the block."""
    interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # also for the new processes
    pool = Processes(answer, jobs)
    try:
        signal.signal(signal.SIGINT, interrupt)
        yield pool
    finally:
        pool.close()


def _work(answer: Answer, connection: Connection) -> None:
    """Answer lines until this process is ended, which it also is if its parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        connection.send(answered(answer, connection.recv()))


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _submit(pool: Processes, descriptor: int, jobs: int, chunks: Chunks) -> None:
    """Submit all lines, and then None."""
    with suppress(RuntimeError):  # the output has ended early
        for lines in _chunks(descriptor, SINGLE_LINES * jobs):
            chunks.put(pool.submit(lines))
    chunks.put(None)


def _chunks(descriptor: int, single: int) -> Iterator[list[bytes]]:
    """The lines, as they arrive: so many single ones, and then several at a time."""
    for lines in _lines(descriptor):
        while lines:
            size = 1 if single > 0 else MAX_LINES
            yield lines[:size]
            del lines[:size]
            single -= 1


def _lines(descriptor: int) -> Iterator[list[bytes]]:
    """All lines that have arrived, again and again."""
    rest = b""
    while block := os.read(descriptor, BLOCK):
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    if rest:
        yield [rest]
