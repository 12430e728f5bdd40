"""`play`: play a game in the terminal; each side is a person or a level."""

from random import SystemRandom
from typing import Annotated, Final, Literal

import typer
from rich.console import Console

from ..engine import review_game
from ..engine.board.position import Mark, Position, Status, positions_of
from ..engine.budget import DEFAULT_NODES
from ..engine.errors import EngineError
from ..engine.play.choice import best_traps, play_level
from ..engine.play.levels import Level
from ..tasks import AnalysisTask
from .options import NODES, Columns, FirstSide, InARow, Misere, Rows, new_game
from .output import print_board
from .review import print_review

HELP: Final = "Type a cell number to play there, h for a hint, u to undo a move, or q to quit."
TRAPS_HELP: Final = "Whether perfect prefers, among the best moves, one that is hard to answer."
SEED_HELP: Final = "A number that makes the levels' choices repeatable. By default, a random one."

Player = Literal["person", "beginner", "easy", "medium", "hard", "perfect"]


def play(
    x: Annotated[Player, typer.Option("--x", help="Who plays X.")] = "person",
    o: Annotated[Player, typer.Option("--o", help="Who plays O.")] = "medium",
    starting_side: FirstSide = Mark.X,
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    traps: Annotated[bool, typer.Option(help=TRAPS_HELP)] = False,
    seed: Annotated[int | None, typer.Option(min=0, help=SEED_HELP)] = None,
    max_nodes: Annotated[int | None, NODES] = None,
) -> None:
    """Play against a level, or let two levels play."""
    start = new_game(columns, rows, in_a_row, misere, starting_side)
    seed = SystemRandom().randint(0, 9_999) if seed is None else seed
    cells: list[int] = []
    console = Console(highlight=False)
    console.print(f"Seed {seed}.", HELP, sep="\n")
    while (position := positions_of(start, cells)[-1]).status is Status.IN_PROGRESS:
        print_board(console, position)
        side = position.side_to_move
        player = x if side is Mark.X else o
        if player != "person":
            with console.status("Thinking"):
                cells.append(play_level(position, Level(player), seed, max_nodes, traps=traps))
            console.print(f"{side} ({player}) plays {cells[-1]}.")
            continue
        command = _read(console)
        if command in {"q", "quit"}:
            break
        if command in {"h", "hint"}:
            task = AnalysisTask(position, max_nodes or DEFAULT_NODES, traps=True)
            with console.status("Thinking"):
                best = best_traps(task.run())[0]
            console.print(f"{best.cell}: {best.text}.")
        elif command in {"u", "undo"}:
            plies = 1 if x == o else 2  # Moves since the person's last turn.
            if len(cells) >= plies:
                del cells[-plies:]
            else:
                console.print("There is no move to undo.")
        else:
            _play(console, cells, position, command)
    print_board(console, position)
    if cells:
        with console.status("Reviewing the game"):
            found = review_game(start, cells, max_nodes or DEFAULT_NODES)
        print_review(console, found)


def _read(console: Console) -> str:
    """Return the command typed, or `quit` at the end of the input."""
    try:
        return console.input("> ").strip().lower()
    except EOFError:
        console.print()  # End the line of the prompt.
        return "quit"


def _play(console: Console, cells: list[int], position: Position, typed: str) -> None:
    """Play a cell, or print why it cannot be played."""
    try:
        position.play(int(typed))
        cells.append(int(typed))
    except ValueError as error:  # An EngineError is a ValueError.
        console.print(str(error) if isinstance(error, EngineError) else HELP)
