"""The command line: `python -m service serve`."""

import typer
import uvicorn
from pydantic import ValidationError

from service.app import create_app
from service.settings import Settings

cli = typer.Typer(no_args_is_help=True, add_completion=False)


@cli.callback()
def main() -> None:
    """Noughts: a perfect player for tic-tac-toe."""


@cli.command()
def serve() -> None:
    """Serve the API; the environment holds the settings, as the README lists them."""
    settings = _settings()
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        http="h11",  # bounds what it buffers of a request's head
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=10,
    )


def _settings() -> Settings:
    """The settings, or one line for each that is wrong and the exit code 2."""
    try:
        return Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = f"NOUGHTS_{fault['loc'][0]}".upper()
            typer.echo(f"{name}: {fault['msg']}", err=True)
        raise typer.Exit(2) from error


if __name__ == "__main__":
    cli()
