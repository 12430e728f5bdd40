"""Server processes to measure: the service as shipped, another revision of it, or a bare app."""

import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
SERVICE = ("service", "serve")
BARE = ("benchmarks.bare", "{port}")
START_TIMEOUT = 60.0  # seconds
STOP_TIMEOUT = 10.0  # seconds
INSTALL_TIMEOUT = 600.0  # seconds
POLL_INTERVAL = 0.002  # seconds


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its port, its process, and the seconds from its start to a response."""

    port: int
    pid: int
    start_seconds: float = 0

    @property
    def cpu_seconds(self) -> float:
        """Processor time of the process, its children and theirs (Linux only).

        The clock of another process has the number that clock_getcpuclockid(3) derives from its id.
        """
        children = _children(self.pid)
        family = [self.pid, *children, *(each for child in children for each in _children(child))]
        return sum(clock_gettime(~pid << 3 | 2) for pid in family)

    @property
    def pss(self) -> float:
        """Proportional set size of the process, without its children, in MB."""
        return _kilobytes(self.pid, "smaps_rollup", "Pss") / 1_000


def _children(pid: int) -> list[int]:
    return [int(child) for child in _proc(pid, f"task/{pid}/children").split()]


@contextmanager
def running_server(
    module: Sequence[str] = SERVICE, folder: Path = ROOT, **settings: str
) -> Iterator[Server]:
    """A Python module that serves on a free port of 127.0.0.1, with its log discarded.

    `{port}` in its arguments is replaced. Settings are the service's, without NOUGHTS_.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings |= {"port": str(port)}
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NOUGHTS_", "PYTHON"))}
    environment |= {f"NOUGHTS_{name.upper()}": value for name, value in settings.items()}
    started = perf_counter()
    with subprocess.Popen(
        [_python(folder), "-m", *(argument.format(port=port) for argument in module)],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            _wait_for_response(port, process)
            yield Server(port, process.pid, perf_counter() - started)
        finally:
            process.terminate()
            try:
                process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_for_response(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return after the first response; raises RuntimeError if the server does not start."""
    deadline = perf_counter() + START_TIMEOUT
    while process.poll() is None and perf_counter() < deadline:
        try:
            urlopen(f"http://127.0.0.1:{port}/livez", timeout=START_TIMEOUT).close()
        except URLError:
            sleep(POLL_INTERVAL)
        else:
            return
    raise RuntimeError("The server did not start.")


def exit_on_sigterm() -> None:
    """Let SIGTERM raise SystemExit, so that all servers are stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("benchmarks: terminated"))


def commit_of(revision: str) -> str:
    """Return the commit of a git revision, or of a release such as 1.2.0, with or without its tag.

    Raises OSError without git, and LookupError if the history lacks the revision.
    """
    git = ["git", "-C", str(ROOT)]
    for name in (revision, f"v{revision}"):
        parse = [*git, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
        if found := _output(parse, check=False):
            return found
    release = f"Release {revision.removeprefix('v')}"
    for line in _output([*git, "log", "--all", "--format=%H %s"]).splitlines():
        commit, _, subject = line.partition(" ")
        if subject == release:
            return commit
    raise LookupError(f"The git history has no revision, tag or release {revision}.")


def revision() -> str:
    """Return REVISION of the environment, by default the newest release.

    That is the newest commit whose subject is a release; a fresh clone may lack the tags.
    """
    log = ["git", "-C", str(ROOT), "log", "-1", "--format=%h", "--grep=^Release [0-9.]*$"]
    if found := os.environ.get("REVISION") or _output(log, check=False):
        return found
    raise SystemExit("There is no release in the git history. Set REVISION to a tag or commit.")


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Return a temporary folder with the service of a revision, and its compiled search.

    If the revision has other requirements, the folder has its own .venv with them.
    """
    archive = ["git", "-C", str(ROOT), "archive", commit_of(revision)]
    with TemporaryDirectory(prefix="noughts-") as name:
        folder = Path(name)
        files = ["service", "openapi", "requirements.txt"]
        content = subprocess.run([*archive, *files], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=BytesIO(content)) as packed:
            packed.extractall(folder, filter="data")
        requirements = folder / "requirements.txt"
        if requirements.read_bytes() != (ROOT / "requirements.txt").read_bytes():
            _install(requirements, folder / ".venv")
        # Release 1.0.0 has no compiled search, and other releases work without it.
        build = "from service.engine.search.compiled.build import main; main()"
        command = [_python(folder), "-c", build]
        subprocess.run(
            command, cwd=folder, capture_output=True, check=False, timeout=INSTALL_TIMEOUT
        )
        yield folder


def _install(requirements: Path, environment: Path) -> None:
    """Create a virtual environment with these requirements."""
    subprocess.run([sys.executable, "-m", "venv", environment], check=True, timeout=INSTALL_TIMEOUT)
    python = str(environment / "bin" / "python")
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--requirement", str(requirements)]
    subprocess.run(command, check=True, timeout=INSTALL_TIMEOUT)


def _python(folder: Path) -> str:
    """Return the folder's own interpreter, or this one."""
    own = folder / ".venv" / "bin" / "python"
    return str(own) if folder != ROOT and own.exists() else sys.executable


def _output(command: Sequence[str], *, check: bool = True) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=check).stdout.strip()


def peak_mebibytes(pid: int) -> float:
    """The most memory that was resident in a process, in MiB (Linux only)."""
    return _kilobytes(pid, "status", "VmHWM") / 1_024


def _kilobytes(pid: int, file: str, name: str) -> int:
    found = re.search(rf"^{name}:\s*(\d+) kB", _proc(pid, file), re.MULTILINE)
    if not found:
        raise RuntimeError(f"/proc/{pid}/{file} has no {name}.")
    return int(found[1])


def _proc(pid: int, file: str) -> str:
    return Path(f"/proc/{pid}/{file}").read_text()
