"""`review MOVES`: each move of a game compared with the best."""

from typing import Annotated

import typer
from rich.console import Console, Group

from service.cli.board import described, drawn, tabulated
from service.cli.options import AsJson, Columns, InARow, MaxNodes, Misere, Rows, number, read
from service.engine.budget import budget_of
from service.engine.explain.review import Review
from service.engine.explain.verdict import Verdict
from service.engine.search.review import review
from service.schemas import review as answers
from service.schemas.requests import ReviewRequest, to_start

STYLES = {
    Verdict.BEST: "green",
    Verdict.INACCURACY: "yellow",
    Verdict.MISTAKE: "red",
    Verdict.BLUNDER: "bold red",
    Verdict.UNKNOWN: "dim",
}


def review_moves(
    moves: Annotated[
        str, typer.Argument(metavar="MOVES", help="The cells played, in order: 0,1,4,2,8.")
    ],
    starting_side: Annotated[str, typer.Option(help="X or O.")] = "X",
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    max_nodes: MaxNodes = None,
    as_json: AsJson = False,
) -> None:
    """Compare each move of a game with the best."""
    words = moves.replace(",", " ").split()
    request = read(
        ReviewRequest,
        moves=[number(word) for word in words] or None,  # here, a game needs a move
        starting_side=starting_side,
        columns=columns,
        rows=rows,
        in_a_row=in_a_row,
        misere=misere,
        max_nodes=max_nodes,
    )
    found = review(to_start(request), tuple(request.moves), budget_of(request.max_nodes))
    if as_json:
        typer.echo(answers.from_review(found).model_dump_json())
    else:
        Console(highlight=False).print(
            drawn(found.position), described(found.position), reviewed(found)
        )


def reviewed(review: Review) -> Group:
    """A review as a table of plies and a line for each side."""
    answer = answers.from_review(review)
    table = tabulated(["ply", "", "cell", "verdict", "best", ""], list(map(_row, answer.plies)))
    sides = [_summary("X", answer.sides.X), _summary("O", answer.sides.O)]
    return Group(table, *sides, _turning_point(answer))


def _row(ply: answers.ReviewedPly) -> list[str]:
    return [
        str(ply.ply),
        ply.side,
        str(ply.cell),
        f"[{STYLES[ply.verdict]}]{ply.verdict}[/]",
        "" if ply.verdict is Verdict.BEST else " ".join(map(str, ply.best_moves)),
        ply.text,
    ]


def _summary(side: str, found: answers.SideReview) -> str:
    counts = [f"{name} {count}" for name, count in found.verdicts.model_dump().items() if count]
    share = "" if found.best_share is None else f" ({found.best_share:.0%} best)"
    return f"{side}: {', '.join(counts) or 'no moves'}{share}"


def _turning_point(answer: answers.Review) -> str:
    if answer.turning_point is None:
        return "No single move decided the game."
    decisive = answer.plies[answer.turning_point - 1]
    return f"Ply {decisive.ply} decided it: {decisive.side} at cell {decisive.cell}."
