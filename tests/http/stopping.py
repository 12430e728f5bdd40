"""Clients that keep sending requests while the server is stopped."""

import fcntl
import json
import select
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import sleep

from tests.http.support import BOARD, Answer, Server, answers, request
from tests.live import Service

QUICK = (
    request("GET", "/v1/analysis?board=XO./.X./..O"),
    request("POST", "/v1/best-move", BOARD),
    request("GET", "/docs"),
    request("GET", "/v1/analysis?board=nonsense"),
)
PIPE = 4_096  # bytes, the smallest pipe


def exists(pid: int) -> bool:
    """Whether there is such a process."""
    return Path(f"/proc/{pid}").exists()


class Unread(Service):
    """A service whose log goes to a small pipe that is not read after the address."""

    def start(self) -> None:
        """Return once it accepts requests."""
        super().start()
        assert self.process.stderr
        fcntl.fcntl(self.process.stderr, fcntl.F_SETPIPE_SZ, PIPE)

    def read(self, lines: Iterable[str]) -> None:
        """Read nothing more."""


class Asking:
    """A client that sends requests until the server accepts no connection."""

    def __init__(self, server: Server, messages: Iterator[bytes], *, keep: bool) -> None:
        self._server = server
        self._messages = messages
        self._keep = keep
        self.answered = 0
        self.not_accepted = 0

    def run(self) -> None:
        """Send requests; every response has to be complete."""
        with suppress(ConnectionRefusedError, ConnectionResetError):  # in connect()
            while not self.not_accepted:
                with self._server.connect() as connection:
                    self._ask_on(connection)

    def _ask_on(self, connection: socket.socket) -> None:
        """Send requests on one connection, until the server closes it or announces that."""
        for asked in count():
            if asked and _is_closed(connection):
                return
            answer = exchange(connection, next(self._messages))
            if answer is None:
                assert not asked, "a request on a kept connection got no response"
                self.not_accepted += 1
                return
            self.answered += 1
            assert answer.status in {200, 422}, answer
            if not self._keep or answer.headers.get("connection") == "close":
                return


def _is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it; every client that keeps connections checks this."""
    return bool(select.select([connection], [], [], 0)[0])


def exchange(connection: socket.socket, message: bytes) -> Answer | None:
    """The complete response, or None if not a byte of it arrives."""
    received = b""
    found: Answer | None = None
    with suppress(ConnectionError):
        connection.sendall(message)
        while not found and (more := connection.recv(65_536)):
            received += more
            with suppress(AssertionError):
                found = next(iter(answers(received)), None)
    assert found or not received, f"an incomplete response: {received!r}"
    return found


def long_messages(first: int) -> Iterator[bytes]:
    """Requests for different searches; in Python each takes some tenths of a second."""
    for number in count(first):
        board = "X" + "." * 48
        cell = 1 + number % 48
        board = board[:cell] + "O" + board[cell + 1 :]
        asked = {"board": "/".join(board[i : i + 7] for i in range(0, 49, 7)), "in_a_row": 5}
        yield request("POST", "/v1/analysis", json.dumps(asked | {"max_nodes": 5_000}).encode())


def quick_messages() -> Iterator[bytes]:
    """Requests that take no time, with a pause between them."""
    for number in count():
        sleep(0.002)
        yield QUICK[number % len(QUICK)]
