"""`trace BOARD`: a textbook search, drawn as an indented tree."""

from typing import Annotated

import typer
from rich.console import Console
from rich.tree import Tree

from service.cli.board import described, drawn
from service.cli.options import AsJson, InARow, Misere, read
from service.engine.textbook.fitting import fitting_trace
from service.engine.textbook.recorder import Node, NodeEnd
from service.engine.textbook.search import Algorithm, Valuation
from service.engine.textbook.trace import Trace
from service.schemas.trace import TraceRequest, from_trace, to_question


def trace_board(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="Such as XX./XOO/O.., or XX.XOOO.. if square.")
    ],
    side_to_move: Annotated[str | None, typer.Option(help="X or O.")] = None,
    in_a_row: InARow = 3,
    misere: Misere = False,
    algorithm: Annotated[Algorithm, typer.Option(help="The algorithm.")] = Algorithm.ALPHA_BETA,
    values: Annotated[
        Valuation, typer.Option(help="The value of a finished game: 1, 0, -1, or its score.")
    ] = Valuation.OUTCOME,
    max_depth: Annotated[
        int | None, typer.Option(help="The ply at which positions are estimated, 1 to 9.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a textbook search of a position, node by node."""
    request = read(
        TraceRequest,
        board=board,
        side_to_move=side_to_move,
        in_a_row=in_a_row,
        misere=misere,
        algorithm=algorithm,
        values=values,
        max_depth=max_depth,
    )
    trace = fitting_trace(to_question(request))
    if as_json:
        typer.echo(from_trace(trace).model_dump_json())
        return
    position = trace.question.position
    console = Console(highlight=False, soft_wrap=True)
    console.print(drawn(position), described(position))
    console.print(_tree(trace))
    counts = trace.counts
    console.print(
        f"{counts.entered:,} positions entered, {counts.cut_off:,} cut off, "
        f"{counts.left_out:,} moves skipped."
    )


def _tree(trace: Trace) -> Tree:
    """The nodes as an indented tree; values are for the side to move at the root."""
    [root, *others] = trace.nodes
    trees = {root.id: Tree(f"value {_number(root.value)}")}
    for node in others:
        if node.parent is not None:
            trees[node.id] = trees[node.parent].add(_described(node))
    return trees[root.id]


def _described(node: Node) -> str:
    """The move, its value, its window and why the search left it."""
    alpha = "" if node.alpha is None else f"alpha {_number(node.alpha)}"
    beta = "" if node.beta is None else f"beta {_number(node.beta)}"
    window = ", ".join(filter(None, [alpha, beta]))
    move = f"{node.side} {node.cell}: {_number(node.value)}"
    return "".join([move, f"  ({window})" if window else "", _ending(node)])


def _ending(node: Node) -> str:
    if node.end is NodeEnd.SEARCHED:
        return ""
    if node.end is NodeEnd.CUTOFF:
        return f"  cutoff, skips {' '.join(map(str, node.left_out))}"
    return f"  {node.end}"


def _number(value: float) -> str:
    return f"{value:g}"
