"""Start a program that takes an exam, get its moves, and end it with all that it has started."""

import errno
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL
from functools import partial
from pathlib import Path
from reprlib import repr as shortened
from select import select
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Final

from typer import TyperException

from ..engine.board.position import Position
from .players import MAX_RESPONSE, Player, parse_cell, question_about

TICK: Final = 0.05  # Seconds after which the end of a program is noticed at the latest.
PASSES: Final = 100  # Number of times that programs are looked for and killed.
PR_SET_PDEATHSIG: Final = 1  # From linux/prctl.h.
PR_SET_CHILD_SUBREAPER: Final = 36
ALONE: Final = " Print nothing else. Prompts can go to standard error."
MEMORY: Final = "The system sends this signal, for example, if the memory is used up."
FIX: Final = (
    "It must print a line with a cell number for each line it reads, and flush it, as "
    "print(cell, flush=True) does in Python."
)


@contextmanager
def program(command: str, timeout: float) -> Iterator[Player]:
    """Start a program and yield it as a player; it reads lines such as `XO./.X./..O X`."""
    others = set(_descendants(os.getpid()))
    _exit_on_signals()
    with _start(command) as process:
        _prctl(PR_SET_CHILD_SUBREAPER, 1)  # Programs whose parent has ended become our children.
        try:
            yield partial(_ask, process, timeout)
        finally:
            _kill(process, others)
            _prctl(PR_SET_CHILD_SUBREAPER, 0)


def _start(command: str) -> "Popen[bytes]":
    """Start a program in its own process group; raise TyperException if that is not possible."""
    name = ""
    try:
        name, *arguments = shlex.split(command)
        _check_first_line(name)
        return Popen(  # noqa: S603  whoever types the command runs it
            [name, *arguments],
            bufsize=0,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
            preexec_fn=partial(_prctl, PR_SET_PDEATHSIG, signal.SIGKILL),  # noqa: PLW1509  one thread
        )
    except ValueError as error:
        raise TyperException("--command must be a program, and each quotation must end.") from error
    except OSError as error:
        raise TyperException(f"{name} cannot be started. {_cause(error, name)}") from error


def _check_first_line(name: str) -> None:
    """Raise TyperException if a script names its interpreter in a line that ends with CR LF."""
    line = b""
    with suppress(OSError), Path(shutil.which(name) or name).open("rb") as file:
        line = file.readline(MAX_RESPONSE)
    if line.startswith(b"#!") and line.endswith(b"\r\n"):
        fault = f"The first line of {name} ends with a carriage return."
        raise TyperException(f"{fault} Save the file with Unix line endings (LF).")


def _cause(error: OSError, name: str) -> str:
    """Return why a program cannot be started, and what helps."""
    path = Path(shutil.which(name, os.F_OK) or name)
    if path.is_dir():
        return "It is a directory."
    if isinstance(error, PermissionError):
        return f"It is not executable. Run `chmod +x {name}`, or put its interpreter before it."
    if isinstance(error, FileNotFoundError) and path.exists():
        return "The interpreter in its first line does not exist."
    if error.errno == errno.ENOEXEC:
        return "A script must begin with a line such as `#!/usr/bin/env python3`."
    return f"{error.strerror}."


def _prctl(option: int, value: int) -> None:
    """Set an attribute of this process on Linux; see prctl(2)."""
    if sys.platform == "linux":
        CDLL(None).prctl(option, value)


def _exit_on_signals() -> None:
    """Let SIGTERM and SIGHUP end this process as Ctrl+C does, with the exit code of shells."""

    def leave(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # With nohup, SIGHUP stays ignored.
            signal.signal(number, leave)


def _kill(process: "Popen[bytes]", others: set[int]) -> None:
    """Kill a program's process group and then, on Linux, whatever else descends from it."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()  # Then this process is the parent of all that the program has left.
    # A program can start others while these are looked for, and a list read while a process in it
    # ends can lack another one.
    for _ in range(PASSES):
        for number in set(_descendants(os.getpid())) - others:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)


def _descendants(parent: int) -> Iterator[int]:
    """Yield the IDs of the processes that a process and its descendants have started."""
    with suppress(OSError):  # It has ended.
        for file in Path(f"/proc/{parent}/task").glob("*/children"):
            for child in map(int, file.read_text().split()):
                yield child
                yield from _descendants(child)


def _ask(process: "Popen[bytes]", timeout: float, position: Position) -> int:
    """Return a program's move; raise TyperException if it takes longer than `timeout` seconds."""
    question = question_about(position)
    deadline = monotonic() + timeout
    if process.stdin and select([], [process.stdin], [], timeout)[1]:
        with suppress(BrokenPipeError):
            process.stdin.write(f"{question}\n".encode())
    line = _read_line(process, deadline)
    text = line.decode(errors="replace")
    if line.endswith(b"\n"):
        return parse_cell(text, position, ALONE)
    fault = f"The player {_fault(process, deadline, timeout)} `{question}`."
    printed = f" It printed {shortened(text.strip())} without a line break." if text else ""
    advice = {-signal.SIGKILL: MEMORY}.get(process.returncode, FIX)
    raise TyperException(f"{fault}{printed} {advice}")


def _read_line(process: "Popen[bytes]", deadline: float) -> bytes:
    """Read until a line, the output, the program or the time ends.

    The output can stay open after the end of the program, if another one has inherited it.
    """
    line = b""
    while not line.endswith(b"\n") and len(line) < MAX_RESPONSE and monotonic() < deadline:
        has_ended = process.poll() is not None
        if process.stdout and select([process.stdout], [], [], 0 if has_ended else TICK)[0]:
            piece = process.stdout.read(1)
            if not piece:
                break
            line += piece
        elif has_ended:
            break
    return line


def _fault(process: "Popen[bytes]", deadline: float, timeout: float) -> str:
    """Return what a program did instead of printing a line, up to the words "to" or "for"."""
    try:
        code = process.wait(max(deadline - monotonic(), 0))
    except TimeoutExpired:
        return f"took more than {timeout:g} seconds for"
    if code >= 0:
        return f"exited with code {code} without responding to"
    is_named = -code in list(signal.Signals)  # Most real-time signals are not.
    name = f" ({signal.Signals(-code).name})" if is_named else ""
    return f"was killed by signal {-code}{name} without responding to"
