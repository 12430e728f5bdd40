"""The command line: `python -m service serve`."""

import typer
import uvicorn

from service.app import create_app
from service.settings import Settings

cli = typer.Typer(help="Noughts: a perfect player for tic-tac-toe.", no_args_is_help=True)


@cli.callback()
def main() -> None:
    """Noughts: a perfect player for tic-tac-toe."""


@cli.command()
def serve() -> None:
    """Serve the API; settings come from the environment."""
    settings = Settings()
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level=settings.log_level,
        http="h11",  # bounds what it buffers of a head; httptools does not
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=30,
    )


if __name__ == "__main__":
    cli()
