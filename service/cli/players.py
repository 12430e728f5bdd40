"""Get the moves of a player that takes an exam: a program or a URL."""

import json
import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPException
from reprlib import repr as shortened
from signal import SIGKILL
from subprocess import PIPE, Popen
from threading import Timer
from typing import Any, Final
from urllib.parse import quote, urlsplit
from urllib.request import build_opener, getproxies, proxy_bypass

from typer import TyperException

from ..engine.board.geometry import MAX_SIDE
from ..engine.board.position import Position

LAST_CELL: Final = MAX_SIDE**2 - 1
MAX_RESPONSE: Final = 65_536  # Maximum bytes read from a response.
FIX: Final = (
    "It must print a line with a cell number for each line it reads, and flush it, as "
    "print(cell, flush=True) does in Python."
)

Player = Callable[[Position], int]  # A player raises TyperException for an invalid response.


@contextmanager
def program(command: str, timeout: float) -> Iterator[Player]:
    """Start a program and yield it as a player; it reads lines such as `XO./.X./..O X`."""
    try:
        process = Popen(  # noqa: S603  whoever types the command runs it
            shlex.split(command), bufsize=0, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
    except (OSError, ValueError, IndexError) as error:
        raise TyperException("--command must be a program that can be started.") from error
    with process:
        try:
            yield partial(_ask, process, timeout)
        finally:
            _kill(process)


def _ask(process: "Popen[bytes]", timeout: float, position: Position) -> int:
    """Return a program's move; kill the program if it takes longer than `timeout` seconds."""
    question = f"{position} {position.side_to_move}"
    line = b""
    timer = Timer(timeout, _kill, [process])
    timer.daemon = True
    timer.start()
    with suppress(BrokenPipeError):
        if process.stdin and process.stdout:
            process.stdin.write(f"{question}\n".encode())
            line = process.stdout.readline(MAX_RESPONSE)
    is_late = not line.endswith(b"\n") and process.wait() == -SIGKILL
    timer.cancel()
    text = line.decode(errors="replace")
    if line.endswith(b"\n"):
        return _parse_cell(text, question, " Print nothing else. Prompts can go to standard error.")
    fault = f"took more than {timeout:g} seconds for" if is_late else "exited without responding to"
    printed = f" It printed {shortened(text.strip())} without a line break." if text else ""
    raise TyperException(f"The player {fault} `{question}`.{printed} {FIX}")


def _kill(process: "Popen[bytes]") -> None:
    """Kill a program and the programs that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, SIGKILL)


def url(template: str, timeout: float, position: Position) -> int:
    """Fill in `{board}` and `{side}` in a URL, request it, and return the move in the response."""
    board, side = str(position), position.side_to_move
    if not template.startswith(("http://", "https://")):
        raise TyperException("--url must begin with http:// or https://.")
    address = template.replace("{board}", quote(board)).replace("{side}", side)
    scheme, host, through = urlsplit(address).scheme, urlsplit(address).hostname or "", ""
    if scheme in getproxies() and not proxy_bypass(host):
        through = f" It was requested through {scheme}_proxy. To avoid this, set no_proxy={host}."
    try:
        with build_opener().open(address, timeout=timeout) as response:
            text = response.read(MAX_RESPONSE).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError, HTTPException) as error:
        raise TyperException(f"The URL returned no cell for `{board} {side}`.{through}") from error
    return _parse_cell(_find_move(text), f"{board} {side}", through)


def _find_move(text: str) -> str:
    """Return the cell in a response: a number, or the `move` or `cell` of a JSON object."""
    document: Any = text
    with suppress(ValueError):
        document = json.loads(text)
    while isinstance(document, dict):
        document = document.get("move", document.get("cell"))
    return str(document)


def _parse_cell(response: str, question: str, advice: str) -> int:
    """Return the cell number in a response; raise TyperException if the response is not one."""
    with suppress(ValueError):
        if 0 <= (cell := int(response)) <= LAST_CELL:
            return cell
    needed = f"The response to `{question}` must be a cell from 0 to {LAST_CELL}"
    raise TyperException(f"{needed}, and it was {shortened(response.strip())}.{advice}")
