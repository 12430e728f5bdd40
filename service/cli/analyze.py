"""`analyze BOARD`: every legal move of a position, scored."""

from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from service.cli.board import described, drawn
from service.cli.options import AsJson, InARow, MaxNodes, Misere, read
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze
from service.schemas.conversion import from_analysis, to_position
from service.schemas.requests import AnalysisRequest
from service.schemas.responses import Move


def analyze_board(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="Such as XO./.X./..O, or XO..X...O if square.")
    ],
    side_to_move: Annotated[str | None, typer.Option(help="X or O.")] = None,
    in_a_row: InARow = 3,
    misere: Misere = False,
    max_nodes: MaxNodes = None,
    as_json: AsJson = False,
) -> None:
    """Score every legal move of a position."""
    request = read(
        AnalysisRequest,
        board=board,
        side_to_move=side_to_move,
        in_a_row=in_a_row,
        misere=misere,
        max_nodes=max_nodes,
    )
    analysis = analyze(to_position(request), request.max_nodes or DEFAULT_NODES)
    answer = from_analysis(analysis)
    if as_json:
        typer.echo(answer.model_dump_json())
        return
    console = Console(highlight=False)
    console.print(drawn(analysis.position), described(analysis.position))
    if answer.moves:
        console.print(_table(answer.moves))
        console.print(f"Best play: {' '.join(map(str, answer.principal_variation))}")
    console.print(f"{answer.nodes:,} positions searched.")


def _table(moves: list[Move]) -> Table:
    table = Table("rank", "cell", "outcome", "plies", "score", "", box=SIMPLE_HEAD)
    for move in moves:
        guess = "" if move.estimate is None else f"about {move.estimate}"
        table.add_row(
            str(move.rank),
            str(move.cell),
            move.outcome,
            _text(move.plies_to_end),
            guess or _text(move.score),
            move.text,
        )
    return table


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
