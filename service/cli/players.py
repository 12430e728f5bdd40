"""Get the moves of a player that takes an exam: a program or a URL."""

import json
import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPException
from signal import SIGKILL
from subprocess import PIPE, Popen
from threading import Timer
from typing import Final
from urllib.parse import quote
from urllib.request import urlopen

from typer import TyperException

from ..engine.board.geometry import MAX_SIDE
from ..engine.board.notation import write_board
from ..engine.board.position import Position

LAST_CELL: Final = MAX_SIDE**2 - 1
MAX_RESPONSE: Final = 65_536  # Maximum bytes read from a response.

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
    question = f"{write_board(position)} {position.side_to_move}"
    response = b""
    timer = Timer(timeout, _kill, [process])
    timer.daemon = True
    timer.start()
    with suppress(BrokenPipeError):
        if process.stdin and process.stdout:
            process.stdin.write(f"{question}\n".encode())
            response = process.stdout.readline(MAX_RESPONSE)
    is_late = not response.endswith(b"\n") and process.wait() == -SIGKILL
    timer.cancel()
    if response.endswith(b"\n"):
        return _parse_cell(response.decode(errors="replace"), question)
    late, ended = f"took more than {timeout:g} seconds for", "exited without responding to"
    fix = "It must print a line with a cell number for each line it reads."
    raise TyperException(f"The player {late if is_late else ended} `{question}`. {fix}")


def _kill(process: "Popen[bytes]") -> None:
    """Kill a program and the programs that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, SIGKILL)


def url(template: str, timeout: float, position: Position) -> int:
    """Fill in `{board}` and `{side}` in a URL, request it, and return the move in the response."""
    board, side = write_board(position), position.side_to_move
    if not template.startswith(("http://", "https://")):
        raise TyperException("--url must begin with http:// or https://.")
    address = template.replace("{board}", quote(board)).replace("{side}", side)
    try:
        with urlopen(address, timeout=timeout) as response:  # noqa: S310  checked above
            text = response.read(MAX_RESPONSE).decode(errors="replace")
    except (OSError, ValueError, HTTPException) as error:
        raise TyperException(f"The URL returned no cell for `{board} {side}`.") from error
    return _parse_cell(_find_move(text), f"{board} {side}")


def _find_move(text: str) -> str:
    """Return the cell in a response: a number, or the `move` or `cell` of a JSON object."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    while isinstance(document, dict):
        document = document.get("move", document.get("cell"))
    return str(document)


def _parse_cell(response: str, question: str) -> int:
    """Return the cell number in a response; raise TyperException if the response is not one."""
    with suppress(ValueError):
        if 0 <= (cell := int(response)) <= LAST_CELL:
            return cell
    raise TyperException(f"The response to `{question}` must be a cell from 0 to {LAST_CELL}.")
