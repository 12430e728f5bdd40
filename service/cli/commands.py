"""Define the commands of `noughts`, which can also be run as `python -m service`."""

import os
import re
import sys
from collections.abc import Callable
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EPIPE
from typing import Annotated, Final

import typer

from .. import __version__
from ..engine.errors import EngineError
from ..engine.search.compiled.interface import search_name, using
from .analyze import analyze_board
from .check import check_files
from .exam import exam
from .play import play
from .review import review_moves
from .trace import trace_board

FIELD: Final = re.compile(r"(?<!-)\b(side_to_move|in_a_row|max_nodes|max_depth|algorithm)\b")
CANNOT_WRITE: Final = frozenset({EDQUOT, EFBIG, EIO, ENOSPC, EPIPE})
VERSION_HELP: Final = "Print the version and the search in use, compiled or Python."
HOST_HELP: Final = "The address to listen on. Overrides NOUGHTS_HOST."
PORT_HELP: Final = "The port to listen on. Overrides NOUGHTS_PORT."
SETTINGS_HELP: Final = "The documentation lists all NOUGHTS_ variables under Operations."

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.command("analyze")(analyze_board)
app.command("play")(play)
app.command("review")(review_moves)
app.command("trace")(trace_board)
app.command("exam")(exam)
app.command("check")(check_files)


def run(serve: Callable[[], int]) -> int:
    """Run the command in sys.argv, and return the exit code; `serve` starts the server."""
    try:
        with using("python" if os.environ.get("NOUGHTS_SEARCH") == "python" else "compiled"):
            code = int(app(obj=serve, standalone_mode=False) or 0)
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in CANNOT_WRITE:
            raise
        # At its exit, Python would try to write the rest again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != EPIPE:  # The reader of a pipe may leave, as `head` does.
            typer.echo(f"The output cannot be written. {error.strerror}.", err=True)
        return 1
    except (typer.TyperException, EngineError) as error:
        message = str(error) if isinstance(error, EngineError) else error.format_message()
        # The engine's messages name the fields of the API, not the options.
        typer.echo(FIELD.sub(lambda field: f"--{field[0].replace('_', '-')}", message), err=True)
        return 2
    return code


def print_version(is_wanted: bool) -> None:
    """If `is_wanted`, print the version and the search in use, and exit."""
    if is_wanted:
        typer.echo(f"noughts {__version__}, {search_name()} search")
        raise typer.Exit


VERSION = typer.Option("--version", callback=print_version, is_eager=True, help=VERSION_HELP)


@app.callback()
def main(*, version: Annotated[bool, VERSION] = False) -> None:
    """Play and analyze tic-tac-toe and its larger relatives, or serve Noughts."""


@app.command(epilog=SETTINGS_HELP)
def serve(
    ctx: typer.Context,
    host: Annotated[str | None, typer.Option(help=HOST_HELP)] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535, help=PORT_HELP)] = None,
) -> None:
    """Serve the API and the web pages."""
    given = {"NOUGHTS_HOST": host, "NOUGHTS_PORT": port}
    os.environ.update({name: str(value) for name, value in given.items() if value is not None})
    raise typer.Exit(ctx.obj())
