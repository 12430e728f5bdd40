"""The command line: `python -m service serve | analyze | play | review`."""

import sys

import typer
from pydantic import ValidationError
from typer._click.exceptions import UsageError  # Typer has no public name for it

from service import logs
from service.app import create_app
from service.cli.analyze import analyze_board
from service.cli.options import InputError
from service.cli.play import play
from service.cli.review import review_moves
from service.engine.errors import EngineError
from service.server import Server
from service.settings import Settings

cli = typer.Typer(no_args_is_help=True, add_completion=False)
cli.command("analyze")(analyze_board)
cli.command("play")(play)
cli.command("review")(review_moves)


@cli.callback()
def program() -> None:
    """Noughts: a perfect player for tic-tac-toe and its family."""


@cli.command()
def serve() -> None:
    """Serve the API; the environment holds the settings, as the README lists them."""
    settings = _settings()
    logs.configure(settings.log_level)
    Server(create_app(settings), settings).run()


def _settings() -> Settings:
    """The settings, or one line for each that is wrong and the exit code 2."""
    try:
        return Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = f"NOUGHTS_{fault['loc'][0]}".upper()
            typer.echo(f"{name}: {fault['msg']}", err=True)
        raise typer.Exit(2) from error


def main() -> int:
    """Run the command; wrong input gets one line and the exit code 2."""
    try:
        return int(cli(standalone_mode=False) or 0)
    except UsageError as error:
        message = error.format_message()
    except (InputError, EngineError) as error:
        message = str(error)
    typer.echo(message, err=True)
    return 2


if __name__ == "__main__":
    sys.exit(main())
