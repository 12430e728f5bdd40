"""Map a function over lines of input in several processes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, pthread_sigmask
from threading import Thread
from typing import Final, TypeVar

import typer

CHUNK: Final = 4  # Lines sent in one message.
QUEUED: Final = 8  # Chunks waiting for each process.

Result = TypeVar("Result")
Function = Callable[[bytes], Result]
Map = Callable[[Iterable[bytes]], Iterator[Result]]


def map_lines(function: Function[Result], jobs: int) -> Map[Result]:
    """Return `map` for a function that, if there are several jobs, runs in as many processes.

    The results are in order, and memory is bounded. The processes end as soon as this process ends,
    while a `ProcessPoolExecutor` would wait for the searches in progress.
    """
    if jobs == 1:
        return partial(map, function)
    # Ctrl-C reaches every process of the terminal, but only this process handles it, and ends the
    # others. During the hooks of a fork or the deletion of a pipe, an interrupt would be lost.
    pthread_sigmask(SIG_BLOCK, {SIGINT})
    connections = [_start(function) for _ in range(jobs)]
    pthread_sigmask(SIG_UNBLOCK, {SIGINT})
    return partial(_map, connections)


def _start(function: Function[Result]) -> Connection:
    """Start a process, and return the connection to it."""
    ours, theirs = Pipe()
    Process(target=_work, args=(function, theirs), daemon=True).start()
    theirs.close()
    return ours


def _work(function: Function[Result], connection: Connection) -> None:
    """Compute the results of chunks until this process or its parent ends."""
    Thread(target=_exit_with_parent, daemon=True).start()
    while True:
        connection.send([function(line) for line in connection.recv()])


def _exit_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _map(workers: list[Connection], lines: Iterable[bytes]) -> Iterator[Result]:
    """Send chunks to the processes in turn, and yield the results in the same order.

    Raises TyperException if a process is killed.
    """
    rest = iter(lines)
    chunks = iter(lambda: list(islice(rest, CHUNK)), [])
    busy: deque[Connection] = deque()
    try:
        for worker, chunk in zip(cycle(workers), chunks, strict=False):
            if len(busy) == QUEUED * len(workers):
                yield from busy.popleft().recv()
            worker.send(chunk)
            busy.append(worker)
        for worker in busy:
            yield from worker.recv()
    except (EOFError, ConnectionError) as error:
        message = "A process was killed. Use fewer --jobs if memory is low."
        raise typer.TyperException(message) from error
