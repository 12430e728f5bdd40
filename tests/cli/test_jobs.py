"""`analyze --stdin` with several processes: order, faults, and ends before the input's."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from unittest.mock import Mock

import pytest

from service.cli import analyze
from tests.live import ROOT, children, exists, wait_until

COMMAND = [sys.executable, "-m", "service", "analyze", "--stdin"]
BOARDS = [
    "".join("XO"[cells.index(at) % 2] if at in cells else "." for at in range(9))
    for cells in islice(permutations(range(9), 4), 0, 3_000, 10)
]
# Searches of minutes.
LONG = "--in-a-row=5", "--max-nodes=20000000"
LONG_BOARD = "/".join(["." * 9] * 9)


@contextmanager
def running(*options: str) -> Iterator["subprocess.Popen[str]"]:
    """A command, which is killed at the end unless it has ended."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, *options], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def start_long_searches(process: "subprocess.Popen[str]") -> list[int]:
    """Let two processes search for minutes, and return their ids."""
    assert process.stdin
    process.stdin.write(f"{LONG_BOARD}\n" * 8)
    process.stdin.close()
    wait_until(lambda: len(children(process.pid)) == 2)
    return children(process.pid)


def run(*options: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], cwd=ROOT, input=typed, capture_output=True, text=True, check=False
    )


def test_output_does_not_depend_on_the_number_of_processes() -> None:
    typed = "\n".join(BOARDS)
    one, three = (run(f"--jobs={jobs}", typed=typed) for jobs in (1, 3))
    assert (one.returncode, one.stderr) == (three.returncode, three.stderr) == (0, "")
    assert one.stdout == three.stdout
    shown = [json.loads(line)["position"]["notation"] for line in one.stdout.splitlines()]
    assert [each.replace("/", "") for each in shown] == BOARDS


def test_invalid_line_ends_the_output() -> None:
    done = run("--jobs=2", typed="\n".join([*BOARDS[:19], "XY.......", *BOARDS]))
    assert done.returncode == 2
    assert done.stderr.startswith("Line 20: `Y` is not a cell; ")
    assert len(done.stdout.splitlines()) == 19


def test_response_of_one_job_does_not_wait_for_the_next_line() -> None:
    with running("--jobs=1") as process:
        assert process.stdin
        assert process.stdout
        for board in BOARDS[:3]:
            process.stdin.write(f"{board}\n")
            process.stdin.flush()
            notation = json.loads(process.stdout.readline())["position"]["notation"]
            assert notation.replace("/", "") == board


def test_interrupt_ends_all_processes() -> None:
    with running("--jobs=2", *LONG) as process:
        searches = start_long_searches(process)
        for pid in (*searches, process.pid):  # as a terminal does
            os.kill(pid, signal.SIGINT)
        assert process.wait(60) == 130
        assert not any(map(exists, searches))
        assert process.stderr
        assert process.stderr.read() == "\n"


def test_interrupt_keeps_finished_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of two searches ends while the next line is awaited."""
    futures: list[Future[str]] = []

    def submit(*_: object) -> Future[str]:
        futures.append(Future())
        return futures[-1]

    def lines() -> Iterator[analyze.Line]:
        yield from ((1, b"1"), (2, b"2"))
        futures[0].set_result("result")
        raise KeyboardInterrupt

    executor = Mock(**{"return_value.submit": submit})
    monkeypatch.setattr(analyze, "ProcessPoolExecutor", executor)
    results = analyze.map_lines(repr, lines(), 2)
    assert next(results) == "result"
    with pytest.raises(KeyboardInterrupt):
        next(results)


def test_processes_end_with_a_killed_command() -> None:
    with running("--jobs=2", *LONG) as process:
        searches = start_long_searches(process)
        process.kill()
        wait_until(lambda: not any(map(exists, searches)))


def test_killed_process_ends_the_command_with_advice() -> None:
    with running("--jobs=2", *LONG) as process:
        os.kill(start_long_searches(process)[0], signal.SIGKILL)
        assert process.wait(60) == 2
        assert process.stderr
        advice = "A process was killed. Use fewer --jobs if memory is low.\n"
        assert process.stderr.read() == advice


def number_after(released: Path, line: tuple[int, bytes]) -> str:
    """Return the number of a line once a file exists."""
    wait_until(released.exists)
    return str(line[0])


def test_lines_are_read_as_their_processes_need_them(tmp_path: Path) -> None:
    limit, released, read = 2 * analyze.QUEUED, tmp_path / "released", 0

    def lines() -> Iterator[tuple[int, bytes]]:
        nonlocal read
        while True:
            read += 1
            if read == limit:
                released.touch()
            yield read, b""

    for first in analyze.map_lines(partial(number_after, released), lines(), jobs=2):
        assert (first, read) == ("1", limit)
        break
