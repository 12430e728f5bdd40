"""Healthy and faulty replicas, each under load until the end of the context."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from threading import Event, Thread
from typing import Any, Final

import httpx

from service.engine.budget import MAX_NODES
from tests.http.attack import connections
from tests.http.support import Server
from tests.live import Detached, Service

CLIENTS: Final = 12  # that request more of a replica than it can search
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


@contextmanager
def until_end(*works: Callable[[Event], object]) -> Iterator[None]:
    """Run each of these in a thread; at the end of the context, their event is set."""
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
    """The URL of a replica under a load that it bears."""
    with Service() as service, until_end(partial(_ask_ordinarily, service.url)):
        yield service.url


def _ask_ordinarily(url: str, end: Event) -> None:
    with httpx.Client(base_url=url, timeout=30) as client:
        for number in count():
            for method, path, body in (*ORDINARY, *((SEARCH,) if number % ROUNDS == 0 else ())):
                client.request(method, path.format(number=number % 1_000), json=body)
                if end.wait(0.05):
                    return


@contextmanager
def overloaded() -> Iterator[str]:
    """The URL of a replica under load that cannot log, reach its cache, or keep its workers."""
    with open("/dev/full", "w") as full:  # noqa: PTH123  a device
        service = Detached(
            full, workers="1", max_waiting="8", max_pending="10", max_connections="40",
            receive_timeout="600", idle_timeout="600", drain_timeout="1",
            cache_url="redis://127.0.0.1:1",
        )  # fmt: skip
    server = Server(service)
    asking = [partial(_ask_heavily, service.url, client) for client in range(CLIENTS)]
    with connections(server, 32), until_end(*asking, partial(_break_workers, server)):
        try:
            yield service.url
        finally:
            service.kill()  # no client waits for the responses


def _ask_heavily(url: str, client: int, end: Event) -> None:
    """Request long searches, each of another position; pause after a refusal."""
    transport = httpx.HTTPTransport(local_address=f"127.0.1.{client + 1}")
    headers = {"Connection": "close"}
    with httpx.Client(base_url=url, transport=transport, headers=headers, timeout=60) as http:
        for number in count(client * 500):
            with suppress(httpx.TransportError):  # evicted
                answer = http.post("/v1/analysis", json=heavy_body(number))
                if answer.status_code == 503:
                    end.wait(PAUSE)
            if end.is_set():
                return


def heavy_body(number: int, max_nodes: int = MAX_NODES) -> dict[str, Any]:
    """A search of another position for each number below 6,480."""
    x, o = divmod(number, 80)
    cells = list("." * 80)
    cells[o] = "O"
    cells.insert(x, "X")
    board = "/".join("".join(cells[i : i + 9]) for i in range(0, 81, 9))
    return {"board": board, "in_a_row": 5, "max_nodes": max_nodes}


def _break_workers(server: Server, end: Event) -> None:
    """Let each worker hang for a second, without using the processor, and die."""
    while not end.wait(0.2):
        workers = server.workers
        for number, pause in ((signal.SIGSTOP, 1), (signal.SIGKILL, 0)):
            for worker in workers:
                with suppress(ProcessLookupError):  # it has ended
                    os.kill(worker, number)
            end.wait(pause)


@contextmanager
def restarting() -> Iterator[str]:
    """The URL of a replica that is killed and started again and again, and then stays away."""
    with Service() as service, until_end(partial(_restart, service)):
        yield service.url


def _restart(service: Service, end: Event) -> None:
    for _ in range(RESTARTS):
        if end.wait(3):
            return
        service.kill()
        service.start()
    service.kill()
