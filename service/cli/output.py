"""Print results in the terminal, as the API response or as boards and tables; show progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, Final

import typer
from rich.box import SIMPLE_HEAD, SQUARE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..engine.analysis import Analysis
from ..engine.board.notation import marks
from ..engine.board.position import Mark, Position
from ..engine.exam.findings import Exam
from ..engine.review import Review
from ..engine.textbook.trace import Trace
from ..tasks import R

STYLES: Final = {Mark.X: "bold cyan", Mark.O: "bold magenta", None: "dim"}
GRID_CELL: Final = 5  # Width in characters, including one border.
DELAY: Final = 1.0  # Seconds; a faster command shows no progress.
NARROW: Final = 60  # Characters; in a narrower terminal, a table would break words.

Show = Callable[[int, int | None], None]  # Called with what is done, and of how much, if known.


@contextmanager
def progress(unit: str, *, is_shown: bool = True) -> Iterator[Show]:
    """Yield a function that shows progress in a unit on standard error, if that is a terminal."""
    if not (is_shown and sys.stderr.isatty()):
        yield lambda _done, _total: None
        return
    bar = Progress(
        *("Searching", BarColumn(), MofNCompleteColumn(), unit, TimeRemainingColumn()),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
    )
    task = bar.add_task("", total=None)
    timer = Timer(DELAY, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def print_result(found: R, as_json: bool, print_text: Callable[[Console, R], None]) -> None:
    """Print a result as the API response, or with a function that prints it as text."""
    if as_json:
        typer.echo(to_json(found))
    else:
        print_text(Console(highlight=False), found)


def to_json(found: object) -> str:
    """Return the API response for a result, as JSON."""
    from ..schemas import responses  # noqa: PLC0415  Pydantic takes long to import

    convert: dict[type, Callable[[Any], Any]] = {
        Analysis: responses.Analysis.of,
        Exam: responses.Exam.model_validate,
        Review: responses.Review.of,
        Trace: responses.Trace.of,
    }
    return str(convert[type(found)](found).model_dump_json())


def print_board(console: Console, position: Position) -> None:
    """Print a board and its status, with numbered empty cells and highlighted completed lines."""
    columns = position.geometry.columns
    has_grid = columns * GRID_CELL < console.width
    board = Table(box=SQUARE if has_grid else None, show_header=False, show_lines=True)
    board.padding = (0, 1) if has_grid else (0, 1, 0, 0)
    for _ in range(columns):
        board.add_column(justify="center", min_width=2)
    completed = {cell for line in position.winning_lines for cell in line}
    cells = [
        Text(mark or str(cell), STYLES[mark] + (" reverse" if cell in completed else ""))
        for cell, mark in enumerate(marks(position))
    ]
    for start in range(0, len(cells), columns):
        board.add_row(*cells[start : start + columns])
    console.print(board)
    if position.winner:
        console.print(f"{position.winner} has won.")
    else:
        console.print(f"{position.side_to_move} is to move." if position.empty else "A draw.")


def print_table(console: Console, headers: list[str], rows: list[list[object]]) -> None:
    """Print rows under their headers or, in a narrow terminal, each row as a paragraph."""
    table = Table(*headers, box=SIMPLE_HEAD)
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        table.add_row(*cells)
        if console.width < NARROW:
            named = [
                f"{header} {cell}" for header, cell in zip(headers, cells, strict=True) if cell
            ]
            console.print(", ".join(map(str.strip, named)))
    if console.width >= NARROW:
        console.print(table)
