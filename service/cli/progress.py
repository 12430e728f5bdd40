"""Show the progress of a long command on standard error, if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

DELAY: Final = 1.0  # Seconds; a faster command shows nothing.

Show = Callable[[int, int | None], None]  # Called with what is done, and of how much, if known.


@contextmanager
def progress(unit: str, *, is_shown: bool = True) -> Iterator[Show]:
    """Yield a function that shows progress in a unit, such as nodes, until the block ends.

    Nothing remains on the terminal, and standard output is left alone.
    """
    if not (is_shown and sys.stderr.isatty()):
        yield lambda _done, _total: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = bar.add_task("Searching", total=None)
    timer = Timer(DELAY, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
