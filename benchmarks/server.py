"""Real server processes: the service as delivered, and others to compare it with."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from time import clock_gettime, sleep

from benchmarks.client import connections, exchange, request

START = 60.0  # seconds for the process to answer for the first time
PATIENCE = 10.0  # seconds for it to end when asked to
INTERVAL = 0.01  # seconds between two attempts to connect


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, and which processes do its work."""

    port: int
    pids: tuple[int, ...]

    def cpu_seconds(self) -> float:
        """The processor time that it has used so far; the loader of nginx's cache has ended."""
        return sum(cpu_seconds(pid) for pid in self.pids if Path(f"/proc/{pid}").exists())


@contextmanager
def running_server(
    module: Sequence[str] = ("service", "serve"), folder: Path | None = None, **settings: str
) -> Iterator[Server]:
    """A module that serves on a free port of 127.0.0.1, its log written to a file.

    `{port}` in its arguments is replaced; `settings` are those of the service, without NOUGHTS_.
    """
    port = free_port()
    command = [sys.executable, "-m", *(each.format(port=port) for each in module)]
    settings |= {"port": str(port)}
    environment = os.environ | {f"NOUGHTS_{name.upper()}": v for name, v in settings.items()}
    with TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stderr=log)
        try:
            _wait_for_answer(port)
            yield Server(port, (process.pid,))
        finally:
            stop(process)


def free_port() -> int:
    """A port of 127.0.0.1 on which nothing listens now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _wait_for_answer(port: int) -> None:
    for _ in range(int(START / INTERVAL)):
        try:
            with connections(port, 1, START) as [first]:
                exchange(first, request("GET", "/"))
                return
        except ConnectionRefusedError:
            sleep(INTERVAL)
    raise TimeoutError


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process that we have started, and wait until it is gone."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def pin(pids: Sequence[int], core: int) -> None:
    """Let processes run on one core alone, where there are several (Linux only)."""
    cores = sorted(os.sched_getaffinity(0) | {0})
    if len(cores) > 1:
        for pid in pids:
            os.sched_setaffinity(pid, {cores[core]})


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used, in user and kernel mode (Linux only).

    This is the sum that /proc counts in hundredths of a second, to the nanosecond: the clock of
    another process has the number that clock_getcpuclockid(3) makes of its id.
    """
    return clock_gettime(~pid << 3 | 2)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    command = ["pgrep", "--parent", str(pid)]
    return [int(line) for line in subprocess.check_output(command, text=True).split()]


def memory(pid: int) -> int:
    """The resident memory of a process in bytes (Linux only)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
