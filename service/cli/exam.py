"""`exam`: test whether a player is perfect."""

from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Annotated, Final, Literal

import typer
from rich.console import Console

from ..engine.board.notation import read_position
from ..engine.board.position import Mark, Position, positions_of
from ..engine.exam.examiner import examine
from ..engine.exam.findings import Exam, ExamVerdict, Game, Mistake, Result
from ..engine.play.choice import play_level
from ..engine.play.levels import Level
from ..engine.textbook.search import Valuation
from .options import AsJson, Columns, FirstSide, InARow, Misere, Rows, new_game
from .output import Show, print_board, print_result, print_table, progress
from .players import Player
from .programs import program
from .urls import player_at

MAX_SHOWN: Final = 10  # Maximum number of mistakes that are listed.
COMMAND_HELP: Final = "A program that reads lines such as 'XO./.X./..O X' and prints cells."
URL_HELP: Final = "A URL with {board} and {side} that returns a cell."
SEED_HELP: Final = "A number that selects among the level's moves."
SIDE_HELP: Final = "The player's side. By default, the player is tested as X and then as O."
ACCEPT_HELP: Final = "The lowest verdict that passes."
VALUES_HELP: Final = "With outcome, the length of a game does not matter."


def exam(
    command: Annotated[str | None, typer.Option(help=COMMAND_HELP)] = None,
    url: Annotated[str | None, typer.Option(help=URL_HELP)] = None,
    level: Annotated[Level | None, typer.Option(help="The level to test.")] = None,
    seed: Annotated[int, typer.Option(min=0, help=SEED_HELP)] = 0,
    side: Annotated[Mark | None, typer.Option(case_sensitive=False, help=SIDE_HELP)] = None,
    starting_side: FirstSide = Mark.X,
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    accept: Annotated[Literal["perfect", "unbeaten"], typer.Option(help=ACCEPT_HELP)] = "perfect",
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds allowed for each move.")] = 10,
    values: Annotated[Valuation, typer.Option(help=VALUES_HELP)] = Valuation.SCORE,
    as_json: AsJson = False,
) -> None:
    """Test whether a player is perfect. The exit code is 1 if the player does not pass."""
    start = new_game(columns, rows, in_a_row, misere, starting_side)
    verdicts = set()
    with _player(command, url, level, seed, timeout) as player:
        for mark in [side] if side else Mark:
            with progress("positions") as show:
                found = _examine(start, mark, player, values, show)
            verdicts.add(found.verdict)
            print_result(found, as_json, partial(_print, start, mark))
    if not verdicts <= {ExamVerdict.PERFECT, ExamVerdict(accept)}:
        raise typer.Exit(1)


def _player(
    command: str | None, url: str | None, level: Level | None, seed: int, timeout: float
) -> AbstractContextManager[Player]:
    """Return the player; raise TyperException unless exactly one is given."""
    match command, url, level:
        case str(), None, None:
            return program(command, timeout)
        case None, str(), None:
            return player_at(url, timeout)
        case None, None, Level():
            return nullcontext(partial(play_level, level=level, seed=seed))
    raise typer.TyperException("Exactly one player is required. Use --command, --url or --level.")


def _examine(start: Position, side: Mark, player: Player, values: Valuation, show: Show) -> Exam:
    """Request the moves that the exam needs until there is a verdict, and return the exam."""
    moves: dict[str, int] = {}
    while True:
        found = examine(start, side, moves, values)
        if found.verdict is not ExamVerdict.INCOMPLETE:
            return found
        total = len(moves) + len(found.needed)  # Those known so far.
        for board in found.needed:
            position = read_position(board, side, start.geometry.in_a_row, start.misere)
            moves[board] = player(position)
            show(len(moves), total)


def _print(start: Position, side: Mark, console: Console, found: Exam) -> None:
    """Print the verdict, the game that proves it, and the first mistakes."""
    counts = f"{found.positions:,} positions and {found.games:,} complete games tested"
    console.print(f"The player as {side}: {found.verdict} ({counts}).")
    shares = (found.best_share or 0, found.outcome_share or 0)
    console.print("{:.1%} of its moves are best, and {:.1%} keep the outcome.".format(*shares))
    if found.text:
        console.print(found.text)
    if found.refutation:
        _print_game(console, start, found.refutation)
    if found.mistakes:
        headers = ["position", "played", "best", "before", "after"]
        print_table(console, headers, list(map(_row, found.mistakes[:MAX_SHOWN])))
    if len(found.mistakes) > MAX_SHOWN:
        console.print(f"{len(found.mistakes):,} mistakes in total; --json lists up to 1,000.")


def _print_game(console: Console, start: Position, game: Game) -> None:
    """Print the moves of a game, and the board at its end."""
    legal = game.cells[:-1] if game.result is Result.ILLEGAL else game.cells
    positions = positions_of(start, legal)
    moves = [f"{p.side_to_move} {cell}" for p, cell in zip(positions, game.cells, strict=False)]
    console.print(f"The shortest game that proves the verdict: {', '.join(moves)}.")
    print_board(console, positions[-1])


def _row(mistake: Mistake) -> list[object]:
    best = " ".join(map(str, mistake.best_moves))
    return [mistake.position, mistake.cell, best, mistake.before, mistake.after]
