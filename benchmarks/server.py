"""A real server process: the service, and beside it a route that returns constant bytes.

`PUT /constant` sets the bytes that GET and POST of /constant return, so that they can be those of a
real answer. The process takes its listening socket over from the benchmark.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import sysconf
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response

from service.app import create_app
from service.settings import Settings

PATIENCE = 10.0  # seconds for the process to end when asked to


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, and which process it is."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time that it has used so far."""
        return cpu_seconds(self.pid)


@contextmanager
def running_server() -> Iterator[Server]:
    """A server on a free port of 127.0.0.1 for the length of the block."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        port = listener.getsockname()[1]
        command = [sys.executable, "-m", __name__, str(listener.fileno())]
        process = subprocess.Popen(command, pass_fds=[listener.fileno()])
    try:
        yield Server(port, process.pid)
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


def benchmark_app() -> FastAPI:
    """The service and the constant route."""
    app = create_app(Settings())
    constant = b""

    @app.put("/constant")
    async def put_constant(request: Request) -> Response:
        nonlocal constant
        constant = await request.body()
        return Response(constant, media_type="application/json")

    @app.api_route("/constant", methods=["GET", "POST"])
    async def get_constant() -> Response:
        return Response(constant, media_type="application/json")

    return app


def main() -> None:
    """Serve on the socket whose file descriptor is named on the command line."""
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        benchmark_app(), http="h11", ws="none", server_header=False, log_level="warning"
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
