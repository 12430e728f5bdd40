"""Attacks on a server, and an honest client that has to be served meanwhile.

Every address of 127.0.0.0/8 is this machine, but a different client to the server.
"""

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from math import ceil
from threading import Event, Thread
from time import perf_counter
from typing import Self

from tests.http.support import BOARD, MEGABYTE, PATIENCE, Answer, Server, answers, read_all, reset
from tests.live import wait_until

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
SLOWEST = 5.0  # seconds for the 99th of 100 responses: the machine may be busy
PAUSE = 0.05  # seconds between two rounds of an honest client, which stays below the rate of nginx
REQUESTS = (("GET", "/livez", b""), ("POST", "/v1/analysis", BOARD))
EXPECTED = {"/livez": b'"ok"', "/v1/analysis": b'"best_move":3'}
GROWTH = 16 * MEGABYTE  # that may stay after an attack on a warm server
PEAK = 48 * MEGABYTE  # that an attack may take while it lasts


def connect_from(address: str, port: int) -> socket.socket:
    """A new connection of the client at this address."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))


@contextmanager
def connections(server: Server, count: int, message: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections of the attacker, on each of which this message has been sent."""
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
    """The response to a client, on a new connection."""
    with connect_from(address, server.port) as connection:
        connection.sendall(message)
        [answer] = answers(read_all(connection))
    return answer


def is_idle(server: Server) -> bool:
    """Whether no search runs and no request waits for one."""
    return not server.metric("requests_pending") + server.metric("searches_running")


class HonestClient:
    """Sends requests on a kept connection and on new ones until the block ends; times them."""

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
        """The seconds within which 99 of 100 responses have arrived."""
        return sorted(self.seconds)[ceil(len(self.seconds) * 0.99) - 1]

    def wait_for_a_round(self) -> None:
        """Return once every request has been sent again."""
        enough = len(self.seconds) + 8
        wait_until(lambda: len(self.seconds) > enough or bool(self.faults))

    def _run(self) -> None:
        kept = self._connect()
        while not self._stop.wait(PAUSE) or len(self.seconds) < 10:
            new = self._connect()
            for connection, asked in product((kept, new), REQUESTS):
                started = perf_counter()
                self._ask(connection, *asked)
                self.seconds.append(perf_counter() - started)
            new.close()
        kept.close()

    def _connect(self) -> http.client.HTTPConnection:
        source = (self._address, 0)
        return http.client.HTTPConnection("127.0.0.1", self._port, PATIENCE, source)

    def _ask(self, to: http.client.HTTPConnection, method: str, path: str, body: bytes) -> None:
        try:
            to.request(method, path, body or None, {"Content-Type": "application/json"})
            answer = to.getresponse()
            received = answer.read()
            if answer.status != 200 or EXPECTED[path] not in received:
                self.faults.append(f"{answer.status}: {received!r}")
        except (OSError, http.client.HTTPException) as error:
            self.faults.append(repr(error))


class Witness(HonestClient):
    """One that gets only good responses, 99 of 100 of them within SLOWEST seconds."""

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        assert not self.faults
        assert self.p99 < SLOWEST


def warm_up(server: Server) -> None:
    """Have it take the memory that closed connections and their log lines need, which it keeps."""
    for _ in range(8):
        with connections(server, 200, b"nonsense\r\n\r\n") as opened:
            for connection in opened:
                assert connection.recv(1)


@contextmanager
def unharmed(server: Server) -> Iterator[HonestClient]:
    """Check that an attack costs the server little, and honest clients nothing."""
    memory, files = server.memory, server.files
    server.forget_peak()
    with Witness(server.port) as honest:
        yield honest
    wait_until(lambda: server.files <= files)
    assert server.peak - memory < PEAK
    assert server.memory - memory < GROWTH
