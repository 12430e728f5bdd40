"""A descriptor that takes lines badly or not at all."""

import errno
import os
from collections.abc import Iterator
from threading import Thread

import pytest

from service.logs.sink import Sink

LINES = b"one\ntwo\nthree\n"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """The ends to read and to write."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


class Disk:
    """Takes at most 5 bytes with a call, and so many in all, as `os.write` would."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = b""

    def write(self, _descriptor: int, data: memoryview) -> int:
        """Take what there is room for."""
        if not self.room:
            raise OSError(errno.ENOSPC, "full")
        length = min(len(data), self.room, 5)
        self.taken += data[:length]
        self.room -= length
        return length


def test_lines_are_written(pipe: tuple[int, int]) -> None:
    assert Sink(pipe[1]).write(LINES) == 0
    assert os.read(pipe[0], 100) == LINES


@pytest.mark.parametrize("room", range(15))
def test_a_full_disk_costs_the_lines_that_do_not_fit(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(room)
    monkeypatch.setattr("os.write", disk.write)
    sink = Sink(2)
    assert sink.write(LINES) == LINES.count(b"\n", room)
    disk.room = 1  # not enough for a line
    assert sink.write(LINES) == 3
    disk.room = 100
    assert sink.write(b"four\n") == 0
    *starts, last = disk.taken.splitlines()
    assert last == b"four"
    assert all(any(line.startswith(each) for line in LINES.splitlines()) for each in starts)


def test_nobody_reads_any_more() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    assert Sink(writer).write(LINES) == 3
    os.close(writer)


def test_the_descriptor_is_closed() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    assert Sink(writer).write(LINES) == 3


def test_no_room_on_the_device() -> None:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    assert Sink(descriptor).write(LINES) == 3
    os.close(descriptor)


def test_a_pipe_that_someone_has_made_non_blocking_is_waited_for(pipe: tuple[int, int]) -> None:
    os.set_blocking(pipe[1], False)
    lines = b"a" * 99_999 + b"\n"
    lost: list[int] = []
    thread = Thread(target=lambda: lost.append(Sink(pipe[1]).write(lines * 5)))
    thread.start()
    received = b""
    while len(received) < len(lines) * 5:
        received += os.read(pipe[0], 65_536)
    thread.join()
    assert (received, lost) == (lines * 5, [0])
