"""All commands: wrong input, interruption, documented options; `serve` and its options."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from service import __version__
from service.cli import commands
from service.engine.search.compiled.interface import search_name
from tests.cli.conftest import Run
from tests.live import ROOT


@contextmanager
def terminal(*command: str) -> Iterator[tuple["subprocess.Popen[bytes]", Callable[[bytes], str]]]:
    """A command in its own terminal, and a function that reads what is shown until some text."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        (sys.executable, "-m", "service", *command),
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)

    def read_until(end: bytes) -> str:
        shown = b""
        with suppress(OSError):  # the other end is closed
            while end not in shown:
                shown += os.read(ours, 4_096)
        return shown.decode()

    try:
        yield process, read_until
    finally:
        os.close(ours)
        process.kill()  # unless it has ended, as it should
        process.wait(60)


def interrupt(process: "subprocess.Popen[bytes]") -> int:
    """Send SIGINT until the program ends: one that comes just before a read has no effect."""
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
    return process.returncode


def test_version_names_the_search(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("--version").out == f"noughts {__version__}, {search_name()} search\n"
    monkeypatch.setenv("NOUGHTS_SEARCH", "python")
    assert run("--version").out == f"noughts {__version__}, python search\n"


@pytest.mark.full
def test_ctrl_c_ends_its_line() -> None:
    with terminal("play", "--o", "person") as (process, read_until):
        read_until(b"> ")
        assert interrupt(process) == 130
        assert read_until(b"nothing").replace("^C", "") == "\r\n"


LONG_SEARCH = ("/".join(["." * 9] * 9), "--in-a-row", "5", "--max-nodes", "20000000")


@pytest.mark.full
@pytest.mark.parametrize(
    ("command", "unit"),
    [
        (("analyze", *LONG_SEARCH), b" nodes"),
        (("review", "0,1,2,3", "--columns", "9", "--rows", "9", *LONG_SEARCH[1:]), b" plies"),
        (("exam", "--command", "sleep 60", "--timeout", "60"), b"0/?"),
    ],
)
def test_long_command_shows_progress_and_ends_at_ctrl_c(
    command: tuple[str, ...], unit: bytes
) -> None:
    with terminal(*command) as (process, read_until):
        for _ in range(5):  # It is drawn ten times a second; the first may precede the search.
            read_until(unit)
        assert interrupt(process) == 130
        shown = read_until(b"nothing")
    assert shown.rstrip("\r\n").endswith(("\x1b[2K", "\x1b[1A\x1b[2K", "\x1b[?25h"))  # erased


@pytest.mark.parametrize("command", ["analyze .........", "analyze ......... --json", "--version"])
def test_full_disk_is_reported_in_one_line(command: str) -> None:
    program = [sys.executable, "-m", "service", *command.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    message = b"The output cannot be written. No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, message)


def test_log_in_a_terminal_is_for_people() -> None:
    with terminal("serve", "--port", "0") as (process, read_until):
        found = re.search(r"http://\S+", read_until(b"quit)\r\n"))
        assert found
        assert httpx.get(f"{found[0]}/nope").status_code == 404
        assert interrupt(process) == 0
        shown = re.sub(r"\x1b\[[0-9;]*m", "", read_until(b"nothing"))
    line = r"^\d\d:\d\d:\d\d INFO: +GET unknown 404 in \d+\.\d ms\r$"
    assert re.search(line, shown, re.MULTILINE)
    assert "{" not in shown


@pytest.mark.parametrize("command", ["play", "analyze", "review", "trace", "exam"])
def test_every_documented_option_exists(run: Run, command: str) -> None:
    page = (ROOT / "docs" / "terminal.md").read_text()
    _, _, section = page.partition(f"\n## {command.capitalize()}\n")
    options = set(re.findall(r"`(--[a-z-]+)`", section.partition("\n## ")[0]))
    assert options
    assert options <= set(re.findall(r"--[a-z-]+", run(f"{command} --help").out))


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        ((), {}),
        (("--port", "9000"), {"NOUGHTS_PORT": "9000"}),
        (("--host", "::", "--port", "0"), {"NOUGHTS_HOST": "::", "NOUGHTS_PORT": "0"}),
    ],
)
def test_options_of_serve_set_variables(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], variables: dict[str, str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["noughts", "serve", *arguments])
    monkeypatch.setattr(os, "environ", {"TERM": "dumb"})
    found: dict[str, str] = {}

    def serve() -> int:
        found.update({k: v for k, v in os.environ.items() if k.startswith("NOUGHTS_")})
        return 3

    assert commands.run(serve) == 3
    assert found == variables


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("analyse .........", "No such command 'analyse'. Did you mean 'analyze'?"),
        ("analyze", "BOARD is required: a board such as `XO./.X./..O`. See --help."),
        ("analyze XZ./.../...", "`Z` is not a cell; "),
        ("analyze -X-/---/---", "No such option: -X"),
        (
            "analyze ......... --side-to-move Q",
            "Invalid value for '--side-to-move': 'Q' is not one",
        ),
        ("analyze X........ --side-to-move X", "O is to move; --side-to-move must be O or"),
        ("analyze ......... --in-a-row 4", "--in-a-row must be 3 on this board."),
        ("analyze ......... --max-nodes 5", "Invalid value for '--max-nodes': 5 is not in"),
        ("analyze ......... --deeper", "No such option: --deeper"),
        ("analyze ......... --stdin", "BOARD must be omitted with --stdin."),
        ("exam", "Exactly one player is required. Use --command, --url or --level."),
        ("exam --command './nothing --fast'", "./nothing cannot be started. No such file"),
        ("exam --command nothing-here", "nothing-here cannot be started. No such file"),
        ("exam --command /", "/ cannot be started. It is a directory."),
        ("exam --command ''", "--command must be a program, and each quotation must end."),
        ('exam --command "\'"', "--command must be a program, and each quotation must end."),
        ("exam --level hard --timeout x", "Invalid value for '--timeout': 'x' is not a"),
        ("exam --level hard --columns 6", "The board is too large; use at most 16 cells"),
        ("play --x nobody", "Invalid value for '--x': 'nobody' is not one of 'person', 'beginner'"),
        ("play --seed -1", "Invalid value for '--seed': -1 is not in the range x>=0."),
        ("review", "Missing argument 'MOVES'."),
        ("review 0,0", "In move 2, cell 0 already has a mark; choose an empty cell."),
        ("review a1", "MOVES must be cell numbers in the order played, such as"),
        (f"review {'9' * 9999}", "MOVES must be cell numbers"),
        ("serve --port 65536", "Invalid value for '--port': 65536 is not in the range"),
        ("trace ......... --algorithm x", "Invalid value for '--algorithm': 'x' is not one of"),
        ("trace .........", "The search has more than 6000 nodes; use --algorithm"),
    ],
    ids=lambda text: text[:60],
)
def test_wrong_input_prints_one_line_and_exits_with_code_2(
    run: Run, command: str, message: str
) -> None:
    done = run(command)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("XO./.X./..O\nXX./.../...\n.........", "Line 2: The board has 2 X and 0 O, but"),
        ("\n", "Line 1: A board of 0 cells"),
        (f".........\n{'.' * 9_999}\n.........", "Line 2: A board of"),
    ],
)
def test_wrong_line_of_standard_input_is_named(run: Run, typed: str, message: str) -> None:
    done = run("analyze --stdin --jobs 1", typed=typed)
    assert done.code == 2
    assert done.err.startswith(message)
    assert len(done.out.splitlines()) == int(message[5]) - 1
