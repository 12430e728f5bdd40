"""A real server in its own process."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import HTTPServer
from pathlib import Path
from random import randrange
from threading import Thread
from time import monotonic, sleep
from typing import Any, Self

import httpx

ROOT = Path(__file__).parent.parent
WAIT = 120  # seconds for the end of a process
SERVE = (sys.executable, "-m", "service", "serve")
FAILURE = "Exception in ASGI application"  # what uvicorn logs; no test may cause it
ADDRESS = re.compile(r"running on (http://\S+:(\d+))")


class Service:
    """The service on a free port, which it keeps when it is stopped and started again.

    The command runs in this folder. Settings are without NOUGHTS_; by default, one worker, and ten
    seconds for searches at a stop.
    """

    def __init__(
        self, folder: Path = ROOT, command: Sequence[str] = SERVE, /, **settings: str
    ) -> None:
        self.folder, self._command = folder, command
        self.log: list[str] = []
        self._environment = {k: v for k, v in os.environ.items() if "NOUGHTS" not in k}
        settings = {"drain_timeout": "10", "workers": "1"} | settings
        self._environment |= {f"NOUGHTS_{k.upper()}": v for k, v in settings.items()}
        self._port = settings.get("port", "0")
        self.start()

    def start(self) -> None:
        """Return once it accepts requests."""
        environment = self._environment | {"NOUGHTS_PORT": self._port, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            self._command, cwd=self.folder, env=environment, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr
        found = None
        for line in self.process.stderr:
            self.log.append(line)
            if found := ADDRESS.search(line):
                break
        # It never has to wait for a reader.
        self._reader = Thread(target=self.read, args=[self.process.stderr])
        self._reader.start()
        if not found:
            self.stop()
        assert found, "the service did not start"
        self.url, self._port = found.groups()

    def read(self, lines: Iterable[str]) -> None:
        """Collect the log until its end."""
        self.log.extend(lines)

    def stop(self) -> int:
        """Let it end, and return its exit code."""
        self.process.terminate()
        return self._end()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._end()

    def count(self, series: str) -> int:
        """The sum of its metrics that begin with this name and labels."""
        lines = httpx.get(f"{self.url}/metrics", timeout=WAIT).text.splitlines()
        return sum(int(float(line.rsplit(" ", 1)[1])) for line in lines if line.startswith(series))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Stop it unless it has ended; after an error, kill it, because it may be suspended."""
        if self.process.returncode is None:
            if error:
                self.kill()
            else:
                self.stop()

    def _end(self) -> int:
        code = self.process.wait(WAIT)
        self._reader.join(WAIT)
        assert self.process.stderr
        self.process.stderr.close()
        assert FAILURE not in "".join(self.log), "an error reached the server"
        return code


@contextmanager
def running_service(**settings: str) -> Iterator[str]:
    """The base URL of a service that runs until the context ends; settings without NOUGHTS_."""
    with Service(**settings) as service:
        yield service.url


@contextmanager
def answering(server: HTTPServer) -> Iterator[str]:
    """The URL of a server of the standard library, which runs until the context ends."""
    with server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def children(pid: int) -> list[int]:
    """The IDs of the processes that a process has started, with any of its threads."""
    while True:
        try:
            threads = Path(f"/proc/{pid}/task").glob("*/children")
            return [int(child) for thread in threads for child in thread.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue  # A thread has ended, and its children have been given to another.


def exists(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def gone(*processes: int) -> None:
    while any(map(exists, processes)):  # noqa: ASYNC110  there is no event
        await asyncio.sleep(0.01)


def free_port() -> int:
    """A port on which no server listens, and which the system gives to no connection."""
    while True:
        port = randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Return as soon as the condition holds; fail if it does not in time."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "the condition was not met in time"
        sleep(0.01)


def get(url: str, **options: Any) -> httpx.Response:  # noqa: ANN401  those of httpx
    """The response of a server, however slow the machine is."""
    return httpx.get(url, **{"timeout": WAIT, **options})
