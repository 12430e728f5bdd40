"""`trace BOARD`: draw a textbook search as an indented tree."""

from typing import Annotated, Final

import typer
from rich.console import Console
from rich.tree import Tree

from ..engine.textbook.search import MAX_DEPTH, Algorithm, TextbookSearch, Valuation
from ..engine.textbook.trace import Node, NodeEnd, Trace, trace
from .options import AsJson, Board, InARow, Misere, SideToMove, read_board
from .output import print_board, print_result

VALUES_HELP: Final = "The value of a finished game: 1, 0 or -1 (outcome), or its score (score)."
COUNTS = "{0.entered:,} nodes entered, {0.cut_off:,} cut off, {0.left_out:,} moves skipped."
DEPTH_HELP: Final = "The ply at which positions are estimated instead of searched."


def trace_board(
    board: Board,
    side_to_move: SideToMove = None,
    in_a_row: InARow = 3,
    misere: Misere = False,
    algorithm: Annotated[Algorithm, typer.Option(help="The algorithm.")] = Algorithm.ALPHA_BETA,
    values: Annotated[Valuation, typer.Option(help=VALUES_HELP)] = Valuation.OUTCOME,
    max_depth: Annotated[int | None, typer.Option(min=1, max=MAX_DEPTH, help=DEPTH_HELP)] = None,
    as_json: AsJson = False,
) -> None:
    """Show a textbook search of a position, node by node."""
    position = read_board(board, side_to_move, in_a_row, misere)
    found = trace(TextbookSearch(position, algorithm, values, max_depth))
    print_result(found, as_json, _print)


def _print(console: Console, trace: Trace) -> None:
    """Print the board, the tree of the search, and its counts."""
    print_board(console, trace.search.position)
    console.print(_tree(trace), soft_wrap=True)
    console.print(COUNTS.format(trace.counts))


def _tree(trace: Trace) -> Tree:
    """Return the nodes as an indented tree; values are for the side to move at the root."""
    [root, *others] = trace.nodes
    trees = {root.id: Tree(f"value {root.value:g}")}
    for node in others:
        trees[node.id] = trees[node.parent or root.id].add(_describe(node))
    return trees[root.id]


def _describe(node: Node) -> str:
    """Return a node's move, its value, its window, and how its search ended, as text."""
    parts = [f"{node.side} {node.cell}: {node.value:g}"]
    bounds = [("alpha", node.alpha), ("beta", node.beta)]
    if window := [f"{name} {bound:g}" for name, bound in bounds if bound is not None]:
        parts.append(f"({', '.join(window)})")
    if node.end is NodeEnd.CUTOFF:
        parts.append(f"cutoff, skips {' '.join(map(str, node.left_out))}")
    elif node.end is not NodeEnd.SEARCHED:
        parts.append(node.end)
    return "  ".join(parts)
