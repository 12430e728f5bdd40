"""Map a function over lines of input in several processes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, parent_process
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, pthread_sigmask
from threading import Thread
from typing import Final, TypeVar

import typer

CHUNK: Final = 4  # Lines sent in one message.
QUEUED: Final = 8  # Chunks waiting for each process.

Result = TypeVar("Result")


def map_lines(
    function: Callable[[bytes], Result], lines: Iterable[bytes], jobs: int
) -> Iterator[Result]:
    """Yield the results in the order of the lines; raise TyperException if a process is killed.

    Memory holds only a few lines at once. The processes end with their parent, even mid-search.
    """
    if jobs == 1:
        yield from map(function, lines)
        return
    rest = iter(lines)
    chunks = iter(lambda: list(islice(rest, CHUNK)), [])
    executor = ProcessPoolExecutor(jobs, initializer=_end_with_parent)
    queued: deque[Future[list[Result]]] = deque()
    # Ctrl-C reaches every process of the terminal, but only this process handles it, and ends the
    # others. They start with the first chunk, and inherit the blocked signal.
    pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        for chunk in chunks:
            queued.append(executor.submit(list, map(function, chunk)))
            pthread_sigmask(SIG_UNBLOCK, {SIGINT})
            if len(queued) == QUEUED * jobs:
                yield from queued.popleft().result()
        while queued:
            yield from queued.popleft().result()
    except BrokenProcessPool as error:
        message = "A process was killed. Use fewer --jobs if memory is low."
        raise typer.TyperException(message) from error
    finally:
        for process in active_children():
            process.kill()
        executor.shutdown()


def _end_with_parent() -> None:
    """End this process as soon as its parent ends, even during a search."""

    def wait() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()
