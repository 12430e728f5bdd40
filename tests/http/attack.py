"""Attacks on a server, and an honest client that has to be served meanwhile.

Every address of 127.0.0.0/8 is this machine, and another client to the server.
"""

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from threading import Event, Thread
from time import perf_counter
from typing import Self

from tests.http.support import (
    BOARD,
    PATIENCE,
    Answer,
    Server,
    answers,
    read_all,
    request,
    reset,
)

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
SLOWEST = 5.0  # seconds for the 99th of 100 answers: the machine that tests may be busy
PAUSE = 0.02  # seconds between two rounds of an honest client


def connect_from(address: str, port: int) -> socket.socket:
    """A new connection of the client at this address."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))


@contextmanager
def connections(server: Server, count: int, message: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections of the attacker, on each of which this has been sent."""
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            opened.append(connect_from(ATTACKER, server.port))
            opened[-1].sendall(message)
        yield opened
    finally:
        for connection in opened:
            reset(connection)


def ask(server: Server, address: str, message: bytes) -> Answer:
    """The answer to a client, on a connection of its own."""
    with connect_from(address, server.port) as connection:
        connection.sendall(message)
        [answer] = answers(read_all(connection))
    return answer


def gauge(server: Server, name: str) -> float:
    """The value of a metric without labels."""
    lines = ask(server, HONEST, request("GET", "/metrics", close=True)).body.decode().splitlines()
    [line] = [line for line in lines if line.startswith(f"noughts_{name} ")]
    return float(line.split()[1])


def is_idle(server: Server) -> bool:
    """Whether nobody waits for a search."""
    return not gauge(server, "requests_pending") + gauge(server, "searches_running")


class HonestClient:
    """A client that asks on new connections until the end of the block, and notes each time."""

    def __init__(self, port: int, address: str = HONEST) -> None:
        self._port = port
        self._address = address
        self._stop = Event()
        self._thread = Thread(target=self._run)
        self.seconds: list[float] = []
        self.faults: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def p99(self) -> float:
        """The seconds in which 99 of 100 answers have come."""
        return sorted(self.seconds)[ceil(len(self.seconds) * 0.99) - 1]

    def _run(self) -> None:
        while not self._stop.wait(PAUSE) or len(self.seconds) < 10:
            for ask, expected in (
                (("GET", "/livez"), b'"ok"'),
                (("POST", "/v1/analysis", BOARD), b'"best_move":3'),
            ):
                started = perf_counter()
                try:
                    self._check(self._answer(*ask), expected)
                except (OSError, http.client.HTTPException) as error:
                    self.faults.append(repr(error))
                self.seconds.append(perf_counter() - started)

    def _answer(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and body of the answer, on a new connection."""
        source = (self._address, 0)
        connection = http.client.HTTPConnection("127.0.0.1", self._port, PATIENCE, source)
        try:
            headers = {"Content-Type": "application/json"} if body else {}
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def _check(self, answer: tuple[int, bytes], expected: bytes) -> None:
        status, body = answer
        if status != 200 or expected not in body:
            self.faults.append(f"{status}: {body!r}")


class Witness(HonestClient):
    """One that has had no answer but good ones, and 99 of 100 in SLOWEST seconds."""

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        assert not self.faults
        assert self.p99 < SLOWEST
