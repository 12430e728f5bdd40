"""The queue of the log, and what becomes of lines that nobody takes."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from service.logs import writer
from service.logs.lines import Request
from service.logs.writer import MAX_WAITING, MAX_WRITE, RESERVE, LogWriter
from tests.http.support import PATIENCE, wait_until


def request(number: int) -> Request:
    """A request of this number."""
    return Request(0.0, "a" * 32, "GET", "/livez", 200, 0.001, number, None)


def line(event: str) -> bytes:
    """A line that tells of something else."""
    return json.dumps({"event": event}).encode() + b"\n"


class FullPipe:
    """A pipe that is full, until it is read."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.writer, False)
        try:
            while True:
                os.write(self.writer, b" " * (MAX_WRITE - 1) + b"\n")
        except BlockingIOError:
            os.set_blocking(self.writer, True)
        self._read = b""
        self._thread = Thread(target=self._read_all)

    def _read_all(self) -> None:
        with os.fdopen(self.reader, "rb") as stream:
            self._read = stream.read()

    def read(self) -> None:
        """Read from now on."""
        self._thread.start()

    def lines(self) -> list[dict[str, Any]]:
        """All that was written, each line of which has to be JSON."""
        os.close(self.writer)
        self._thread.join()
        return [json.loads(line) for line in self._read.splitlines() if line.strip()]


@pytest.fixture
def pipe() -> FullPipe:
    """A pipe that nobody reads yet."""
    return FullPipe()


@pytest.fixture
def log(pipe: FullPipe, monkeypatch: pytest.MonkeyPatch) -> Iterator[LogWriter]:
    """A log whose thread waits for the pipe with the first line, which is of request 0."""
    monkeypatch.setattr(writer, "PATIENCE", PATIENCE)
    log = LogWriter(pipe.writer)
    log.put(request(0))
    wait_until(lambda: not log._queue)
    yield log
    log.close()


def test_all_lines_arrive_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "PATIENCE", PATIENCE)
    descriptor = os.open(tmp_path / "log", os.O_CREAT | os.O_WRONLY)
    log = LogWriter(descriptor)
    for number in range(5_000):
        log.put(request(number))
    log.put(line("end"))
    log.close()
    os.close(descriptor)
    *lines, last = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert [line["nodes"] for line in lines] == list(range(5_000))
    assert last == {"event": "end"}
    assert log.dropped == {"access": 0, "other": 0}


def test_lines_are_lost_if_nobody_reads_those_of_requests_first(
    pipe: FullPipe, log: LogWriter
) -> None:
    for number in range(1, MAX_WAITING + 1):
        log.put(request(number))
    assert log.dropped == {"access": 0, "other": 0}
    for number in range(100):
        log.put(request(number))
    assert log.dropped == {"access": 100, "other": 0}
    log.put(line("not urgent"))
    assert log.dropped == {"access": 100, "other": 1}
    for number in range(RESERVE):
        log.put(line(f"urgent {number}"), is_urgent=True)
    assert log.dropped == {"access": 100, "other": 1}
    log.put(line("one too many"), is_urgent=True)
    assert log.dropped == {"access": 100, "other": 2}

    pipe.read()
    log.close()
    lines = pipe.lines()
    assert [line["nodes"] for line in lines[: MAX_WAITING + 1]] == list(range(MAX_WAITING + 1))
    assert [line["event"] for line in lines[MAX_WAITING + 1 :]] == [
        f"urgent {number}" for number in range(RESERVE)
    ]


def test_the_end_does_not_wait_for_a_reader(
    pipe: FullPipe, log: LogWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.put(request(1))
    monkeypatch.setattr(writer, "PATIENCE", 0.01)
    log.close()
    assert log._thread.is_alive()
    assert log._thread.daemon
    monkeypatch.setattr(writer, "PATIENCE", PATIENCE)
    pipe.read()
    log.close()
    assert [line["nodes"] for line in pipe.lines()] == [0, 1]


def test_a_pipe_never_holds_half_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "PATIENCE", PATIENCE)
    written: list[bytes] = []

    def write(_descriptor: int, data: memoryview) -> int:
        written.append(bytes(data))
        return len(data)

    monkeypatch.setattr("os.write", write)
    log = LogWriter(2)
    for number in range(1_000):
        log.put(request(number))
    log.close()
    assert all(each.endswith(b"\n") and len(each) <= MAX_WRITE for each in written)
    assert sum(each.count(b"\n") for each in written) == 1_000
    assert len(written) < 200


def test_a_line_that_is_longer_than_a_write_is_whole(pipe: FullPipe, log: LogWriter) -> None:
    for size in (1, 2 * MAX_WRITE, 1):
        log.put(line("a" * size))
    pipe.read()
    log.close()
    assert [len(line["event"]) for line in pipe.lines()] == [len("request"), 1, 2 * MAX_WRITE, 1]


def test_lines_that_the_descriptor_does_not_take_are_counted() -> None:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    log = LogWriter(descriptor)
    for number in range(1_000):
        log.put(request(number))
    log.put(line("error"), is_urgent=True)
    log.close()
    os.close(descriptor)
    assert log.dropped == {"access": 1_000, "other": 1}
