"""`analyze BOARD`: scores for every legal move of a position, or of many with `--stdin`."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console

from service.cli.board import described, drawn, tabulated
from service.cli.options import AsJson, InARow, InputError, MaxNodes, Misere, read
from service.engine.analysis import Analysis
from service.engine.budget import budget_of
from service.engine.errors import EngineError
from service.engine.explain.hints import explained
from service.engine.search.analyze import analyze
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
) -> None:
    """Score every legal move of a position, or of each one on standard input."""

    def analysis_of(board: str) -> Analysis:
        request = read(
            AnalysisRequest,
            board=board,
            side_to_move=side_to_move,
            in_a_row=in_a_row,
            misere=misere,
            max_nodes=max_nodes,
        )
        return explained(analyze(to_position(request), budget_of(request.max_nodes)))

    if from_stdin:
        _analyze_lines(board, analysis_of)
    elif board is None:
        raise InputError("Missing argument 'BOARD'.")
    elif as_json:
        typer.echo(from_analysis(analysis_of(board)).model_dump_json())
    else:
        _print(analysis_of(board))


def _analyze_lines(board: str | None, analysis_of: Callable[[str], Analysis]) -> None:
    """Print the API response for each board on standard input; raises InputError."""
    if board is not None:
        raise InputError("Boards come from standard input. Omit BOARD.")
    for number, line in enumerate(sys.stdin, 1):
        try:
            typer.echo(from_analysis(analysis_of(line.strip())).model_dump_json())
        except (InputError, EngineError) as error:
            raise InputError(f"Line {number}: {error}") from error


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
