"""`check FILE...`: check certificates, which prove who wins a game."""

import gzip
import zlib
from pathlib import Path
from typing import Annotated, Final

import typer

from ..engine.certificates.check import check

FILES_HELP: Final = "Certificates, as text or compressed by gzip."
MAX_BYTES: Final = 2**24


def check_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=FILES_HELP)],
) -> None:
    """Check certificates, which prove who wins a game, without a search."""
    is_refused = False
    for file in files:
        try:
            statement = check(_read(file))
        except (OSError, ValueError) as error:
            reason = f"{error.strerror}." if isinstance(error, OSError) else error
            typer.echo(f"{file} proves nothing. {reason}", err=True)
            is_refused = True
        else:
            typer.echo(f"{file}: {statement}")
    raise typer.Exit(is_refused)


def _read(file: Path) -> str:
    """Return the text of a file; raise OSError or ValueError if it has none."""
    with file.open("rb") as opened:
        is_compressed = opened.peek(2).startswith(b"\x1f\x8b")
        text = gzip.GzipFile(fileobj=opened) if is_compressed else opened
        try:
            content = text.read(MAX_BYTES + 1)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise ValueError("The compressed text is damaged.") from None
    if len(content) > MAX_BYTES:
        raise ValueError(f"The text has more than {MAX_BYTES:,} bytes.")
    if not content.isascii():
        raise ValueError("The text contains a character that is not ASCII.")
    return content.decode()
