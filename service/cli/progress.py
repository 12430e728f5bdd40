"""A progress bar, if it is seen by a person and disturbs no output."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def progress_bar(descriptor: int) -> Iterator[Callable[[int, int], None]]:
    """A function that reports more bytes of a file or pipe, and the number of boards so far.

    The bar is on standard error, if that is a terminal and standard output is not. Only the size of
    a file is known in advance.
    """
    status = os.fstat(descriptor)
    total = status.st_size if stat.S_ISREG(status.st_mode) else None
    with Progress(
        BarColumn(),
        TextColumn("{task.fields[boards]:,} boards"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=sys.stdout.isatty() or not sys.stderr.isatty(),
    ) as progress:
        bar = progress.add_task("", total=total, boards=0)

        def advance(size: int, boards: int) -> None:
            progress.update(bar, advance=size, boards=boards)

        yield advance
