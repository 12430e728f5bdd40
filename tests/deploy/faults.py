"""Replicas that are well and replicas that are not, each under load until it is told to stop."""

import http.client
import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from threading import Event, Thread
from typing import Final

import httpx

from service.engine.budget import MAX_NODES
from tests.deploy.proxy import wait_until
from tests.http.attack import connections
from tests.http.support import Server
from tests.live import Service

CLIENTS: Final = 12  # that ask a replica for more than it can search
RESTARTS: Final = 8
PAUSE: Final = 4  # seconds of a client that was refused
ORDINARY: Final = (
    ("GET", "/", None),
    ("GET", "/v1/best-move?board=XO./.X./..O&level=medium&seed={number}", None),
    ("GET", "/v1/analysis?board=.........&max_nodes=1{number:03}", None),
    ("POST", "/v1/analysis", {"board": "....../....../..X...", "in_a_row": 3}),
    ("POST", "/v1/analysis", {"board": "XX......."}),  # 422
    ("POST", "/v1/review", {"moves": [0, 4, 8]}),
    ("GET", "/nothing", None),
)
# For a worker, to which a busy machine gives little: less than 5 % of all moves and analyses.
SEARCH: Final = (
    "GET",
    "/v1/analysis?board=...../...../..X../...../.....&in_a_row=4&max_nodes=1{number:03}",
    None,
)
ROUNDS: Final = 10  # with one such search


class Unlogged(Service):
    """A service that can write no line of its log."""

    def start(self) -> None:
        """Return once it takes requests."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        environment = self._environment | {"NOUGHTS_PORT": str(port)}
        with open("/dev/full", "w") as full:  # noqa: PTH123  a device
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, env=environment, stderr=full, text=True
            )
        wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        with suppress(httpx.ConnectError):
            return httpx.get(f"{self.url}/readyz").status_code == 200
        return False

    def _end(self) -> int:
        return self.process.wait()


@contextmanager
def until_end(*works: Callable[[Event], object]) -> Iterator[None]:
    """Have each of these work in a thread until the end of the block, which sets its event."""
    end = Event()
    threads = [Thread(target=work, args=[end]) for work in works]
    try:
        for thread in threads:
            thread.start()
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join()


@contextmanager
def healthy() -> Iterator[str]:
    """The address of a replica under a load that is no trouble to it."""
    service = Service()
    try:
        with until_end(partial(_ask_ordinarily, service.url)):
            yield service.url
    finally:
        service.stop()


def _ask_ordinarily(url: str, end: Event) -> None:
    with httpx.Client(base_url=url, timeout=30) as client:
        for number in count():
            for method, path, body in (*ORDINARY, *((SEARCH,) if number % ROUNDS == 0 else ())):
                client.request(method, path.format(number=number % 1_000), json=body)
                if end.wait(0.05):
                    return


@contextmanager
def overloaded() -> Iterator[str]:
    """The address of a replica whose workers hang and die, under load; it cannot log."""
    service = Unlogged(
        workers="1", max_waiting="8", max_pending="10",
        max_connections="40", receive_timeout="600", idle_timeout="600", drain_timeout="1",
    )  # fmt: skip
    server = Server(service)
    asking = [_heavy_client(server.port, number) for number in range(CLIENTS)]
    breaking = partial(_break_workers, server)
    with connections(server, 32), until_end(*asking, breaking):
        try:
            yield service.url
        finally:
            service.kill()  # nobody waits for the answers


def _heavy_client(port: int, client: int) -> Callable[[Event], None]:
    """Ask again and again for a long search, each time another; wait when it is refused."""

    def ask(end: Event) -> None:
        for number in count(client * 500):
            with suppress(OSError, http.client.HTTPException):  # evicted
                if _ask_heavily(port, f"127.0.1.{client + 1}", number) == 503 and end.wait(PAUSE):
                    return
            if end.is_set():
                return

    return ask


def _ask_heavily(port: int, address: str, number: int) -> int:
    """The status of the answer."""
    x, o = divmod(number, 80)
    cells = list("." * 80)
    cells[o] = "O"
    cells.insert(x, "X")
    board = "/".join("".join(cells[i : i + 9]) for i in range(0, 81, 9))
    connection = http.client.HTTPConnection("127.0.0.1", port, 60, (address, 0))
    try:
        body = json.dumps({"board": board, "in_a_row": 5, "max_nodes": MAX_NODES})
        connection.request("POST", "/v1/analysis", body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    finally:
        connection.close()


def _break_workers(server: Server, end: Event) -> None:
    """Let each worker hang for a second, which costs nothing, and die."""
    while not end.wait(0.2):
        workers = server.workers
        _signal(workers, signal.SIGSTOP)
        end.wait(1)
        _signal(workers, signal.SIGKILL)


def _signal(workers: list[int], number: signal.Signals) -> None:
    for worker in workers:
        with suppress(ProcessLookupError):  # it has ended
            os.kill(worker, number)


@contextmanager
def restarting() -> Iterator[str]:
    """The address of a replica that is killed and started again and again, and then stays away."""
    service = Service()
    with ExitStack() as stack:
        stack.callback(_kill_if_running, service)
        stack.enter_context(until_end(partial(_restart, service)))
        yield service.url


def _kill_if_running(service: Service) -> None:
    if service.process.returncode is None:
        service.kill()


def _restart(service: Service, end: Event) -> None:
    for _ in range(RESTARTS):
        if end.wait(3):
            return
        service.kill()
        service.start()
    service.kill()
