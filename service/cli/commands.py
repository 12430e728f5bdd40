"""The commands of `noughts`, which is also `python -m service`."""

import os
from collections.abc import Callable
from typing import Annotated

import typer
from typer.exceptions import TyperException

from service import __version__
from service.cli.analyze import analyze_board
from service.cli.exam import exam
from service.cli.options import (
    BoardCommand,
    Command,
    InputError,
    ServeCommand,
    with_options,
)
from service.cli.play import play
from service.cli.players import PlayerError
from service.cli.review import review_moves
from service.cli.trace import trace_board
from service.engine.errors import EngineError
from service.engine.search.solvers import search_name


def run(serve: Callable[[], int]) -> int:
    """Run the command typed; invalid input prints one line and returns exit code 2."""
    cli = typer.Typer(
        no_args_is_help=True,
        help="Noughts: a perfect player for tic-tac-toe and its family.",
    )
    cli.callback()(common_options)
    cli.command("serve", cls=ServeCommand)(serve_command(serve))
    cli.command("analyze", cls=BoardCommand)(analyze_board)
    cli.command("play", cls=Command)(play)
    cli.command("review", cls=Command)(review_moves)
    cli.command("trace", cls=BoardCommand)(trace_board)
    cli.command("exam", cls=Command)(exam)
    try:
        return int(cli(standalone_mode=False) or 0)
    except TyperException as error:
        message = error.format_message()
    except PlayerError as error:
        message = str(error)
    except (InputError, EngineError) as error:
        message = with_options(str(error))
    typer.echo(message, err=True)
    return 2


def serve_command(serve: Callable[[], int]) -> Callable[..., int]:
    """The command `serve`, with options for two of its variables."""

    def command(
        host: Annotated[
            str | None, typer.Option(help="Address to listen on, as NOUGHTS_HOST.")
        ] = None,
        port: Annotated[
            int | None, typer.Option(min=0, max=65_535, help="Port to listen on, as NOUGHTS_PORT.")
        ] = None,
    ) -> int:
        given = {"NOUGHTS_HOST": host, "NOUGHTS_PORT": port}
        os.environ.update({name: str(value) for name, value in given.items() if value is not None})
        return serve()

    command.__doc__ = serve.__doc__
    return command


def print_version(wanted: bool) -> None:
    """Print the version and exit, if wanted."""
    if wanted:
        typer.echo(f"noughts {__version__}, {search_name()} search")
        raise typer.Exit


def common_options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """The options before a command."""
