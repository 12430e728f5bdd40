"""All commands of `python -m service`, under one roof."""

from collections.abc import Callable

import typer
from typer._click.exceptions import UsageError  # Typer has no public name for it

from service.cli.analyze import analyze_board
from service.cli.exam import exam
from service.cli.options import InputError
from service.cli.play import play
from service.cli.players import PlayerError
from service.cli.review import review_moves
from service.cli.trace import trace_board
from service.engine.errors import EngineError


def run(serve: Callable[[], int]) -> int:
    """Run the command that was typed; wrong input gets one line and the exit code 2."""
    cli = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help="Noughts: a perfect player for tic-tac-toe and its family.",
    )
    cli.command("serve")(serve)
    cli.command("analyze")(analyze_board)
    cli.command("play")(play)
    cli.command("review")(review_moves)
    cli.command("trace")(trace_board)
    cli.command("exam")(exam)
    try:
        return int(cli(standalone_mode=False) or 0)
    except UsageError as error:
        message = error.format_message()
    except (InputError, PlayerError, EngineError) as error:
        message = str(error)
    typer.echo(message, err=True)
    return 2
