"""`analyze --stdin` with several processes: order, faults, and ends before the input's."""

import json
import os
import pty
import signal
import subprocess
import sys
from itertools import islice, permutations
from pathlib import Path
from typing import Self

import pytest

from tests.http.stopping import exists
from tests.http.support import children
from tests.live import ROOT, wait_until

COMMAND = [sys.executable, "-m", "service", "analyze", "--stdin"]
BOARDS = [
    "".join("XO"[cells.index(at) % 2] if at in cells else "." for at in range(9))
    for cells in islice(permutations(range(9), 4), 0, 3_000, 10)
]
# A search of minutes.
LONG = "--in-a-row=5", "--max-nodes=20000000"
SHORT_BOARD = "XXXXX/OOOO./...../...../....."
LONG_BOARD = "/".join(["." * 9] * 9)


class Command:
    """A running command; it is killed at the end unless it has ended."""

    def __init__(self, *options: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*COMMAND, *options], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.input, self.output, self.errors = (
            self.process.stdin,
            self.process.stdout,
            self.process.stderr,
        )

    def write(self, line: str) -> None:
        """Write a line to its standard input."""
        self.input.write(f"{line}\n")
        self.input.flush()

    def start_long_search(self) -> None:
        """Return once all processes have started, and one of them has a long search."""
        self.write(SHORT_BOARD)
        self.output.readline()
        self.write(LONG_BOARD)

    @property
    def workers(self) -> list[int]:
        """The ids of its processes."""
        return children(self.process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for each in (self.input, self.output, self.errors):
            each.close()


def run(*options: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], cwd=ROOT, input=typed, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("end", ["\n", ""])
def test_output_does_not_depend_on_the_number_of_processes(end: str) -> None:
    typed = "\n".join(BOARDS) + end
    one, three = (run(f"--jobs={jobs}", typed=typed) for jobs in (1, 3))
    assert (one.returncode, one.stderr) == (three.returncode, three.stderr) == (0, "")
    assert one.stdout == three.stdout
    shown = [json.loads(line)["position"]["notation"] for line in one.stdout.splitlines()]
    assert [each.replace("/", "") for each in shown] == BOARDS


@pytest.mark.parametrize("number", [1, 20, 250])
def test_invalid_line_ends_the_output(number: int) -> None:
    lines = [*BOARDS[: number - 1], "XY.......", *BOARDS]
    done = run("--jobs=2", typed="\n".join(lines))
    assert done.returncode == 2
    assert done.stderr.startswith(f"Line {number}: Cell 1 is invalid.")
    assert len(done.stdout.splitlines()) == number - 1


def test_response_does_not_wait_for_the_next_line() -> None:
    with Command("--jobs=2") as command:
        for board in BOARDS[:3]:
            command.write(board)
            notation = json.loads(command.output.readline())["position"]["notation"]
            assert notation.replace("/", "") == board


def test_interrupt_ends_all_processes() -> None:
    with Command("--jobs=2", *LONG) as command:
        command.start_long_search()
        workers = command.workers
        for process in (*workers, command.process.pid):  # as a terminal does
            os.kill(process, signal.SIGINT)
        assert command.process.wait() == 130
        wait_until(lambda: not any(map(exists, workers)))
        assert command.errors.read() == "\n"


def test_processes_end_with_a_killed_command() -> None:
    with Command("--jobs=2", *LONG) as command:
        command.start_long_search()
        workers = command.workers
        command.process.kill()
        wait_until(lambda: not any(map(exists, workers)))


def test_closed_output_ends_all_processes() -> None:
    with Command("--jobs=2") as command:
        command.write(BOARDS[0])
        command.output.readline()
        workers = command.workers
        command.output.close()
        command.write(BOARDS[0])
        assert command.process.wait() != 0
        wait_until(lambda: not any(map(exists, workers)))
        assert "Traceback" not in command.errors.read()


def test_killed_process_is_reported() -> None:
    with Command("--jobs=2", *LONG) as command:
        command.start_long_search()
        for process in command.workers:  # one of them is searching
            os.kill(process, signal.SIGKILL)
        assert command.process.wait() == 2
        assert command.errors.read().startswith("A process was killed.")


def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("\n".join(BOARDS))
    ours, theirs = pty.openpty()
    with (tmp_path / "boards").open() as boards, os.fdopen(ours, "rb", 0) as terminal:
        command = [*COMMAND, "--jobs=2"]
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=boards, stdout=subprocess.DEVNULL, stderr=theirs
        )
        os.close(theirs)
        shown = b""
        try:
            while more := terminal.read(1_000):
                shown += more
        except OSError:  # the other side has closed it
            pass
        assert process.wait() == 0
    assert f"{len(BOARDS)} boards".encode() in shown
