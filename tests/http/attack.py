"""Attacks on a server, and an honest client that has to be served meanwhile.

Every address of 127.0.0.0/8 is this machine, but a different client to the server.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from threading import Event, Thread
from time import perf_counter
from typing import Self

from tests.http.support import BOARD, MEGABYTE, Server, answers, request, reset
from tests.live import wait_until

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
SLOWEST = 5.0  # seconds for the 99th of 100 responses: the machine may be busy
PAUSE = 0.05  # seconds between two rounds of an honest client
ASKED = {
    request("GET", "/livez", close=True): b'"ok"',
    request("POST", "/v1/analysis", BOARD, close=True): b'"best_move":3',
}
GROWTH = 16 * MEGABYTE  # that may stay after an attack on a warm server
PEAK = 48 * MEGABYTE  # that an attack may take while it lasts


@contextmanager
def connections(server: Server, count: int, message: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections of the attacker, on each of which this message has been sent."""
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            opened.append(server.connect())
            opened[-1].sendall(message)
        yield opened
    finally:
        for connection in opened:
            reset(connection)


class Witness:
    """Sends requests until the block ends, and gets only good responses.

    99 of 100 of them arrive within SLOWEST seconds.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
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
        assert not self.faults
        assert sorted(self.seconds)[ceil(len(self.seconds) * 0.99) - 1] < SLOWEST

    def wait_for(self, count: int) -> None:
        """Return once so many requests have been sent."""
        wait_until(lambda: len(self.seconds) > count or bool(self.faults))

    def _run(self) -> None:
        while not self._stop.wait(PAUSE) or len(self.seconds) < 10:
            for message, expected in ASKED.items():
                started = perf_counter()
                try:
                    [answer] = answers(self._server.say(message, address=HONEST))
                    if answer.status != 200 or expected not in answer.body:
                        self.faults.append(repr(answer))
                except (OSError, AssertionError, ValueError) as error:
                    self.faults.append(repr(error))
                self.seconds.append(perf_counter() - started)


def warm_up(server: Server) -> None:
    """Have it take the memory that closed connections and their log lines need, which it keeps."""
    for _ in range(4):
        with connections(server, 200, b"nonsense\r\n\r\n") as opened:
            for connection in opened:
                assert connection.recv(1)


@contextmanager
def unharmed(server: Server) -> Iterator[Witness]:
    """Check that an attack costs the server little, and honest clients nothing."""
    memory, files = server.memory, server.files
    server.forget_peak()
    with Witness(server) as witness:
        yield witness
    wait_until(lambda: server.files <= files)
    assert server.peak - memory < PEAK
    assert server.memory - memory < GROWTH
