"""The commands of `noughts`, which is also `python -m service`."""

from collections.abc import Callable
from typing import Annotated

import typer
from typer.exceptions import TyperException

from service import __version__
from service.cli.analyze import analyze_board
from service.cli.exam import exam
from service.cli.options import InputError
from service.cli.play import play
from service.cli.players import PlayerError
from service.cli.review import review_moves
from service.cli.trace import trace_board
from service.engine.errors import EngineError
from service.engine.search.solvers import search_name


def run(serve: Callable[[], int]) -> int:
    """Run the command that was typed; wrong input gets one line and the exit code 2."""
    cli = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        help="Noughts: a perfect player for tic-tac-toe and its family.",
    )
    cli.callback()(common_options)
    cli.command("serve")(serve)
    cli.command("analyze")(analyze_board)
    cli.command("play")(play)
    cli.command("review")(review_moves)
    cli.command("trace")(trace_board)
    cli.command("exam")(exam)
    try:
        return int(cli(standalone_mode=False) or 0)
    except TyperException as error:
        message = error.format_message()
    except (InputError, PlayerError, EngineError) as error:
        message = str(error)
    typer.echo(message, err=True)
    return 2


def print_version(wanted: bool) -> None:
    """Print the version and end, if that is wanted."""
    if wanted:
        typer.echo(f"noughts {__version__}, {search_name()} search")
        raise typer.Exit


def common_options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """The options that stand before a command."""
