"""Map a function over lines of input in several processes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, pthread_sigmask
from threading import Thread
from typing import Final, TypeVar

import typer

QUEUED: Final = 32  # Lines waiting for each process.

Result = TypeVar("Result")


def map_lines(
    function: Callable[[bytes], Result], lines: Iterable[bytes], jobs: int
) -> Iterator[Result]:
    """Yield the results in the order of the lines; raise TyperException if a process is killed.

    After Ctrl-C, yield the finished results, and then raise KeyboardInterrupt. Memory holds only a
    few lines at once. The processes end with their parent, even mid-search.
    """
    if jobs == 1:
        yield from map(function, lines)
        return
    # A fork has all modules already. From Python 3.14 on, it is not the default.
    executor = ProcessPoolExecutor(jobs, get_context("fork"), _end_with_parent)
    queued: deque[Future[Result]] = deque()
    # Ctrl-C reaches every process of the terminal, but only this process handles it, and ends the
    # others. They start with the first line, and inherit the blocked signal.
    pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        for line in lines:
            queued.append(executor.submit(function, line))
            pthread_sigmask(SIG_UNBLOCK, {SIGINT})
            while queued and (queued[0].done() or len(queued) == QUEUED * jobs):
                yield queued.popleft().result()
        while queued:
            yield queued.popleft().result()
    except KeyboardInterrupt:
        while queued and queued[0].done():
            yield queued.popleft().result()
        raise
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
