"""`analyze BOARD`: scores for every legal move of a position, or of many with `--stdin`."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from service.cli.board import described, drawn, tabulated
from service.cli.jobs import Answer, Answered, answer_lines, answered
from service.cli.options import AsJson, InARow, InputError, MaxNodes, Misere, read
from service.cli.progress import progress_bar
from service.engine import analyze
from service.engine.analysis import Analysis
from service.engine.budget import budget_of
from service.schemas.requests import AnalysisRequest, to_position
from service.schemas.responses import Move, from_analysis


def analyze_board(
    board: Annotated[
        str | None,
        typer.Argument(metavar="BOARD", help="Such as XO./.X./..O, or XO..X...O if square."),
    ] = None,
    side_to_move: Annotated[str | None, typer.Option(help="X or O.")] = None,
    in_a_row: InARow = 3,
    misere: Misere = False,
    max_nodes: MaxNodes = None,
    as_json: AsJson = False,
    from_stdin: Annotated[
        bool,
        typer.Option("--stdin", help="Read one board per line, and print a line of JSON for each."),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Processes for --stdin; by default, one per core."),
    ] = None,
) -> None:
    """Score every legal move of a position, or of each one on standard input."""
    options = {
        "side_to_move": side_to_move,
        "in_a_row": in_a_row,
        "misere": misere,
        "max_nodes": max_nodes,
    }
    if from_stdin:
        _analyze_lines(board, partial(_json_of, options), jobs or os.cpu_count() or 1)
    elif board is None:
        raise InputError("Missing argument 'BOARD'.")
    elif jobs is not None:
        raise InputError("--jobs: Only for boards from standard input. Add --stdin.")
    elif as_json:
        typer.echo(_json_of(options, board))
    else:
        _print(_analysis_of(options, board))


def _analysis_of(options: Mapping[str, object], board: str) -> Analysis:
    """The analysis of a board; raises InputError or EngineError."""
    request = read(AnalysisRequest, board=board, **options)
    return analyze(to_position(request), budget_of(request.max_nodes))


def _json_of(options: Mapping[str, object], board: str) -> str:
    """The API response for a board; raises InputError or EngineError."""
    return from_analysis(_analysis_of(options, board)).model_dump_json()


def _analyze_lines(board: str | None, answer: Answer, jobs: int) -> None:
    """Print the API response for each board on standard input; raises InputError."""
    if board is not None:
        raise InputError("Boards come from standard input. Omit BOARD.")
    if jobs == 1:
        lines = Lines()
        for line in sys.stdin:
            lines.show(answered(answer, [line.encode()]))
    else:
        descriptor = sys.stdin.fileno()
        with progress_bar(descriptor) as advance:
            answer_lines(answer, descriptor, jobs, Lines(advance).show)


class Lines:
    """Prints the answers for lines of input."""

    def __init__(self, advance: Callable[[int, int], None] = lambda *_: None) -> None:
        self._advance = advance
        self._number = 0

    def show(self, found: Answered) -> None:
        """Print answers, or raise InputError for an invalid line."""
        self._number += len(found.answers)
        if found.answers:
            typer.echo("\n".join(found.answers))
        if found.fault:
            raise InputError(f"Line {self._number + 1}: {found.fault}")
        self._advance(found.size, self._number)


def _print(analysis: Analysis) -> None:
    """Print the board, a table of the moves, and best play."""
    answer = from_analysis(analysis)
    console = Console(highlight=False)
    console.print(drawn(analysis.position), described(analysis.position))
    if answer.moves:
        headers = ["rank", "cell", "outcome", "plies", "score", ""]
        console.print(tabulated(headers, [_row(move) for move in answer.moves]))
        console.print(f"Best play: {' '.join(map(str, answer.principal_variation))}")
    console.print(f"{answer.nodes:,} positions searched.")


def _row(move: Move) -> list[str]:
    return [
        str(move.rank),
        str(move.cell),
        move.outcome,
        _text(move.plies_to_end),
        _text(move.score) if move.estimate is None else f"about {move.estimate}",
        move.text,
    ]


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
