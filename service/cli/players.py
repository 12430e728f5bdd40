"""Players that can take an exam: a program, a URL, a level."""

import json
import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO
from urllib.parse import quote
from urllib.request import urlopen

from service.cli.options import number
from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.schemas.board import MAX_CELLS

MAX_ANSWER = 65_536  # bytes read of an HTTP response

Player = Callable[[Position], int]


class PlayerError(Exception):
    """The player has failed: no response, a late one, or one that is not a cell."""


@contextmanager
def command_player(command: str, timeout: float) -> Iterator[Player]:
    """A program that repeatedly reads a line `XO./.X./..O X` and writes a line `3`."""
    try:
        words = shlex.split(command) or [command]
        process = subprocess.Popen(  # noqa: S603  whoever types the command runs it
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
        )
    except (OSError, ValueError) as error:
        raise PlayerError("The command cannot be started.") from error
    lines: Queue[str | None] = Queue()
    reader = Thread(target=_read, args=[process.stdout, lines], daemon=True)
    reader.start()

    def move(position: Position) -> int:
        question = _question(position)
        with suppress(BrokenPipeError):  # the end of its output is handled below
            print(question, file=process.stdin, flush=True)
        try:
            line = lines.get(timeout=timeout)
        except Empty:
            raise PlayerError(f"No response to {question} within {timeout:g} seconds.") from None
        if line is None:
            raise PlayerError(f"The player exited without a response to {question}.")
        return _cell(line, question)

    try:
        yield move
    finally:
        _end(process, reader)


def _end(process: "subprocess.Popen[str]", reader: Thread) -> None:
    """End the program; its children end with their input, or are left running after a second."""
    process.kill()
    process.wait()
    if process.stdin:
        with suppress(BrokenPipeError):
            process.stdin.close()
    reader.join(1)
    if process.stdout and not reader.is_alive():
        process.stdout.close()


def _read(stdout: IO[str], lines: "Queue[str | None]") -> None:
    """Queue the lines, so that waiting for one can time out; None at the end."""
    for line in stdout:
        lines.put(line)
    lines.put(None)


def http_player(template: str, timeout: float) -> Player:
    """A URL with `{board}` and `{side}` that returns a cell or a JSON object."""
    if not template.startswith(("http://", "https://")):
        raise PlayerError("Not a valid URL. Use one that begins with http:// or https://.")

    def move(position: Position) -> int:
        question = _question(position)
        url = template.replace("{board}", quote(write_board(position)))
        url = url.replace("{side}", position.side_to_move)
        try:
            with urlopen(url, timeout=timeout) as response:  # noqa: S310  checked above
                text = response.read(MAX_ANSWER).decode(errors="replace")
        except (OSError, ValueError) as error:
            raise PlayerError(f"No response to {question} from the URL.") from error
        return _cell(_move_in(text), question)

    return move


def _move_in(text: str) -> str:
    """The cell in a response: a number, or an object with it in `cell` or `move`, even nested."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    while isinstance(document, dict):
        document = document.get("move", document.get("cell"))
    return str(document)


def level_player(level: Level, seed: int) -> Player:
    """One of the built-in levels."""
    return lambda position: play_level(position, level, seed)


def _question(position: Position) -> str:
    return f"{write_board(position)} {position.side_to_move}"


def _cell(answer: str, question: str) -> int:
    """The cell in a response; raises PlayerError."""
    cell = number(answer.strip())
    if not isinstance(cell, int) or not 0 <= cell < MAX_CELLS:
        raise PlayerError(f"The response to {question} is not a number from 0 to {MAX_CELLS - 1}.")
    return cell
