"""`review MOVES`: compare each move of a game with the best move."""

from collections import Counter
from typing import Annotated, Final

import typer
from rich.console import Console

from ..engine.board.position import Mark
from ..engine.budget import DEFAULT_NODES
from ..engine.review import Review, ReviewedMove, ReviewProgress, Verdict, review_steps
from ..engine.steps import run_steps
from .options import AsJson, Columns, FirstSide, InARow, MaxNodes, Misere, Rows, new_game
from .output import print_board, print_result, print_table, progress

STYLES: Final = {"best": "green", "inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}
MOVES_HELP: Final = "Cell numbers in the order played, such as 0,1,4,2,8."


def review_moves(
    moves: Annotated[str, typer.Argument(metavar="MOVES", help=MOVES_HELP)],
    starting_side: FirstSide = Mark.X,
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    max_nodes: MaxNodes = DEFAULT_NODES,
    as_json: AsJson = False,
) -> None:
    """Compare each move of a game with the best move."""
    start = new_game(columns, rows, in_a_row, misere, starting_side)
    steps = review_steps(start, _parse_cells(moves), max_nodes)
    with progress("plies") as show:

        def report(at: ReviewProgress) -> None:
            show(at.plies_reviewed, at.plies)

        found = run_steps(steps, lambda step: step.run(report))
    print_result(found, as_json, _print)


def _print(console: Console, review: Review) -> None:
    """Print the board at the end of a game, and the review."""
    print_board(console, review.position)
    print_review(console, review)


def _parse_cells(moves: str) -> tuple[int, ...]:
    """Return the cells in a list of moves; raise TyperException if one is not a number."""
    try:
        return tuple(map(int, moves.replace(",", " ").split()))
    except ValueError:
        raise typer.TyperException(f"MOVES must be {MOVES_HELP.lower()}") from None


def print_review(console: Console, review: Review) -> None:
    """Print a table of the plies, a line for each side, and the turning point."""
    headers = ["ply", "", "cell", "verdict", "better", ""]
    print_table(console, headers, [_row(*item) for item in enumerate(review.moves, 1)])
    for side in Mark:
        console.print(f"{side}: {_summarize(review.verdicts_of(side))}")
    if review.turning_point is None:
        console.print("No single move decided the game.")
    else:
        decisive = review.moves[review.turning_point - 1]
        move = f"{decisive.side} at cell {decisive.move.cell}"
        console.print(f"The turning point was ply {review.turning_point}: {move}.")


def _row(ply: int, reviewed: ReviewedMove) -> list[object]:
    verdict = reviewed.verdict
    styled = f"[{STYLES.get(verdict, 'dim')}]{verdict}[/]"
    better = "" if verdict is Verdict.BEST else " ".join(map(str, reviewed.best_moves))
    return [ply, reviewed.side, reviewed.move.cell, styled, better, reviewed.move.text]


def _summarize(verdicts: list[Verdict]) -> str:
    """Return the number of moves with each verdict, and the share of best moves, as text."""
    counts = Counter(verdicts)
    known = counts.total() - counts[Verdict.UNKNOWN]
    best = counts.pop(Verdict.BEST, 0)
    texts = [f"{best} of {known} moves best ({best / known:.0%})"] if known else []
    texts += [f"{verdict}: {counts[verdict]}" for verdict in Verdict if counts[verdict]]
    return ", ".join(texts) or "no moves"
