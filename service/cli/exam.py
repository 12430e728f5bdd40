"""`exam`: whether a player is perfect."""

import json
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from service.cli.board import described, drawn, tabulated
from service.cli.options import AsJson, Columns, InARow, InputError, Misere, Rows, read
from service.cli.players import Player, command_player, http_player, level_player
from service.engine.board.notation import read_position, write_board
from service.engine.board.position import Mark, Position
from service.engine.board.replay import positions_of
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam, ExamVerdict, Game, Mistake, Result
from service.engine.play.levels import Level
from service.engine.score import Outcome, Score
from service.schemas.exam import from_exam
from service.schemas.requests import ExamRequest, to_start

MAX_SHOWN = 10  # mistakes


class Accepted(StrEnum):
    """The lowest verdict that passes."""

    PERFECT = ExamVerdict.PERFECT
    UNBEATEN = ExamVerdict.UNBEATEN


def exam(
    command: Annotated[
        str | None,
        typer.Option(help="A program that reads XO./.X./..O X and prints 3, line by line."),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="A URL with {board} and {side} that returns a cell.")
    ] = None,
    level: Annotated[Level | None, typer.Option(help="One of the built-in levels.")] = None,
    seed: Annotated[int, typer.Option(help="Makes the level's choices repeatable.")] = 0,
    side: Annotated[str | None, typer.Option(help="X or O. By default both, in turn.")] = None,
    starting_side: Annotated[str, typer.Option(help="X or O.")] = "X",
    columns: Columns = 3,
    rows: Rows = 3,
    in_a_row: InARow = 3,
    misere: Misere = False,
    accept: Annotated[
        Accepted, typer.Option(help="The lowest verdict that passes.")
    ] = Accepted.PERFECT,
    timeout: Annotated[
        float, typer.Option(min=0.01, help="Seconds the player has for each move.")
    ] = 10.0,
    as_json: AsJson = False,
) -> int:
    """Test whether a player is perfect."""
    requests = [
        read(
            ExamRequest,
            moves={},
            side=each,
            starting_side=starting_side,
            columns=columns,
            rows=rows,
            in_a_row=in_a_row,
            misere=misere,
        )
        for each in ([side] if side else list(Mark))
    ]
    console = Console(highlight=False)
    passed = True
    with _player(command, url, level, seed, timeout) as player:
        for request in requests:
            mark = Mark(request.side.upper())
            start = to_start(request)
            found = examined(start, mark, player)
            if as_json:
                typer.echo(from_exam(found).model_dump_json())
            else:
                _report(console, start, mark, found)
            passed = passed and found.verdict in {ExamVerdict.PERFECT, ExamVerdict(accept)}
    return 0 if passed else 1


def _player(
    command: str | None, url: str | None, level: Level | None, seed: int, timeout: float
) -> AbstractContextManager[Player]:
    """The player named; raises InputError unless there is exactly one."""
    if [command, url, level].count(None) != 2:
        raise InputError("Exactly one player is required. Use --command, --url or --level.")
    if command is not None:
        return command_player(command, timeout)
    if url is not None:
        return nullcontext(http_player(url, timeout))
    return nullcontext(level_player(level or Level.PERFECT, seed))


def examined(start: Position, side: Mark, player: Player) -> Exam:
    """The exam of a player, once its moves lead to a verdict; raises PlayerError."""
    moves: dict[str, int] = {}
    while True:
        found = examine(start, side, json.dumps(moves))
        if found.verdict is not ExamVerdict.INCOMPLETE:
            return found
        for board in found.needed:
            position = read_position(board, side, start.geometry.in_a_row, start.misere)
            moves[board] = player(position)


def _report(console: Console, start: Position, side: Mark, found: Exam) -> None:
    """Print the verdict, the game that proves it, and the first mistakes."""
    console.print(
        f"The player as {side}: {found.verdict} "
        f"({found.positions:,} positions, {found.games:,} games)."
    )
    if found.refutation:
        _show(console, start, found.refutation)
    if found.mistakes:
        headers = ["position", "played", "best", "before", "after"]
        rows = [_row(mistake) for mistake in found.mistakes[:MAX_SHOWN]]
        console.print(tabulated(headers, rows))
    if len(found.mistakes) > MAX_SHOWN:
        console.print(f"{len(found.mistakes):,} mistakes in total; --json lists up to 1,000.")


def _show(console: Console, start: Position, game: Game) -> None:
    """Print a game move by move, and the board at its end."""
    is_illegal = game.result is Result.ILLEGAL
    positions = positions_of(start, game.cells[:-1] if is_illegal else game.cells)
    moves = [f"{p.side_to_move} {cell}" for p, cell in zip(positions, game.cells, strict=False)]
    console.print(f"The shortest game that proves it: {', '.join(moves)}.")
    console.print(drawn(positions[-1]))
    console.print("The last move is illegal." if is_illegal else described(positions[-1]))


def _row(mistake: Mistake) -> list[str]:
    return [
        write_board(mistake.position),
        str(mistake.cell),
        " ".join(map(str, mistake.best_moves)),
        _in_words(mistake.before),
        _in_words(mistake.after),
    ]


def _in_words(score: Score) -> str:
    return "draw" if score.outcome is Outcome.DRAW else f"{score.outcome} in {score.plies_to_end}"
