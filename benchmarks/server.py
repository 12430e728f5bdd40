"""Server processes to measure: the service as shipped, another revision of it, or a bare app."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
BARE = ("benchmarks.bare", "{port}")
START_TIMEOUT = 60.0  # seconds
STOP_TIMEOUT = 10.0  # seconds
TIMEOUT = 20.0  # seconds for each connection
POLL_INTERVAL = 0.002  # seconds


class Server(NamedTuple):
    """A running server: its port and its process."""

    port: int
    pid: int


@contextmanager
def running_server(
    folder: Path = ROOT, module: Sequence[str] = ("service", "serve"), **settings: str
) -> Iterator[Server]:
    """A Python module that serves on a free port of 127.0.0.1, with its log discarded.

    `{port}` in its arguments is replaced. Settings are the service's, without NOUGHTS_.
    """
    port = free_port()
    settings |= {"port": str(port)}
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NOUGHTS_", "PYTHON"))}
    environment |= {f"NOUGHTS_{name.upper()}": value for name, value in settings.items()}
    with subprocess.Popen(
        [_python(folder), "-m", *(argument.format(port=port) for argument in module)],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            wait_for_response(port, process)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()


def free_port() -> int:
    """Return a port on which no server listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def connect(port: int, address: str = "") -> socket.socket:
    """Return a new connection to a port of 127.0.0.1, from an address of this machine."""
    return socket.create_connection(("127.0.0.1", port), TIMEOUT, (address, 0))


def wait_for_response(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return after the first response; raises RuntimeError if the server does not start."""
    deadline = perf_counter() + START_TIMEOUT
    while process.poll() is None and perf_counter() < deadline:
        with suppress(URLError):
            urlopen(f"http://127.0.0.1:{port}/livez", timeout=START_TIMEOUT).close()
            return
        sleep(POLL_INTERVAL)
    raise RuntimeError("The server did not start.")


def exit_on_sigterm() -> None:
    """Let SIGTERM raise SystemExit, so that all servers are stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("benchmarks: terminated"))


def commit_of(revision: str) -> str:
    """Return the commit of a git revision, or of a release such as 1.2.0, with or without its tag.

    Raises OSError without git, and LookupError if the history lacks the revision.
    """
    release = f"^Release {re.escape(revision.removeprefix('v'))}$"
    parsed = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found := parsed or _git("log", "--all", "-1", "--format=%H", f"--grep={release}"):
        return found
    raise LookupError(f"The git history has no revision, tag or release {revision}.")


def revision() -> str:
    """Return REVISION of the environment, by default the newest release.

    That is the newest commit whose subject is a release; a fresh clone may lack the tags.
    """
    newest = ("log", "-1", "--format=%h", "--grep=^Release [0-9.]*$")
    if found := os.environ.get("REVISION") or _git(*newest):
        return found
    raise SystemExit("There is no release in the git history. Set REVISION to a tag or commit.")


def _git(*arguments: str) -> str:
    """Return the output of git, which is empty if it finds nothing."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Yield a temporary folder with the service of a revision, and its compiled search.

    If the revision has other requirements, the folder has its own .venv with them.
    """
    archive = ["git", "-C", str(ROOT), "archive", commit_of(revision)]
    with TemporaryDirectory(prefix="noughts-") as name:
        folder = Path(name)
        files = ["service", "openapi", "deploy", "docker-compose.yml", "requirements.txt"]
        content = subprocess.run([*archive, *files], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=BytesIO(content)) as packed:
            packed.extractall(folder, filter="data")
        requirements = folder / "requirements.txt"
        if requirements.read_bytes() != (ROOT / "requirements.txt").read_bytes():
            subprocess.run([sys.executable, "-m", "venv", folder / ".venv"], check=True)
            install = [_python(folder), "-m", "pip", "install", "--quiet", "--no-deps"]
            subprocess.run([*install, "--require-hashes", "-r", str(requirements)], check=True)
        # Release 1.0.0 has no compiled search, and other releases work without it.
        build = "from service.engine.search.compiled.build import main; main()"
        subprocess.run([_python(folder), "-c", build], cwd=folder, capture_output=True, check=False)
        yield folder


def _python(folder: Path) -> str:
    """Return the folder's own interpreter, or this one."""
    own = folder / ".venv" / "bin" / "python"
    return str(own) if folder != ROOT and own.exists() else sys.executable


def compute(folder: Path, program: str, argument: object) -> Any:  # noqa: ANN401
    """Return what a program prints, as JSON, with the engine in a folder.

    The program is the source of a function `run`, which takes the argument.
    """
    source = f"{program}\nimport json, sys\nprint(json.dumps(run(json.loads(sys.argv[1]))))"
    command = [sys.executable, "-c", source, json.dumps(argument)]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def peak_mebibytes(pid: int) -> float:
    """The most memory that was resident in a process, in MiB (Linux only)."""
    [line] = re.findall(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(line) / 1_024


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its children, in seconds (Linux only)."""
    own = Path(f"/proc/{pid}/task")
    children = (own / str(pid) / "children").read_text().split()
    ticks = sum(int(each.read_text().split()[0]) for each in own.glob("*/schedstat"))
    return ticks / 1e9 + sum(map(processor_seconds, map(int, children)))
