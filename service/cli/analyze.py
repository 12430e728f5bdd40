"""`analyze BOARD`: score every legal move of a position or, with `--stdin`, of many positions."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import takewhile
from multiprocessing import active_children, get_context, parent_process
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, pthread_sigmask
from threading import Thread
from typing import Annotated, Final

import typer
from rich.console import Console

from ..engine.analysis import Analysis, ScoredMove
from ..engine.board.position import Position
from ..engine.budget import DEFAULT_NODES
from ..engine.errors import EngineError
from ..tasks import AnalysisTask
from .options import AsJson, Board, InARow, MaxNodes, Misere, SideToMove, read_board
from .output import print_board, print_result, print_table, progress, to_json

QUEUED: Final = 32  # Lines waiting for each process.
MAX_LINE: Final = 1_000  # Bytes; a longer line is invalid.
STDIN_HELP: Final = "Read boards from standard input, one per line, and print API responses."
JOBS_HELP: Final = "The number of processes for --stdin. By default, one for each core."

Line = tuple[int, bytes]  # Its number, from 1 on, and its text.


def analyze_board(
    board: Board = "",
    side_to_move: SideToMove = None,
    in_a_row: InARow = 3,
    misere: Misere = False,
    max_nodes: MaxNodes = DEFAULT_NODES,
    as_json: AsJson = False,
    from_stdin: Annotated[bool, typer.Option("--stdin", help=STDIN_HELP)] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help=JOBS_HELP)] = None,
) -> None:
    """Score every legal move of a position, or of many positions from standard input."""
    reader = partial(read_board, side=side_to_move, in_a_row=in_a_row, misere=misere)
    if from_stdin:
        if board:
            raise typer.TyperException("BOARD must be omitted with --stdin.")
        _analyze_lines(partial(_analyze_line, reader, max_nodes), jobs or os.cpu_count() or 1)
    elif not board:
        raise typer.TyperException("BOARD is required: a board such as `XO./.X./..O`. See --help.")
    else:
        task = AnalysisTask(reader(board), max_nodes)
        with progress("nodes") as show:
            found = task.run(lambda report: show(report.nodes, report.max_nodes))
        print_result(found, as_json, _print)


def _analyze_lines(analyze_line: Callable[[Line], str], jobs: int) -> None:
    """Print the API response for each line; raise TyperException at the first invalid board."""
    from ..schemas import responses  # noqa: F401, PLC0415  imported once, not per process

    total = None
    if sys.stdin.seekable():  # It is a file.
        start = sys.stdin.buffer.tell()
        total = sum(1 for _ in sys.stdin.buffer)
        sys.stdin.buffer.seek(start)
    lines = iter(partial(sys.stdin.buffer.readline, MAX_LINE), b"")
    # In a terminal, the responses themselves show the progress.
    with progress("lines", is_shown=not sys.stdout.isatty()) as show:
        for done, response in enumerate(map_lines(analyze_line, enumerate(lines, 1), jobs), 1):
            typer.echo(response)
            show(done, total)


def map_lines(function: Callable[[Line], str], lines: Iterable[Line], jobs: int) -> Iterator[str]:
    """Yield the results in the order of the lines; raise TyperException if a process is killed.

    After Ctrl-C, yield the finished results first. Memory holds only a few lines at once. The
    processes end with their parent, even mid-search.
    """
    if jobs == 1:
        yield from map(function, lines)
        return
    # A fork has all modules already. From Python 3.14 on, it is not the default.
    watcher = Thread(target=_end_with_parent, daemon=True)  # Each process starts its copy.
    executor = ProcessPoolExecutor(jobs, get_context("fork"), watcher.start)
    queued: deque[Future[str]] = deque()
    try:
        for line in lines:
            # Ctrl-C reaches every process of the terminal, but only this process handles it, and
            # ends the others. They start here, and inherit the blocked signal.
            pthread_sigmask(SIG_BLOCK, {SIGINT})
            queued.append(executor.submit(function, line))
            pthread_sigmask(SIG_UNBLOCK, {SIGINT})
            while queued and (queued[0].done() or len(queued) == QUEUED * jobs):
                yield queued.popleft().result()
        yield from map(Future.result, queued)
    except KeyboardInterrupt:
        yield from map(Future.result, takewhile(Future.done, queued))
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
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _analyze_line(read: Callable[[str], Position], max_nodes: int, line: Line) -> str:
    """Return the API response for the board in a line; raise TyperException if it is invalid."""
    number, board = line
    try:
        position = read(board.decode(errors="replace").strip())
        return to_json(AnalysisTask(position, max_nodes).run())
    except (typer.TyperException, EngineError) as error:
        raise typer.TyperException(f"Line {number}: {error}") from error


def _print(console: Console, analysis: Analysis) -> None:
    """Print the board, a table of the moves, and best play."""
    print_board(console, analysis.position)
    if analysis.moves:
        headers = ["rank", "cell", "outcome", "plies", "score", ""]
        print_table(console, headers, [_row(move) for move in analysis.moves])
        console.print("Best play:", *analysis.principal_variation)
    console.print(f"{analysis.nodes:,} nodes searched.")


def _row(move: ScoredMove) -> list[object]:
    outcome, plies, points = move.score.outcome, move.score.plies_to_end, move.score.points
    score = points if move.estimate is None else f"about {move.estimate}"
    return [move.rank, move.cell, outcome, plies, score, move.text]
