"""Players that can be examined: a program, an address, a level."""

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
from service.schemas.fields import MAX_CELLS

MAX_ANSWER = 65_536  # bytes of an HTTP answer that are read

Player = Callable[[Position], int]


class PlayerError(Exception):
    """The player has failed: no answer, none in time, or one that is no cell."""


@contextmanager
def command_player(command: str, timeout: float) -> Iterator[Player]:
    """A program that reads a line `XO./.X./..O X` and writes a line `3`, again and again."""
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
        with suppress(BrokenPipeError):  # the end of its output tells, after what came before
            print(question, file=process.stdin, flush=True)
        try:
            line = lines.get(timeout=timeout)
        except Empty:
            raise PlayerError(f"No answer to {question} within {timeout:g} seconds.") from None
        if line is None:
            raise PlayerError(f"The player ended without an answer to {question}.")
        return _cell(line, question)

    try:
        yield move
    finally:
        _end(process, reader)


def _end(process: "subprocess.Popen[str]", reader: Thread) -> None:
    """End the program; what it has started ends with its input, or is left alone after a second."""
    process.kill()
    process.wait()
    if process.stdin:
        with suppress(BrokenPipeError):
            process.stdin.close()
    reader.join(1)
    if process.stdout and not reader.is_alive():
        process.stdout.close()


def _read(stdout: IO[str], lines: "Queue[str | None]") -> None:
    """Pass the lines on, so that the wait for one can end; last None."""
    for line in stdout:
        lines.put(line)
    lines.put(None)


def http_player(template: str, timeout: float) -> Player:
    """An address with `{board}` and `{side}` in it, which answers with a cell or a JSON object."""
    if not template.startswith(("http://", "https://")):
        raise PlayerError("The address of a player begins with http:// or https://.")

    def move(position: Position) -> int:
        question = _question(position)
        url = template.replace("{board}", quote(write_board(position)))
        url = url.replace("{side}", position.side_to_move)
        try:
            with urlopen(url, timeout=timeout) as response:  # noqa: S310  checked above
                text = response.read(MAX_ANSWER).decode(errors="replace")
        except (OSError, ValueError) as error:
            raise PlayerError(f"No answer to {question} from the address.") from error
        return _cell(_move_in(text), question)

    return move


def _move_in(text: str) -> str:
    """The cell in an answer: a number, or an object with it as `cell` or `move`, or in these."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    while isinstance(document, dict):
        document = document.get("move", document.get("cell"))
    return str(document)


def level_player(level: Level, seed: int, max_nodes: int) -> Player:
    """One of our own levels."""
    return lambda position: play_level(position, level, seed, max_nodes)


def _question(position: Position) -> str:
    return f"{write_board(position)} {position.side_to_move}"


def _cell(answer: str, question: str) -> int:
    """The cell that an answer names; raises PlayerError."""
    cell = number(answer.strip())
    if not isinstance(cell, int) or not 0 <= cell < MAX_CELLS:
        raise PlayerError(f"The answer to {question} is no number from 0 to {MAX_CELLS - 1}.")
    return cell
