"""The processes that tests start, which must be gone when they end (Linux only)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 60.0  # seconds for a process that has been told to end

Commands = Counter[str]


def running() -> Commands:
    """The commands of the child processes that have not ended."""
    found = (_command(pid) for pid in _children())
    return Commands(command for command in found if command)


def _children() -> list[str]:
    """The ids of the child processes, each of which belongs to the thread that started it."""
    while True:
        try:
            threads = Path("/proc/self/task").glob("*/children")
            return [pid for thread in threads for pid in thread.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue  # a thread has ended, and its children have been given to another


def _command(pid: str) -> str:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


@contextmanager
def none_left(ignore: str = "") -> Iterator[None]:
    """Raise AssertionError if more processes run at the end than at the beginning.

    They are counted by their commands: a server may have been replaced by one that is like it.
    Those whose command contains `ignore` do not count.
    """
    before = running()
    yield
    give_up = monotonic() + PATIENCE
    while left := _named(running() - before, ignore):
        if monotonic() > give_up:
            raise AssertionError(f"left running: {left}")
        sleep(0.01)


def _named(commands: Commands, ignore: str) -> list[str]:
    return sorted(command for command in commands.elements() if not ignore or ignore not in command)
