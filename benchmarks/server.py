"""Real server processes: the service, and for comparison what a framework takes at least.

All have the same server and the same middleware. Each process takes its listening socket over from
the benchmark.
"""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import sysconf
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from benchmarks.client import connections, exchange, request
from service.app import Service, create_app, in_middleware
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze
from service.http.server import Server as Uvicorn
from service.logs.configure import configure
from service.logs.writer import LogWriter
from service.schemas import responses as answers
from service.schemas.conversion import from_analysis, to_position
from service.schemas.requests import AnalysisRequest
from service.settings import Settings

START = 60.0  # seconds for the process to answer for the first time
PATIENCE = 10.0  # seconds for it to end when asked to
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, and which processes do its work."""

    port: int
    pids: tuple[int, ...]

    def cpu_seconds(self) -> float:
        """The processor time that it has used so far."""
        return sum(map(cpu_seconds, self.pids))


@contextmanager
def running_server(kind: str = "service") -> Iterator[Server]:
    """A server of a kind in KINDS that answers on a free port of 127.0.0.1, for this block."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        port = listener.getsockname()[1]
        command = [sys.executable, "-m", __name__, kind, str(listener.fileno())]
        process = subprocess.Popen(command, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL)
    try:
        with connections(port, 1, START) as [first]:
            exchange(first, request("GET", "/"))
        yield Server(port, (process.pid,))
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process that we have started, and wait until it is gone."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used, in user and kernel mode (Linux only)."""
    stat = Path(f"/proc/{pid}/stat").read_text()
    user, kernel = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(kernel)) / sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    command = ["pgrep", "--parent", str(pid)]
    return [int(line) for line in subprocess.check_output(command, text=True).split()]


def memory(pid: int) -> int:
    """The resident memory of a process in bytes (Linux only)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * sysconf("SC_PAGE_SIZE")


def service(log: LogWriter) -> Service:
    """The service as it is."""
    return create_app(_settings(), log)


def bare(log: LogWriter) -> Service:
    """Constant bytes, without any framework."""
    body = _empty_board().model_dump_json().encode()
    headers = [(b"content-length", b"%d" % len(body)), (b"content-type", JSON.encode())]

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": list(headers)}
        await send(start)
        await send({"type": "http.response.body", "body": body})

    return _in_middleware(app, log)


def framework(log: LogWriter) -> Service:
    """FastAPI: constant bytes at /constant, and a model in and a model out at /default."""
    app = FastAPI(openapi_url=None)
    answer = _empty_board()
    body = answer.model_dump_json().encode()

    @app.get("/constant")
    async def constant() -> Response:
        return Response(body, media_type=JSON)

    @app.post("/default")
    async def default(body: AnalysisRequest) -> answers.Analysis:  # noqa: ARG001
        return answer

    return _in_middleware(app, log)


KINDS: Final[dict[str, Callable[[LogWriter], Service]]] = {
    "service": service,
    "logged": service,
    "bare": bare,
    "framework": framework,
}


def _settings() -> Settings:
    return Settings.model_construct()


def _empty_board() -> answers.Analysis:
    position = to_position(AnalysisRequest(board="........."))
    return from_analysis(analyze(position, DEFAULT_NODES))


def _in_middleware(app: ASGIApp, log: LogWriter) -> Service:
    service = create_app(_settings(), log)
    service.middleware_stack = in_middleware(app, service)
    return service


def main() -> None:
    """Serve what the command line names, on the socket whose file descriptor it names."""
    kind, descriptor = sys.argv[1:]
    log = configure("info" if kind == "logged" else "warning")
    Uvicorn(KINDS[kind](log), _settings()).run(sockets=[socket.socket(fileno=int(descriptor))])


if __name__ == "__main__":
    main()
