"""Another revision in a folder of its own, and a server of the service in any folder."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Final

from benchmarks.server import START, cpu_seconds, stop

ROOT: Final = Path(__file__).parents[2]
PIP: Final = "python3"  # of the machine
LOOK_EVERY: Final = 0.02  # seconds


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, and the process that answers there."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time of the process so far, without its workers (Linux only)."""
        return cpu_seconds(self.pid)


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """A folder with the files of a revision and its requirements in `.venv`, for this block."""
    with TemporaryDirectory(prefix="noughts-") as folder:
        place = Path(folder, "revision")
        _git("worktree", "add", "--quiet", "--detach", str(place), revision)
        try:
            _install_requirements(place)
            yield place
        finally:
            _git("worktree", "remove", "--force", str(place))


def _install_requirements(place: Path) -> None:
    command = [sys.executable, "-m", "venv", "--without-pip", str(place / ".venv")]
    subprocess.run(command, check=True)
    python = ["--python", str(place / ".venv/bin/python")]
    options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"]
    command = [PIP, "-m", "pip", *python, "install", *options, str(place / "requirements.txt")]
    subprocess.run(command, check=True)


def _git(*arguments: str) -> None:
    """Run git; raises SystemExit if it fails, as git itself says why."""
    command = ["git", "-C", str(ROOT), *arguments]
    if subprocess.run(command, check=False).returncode:
        raise SystemExit(f"git {arguments[0]} {arguments[1]} failed.")


@contextmanager
def running_service(folder: Path) -> Iterator[Server]:
    """The service of a folder, by the Python of its `.venv`, for this block.

    It has default settings, and its log is thrown away.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NOUGHTS_", "PYTHON"))}
    process = subprocess.Popen(
        [str(folder / ".venv/bin/python"), "-m", "service", "serve"],
        cwd=folder,
        env=inherited | {"NOUGHTS_PORT": str(port), "PYTHONHASHSEED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield Server(port, process.pid)
    finally:
        stop(process)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when the server listens; raises RuntimeError if it does not start."""
    give_up = monotonic() + START
    while process.poll() is None and monotonic() < give_up:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            sleep(LOOK_EVERY)
        else:
            return
    raise RuntimeError("The service does not start.")
