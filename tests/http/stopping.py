"""How a server is stopped, and the clients under whose requests it is."""

import json
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import sleep

from tests.http.support import (
    BOARD,
    PATIENCE,
    Answer,
    Server,
    answers,
    request,
)

QUICK = (
    request("GET", "/v1/analysis?board=XO./.X./..O"),
    request("POST", "/v1/best-move", BOARD),
    request("GET", "/docs"),
    request("GET", "/v1/analysis?board=nonsense"),
)
SIGNALS = (signal.SIGTERM, signal.SIGINT)


def send(server: Server, number: signal.Signals) -> None:
    """Signal."""
    server.service.process.send_signal(number)


def exit_code(server: Server) -> int:
    """What the server ends with; raises TimeoutExpired if that takes longer than PATIENCE."""
    return server.service.process.wait(PATIENCE)


def is_there(pid: int) -> bool:
    """Whether there is such a process."""
    return Path(f"/proc/{pid}").exists()


class Asking:
    """A client under whose requests the server stops."""

    def __init__(self, server: Server, messages: Iterator[bytes], *, keep: bool) -> None:
        self._server = server
        self._messages = messages
        self._keep = keep
        self.answered = 0
        self.not_accepted = 0

    def run(self) -> None:
        """Ask until no connection is taken any more; every answer has to be whole."""
        with suppress(ConnectionRefusedError, ConnectionResetError):  # in connect()
            while not self.not_accepted:
                with self._server.connect() as connection:
                    self._ask_on(connection)

    def _ask_on(self, connection: socket.socket) -> None:
        """Ask on one connection, once or until the server says that it closes, or just closes."""
        for asked in count():
            if asked and _is_closed(connection):
                return
            answer = exchange(connection, next(self._messages))
            if answer is None:
                assert not asked, "a request on a connection that was kept alive got no answer"
                self.not_accepted += 1
                return
            self.answered += 1
            assert answer.status in {200, 422}, answer
            if not self._keep or answer.headers.get("connection") == "close":
                return


def _is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it, as every client that keeps connections looks before."""
    return bool(select.select([connection], [], [], 0)[0])


def exchange(connection: socket.socket, message: bytes) -> Answer | None:
    """The whole answer, or None if there is not a byte of it."""
    received = b""
    try:
        connection.sendall(message)
        while not (found := _whole(received)):
            more = connection.recv(65_536)
            if not more:
                break
            received += more
    except ConnectionError:
        found = None
    assert found or not received, f"half an answer: {received!r}"
    return found


def _whole(received: bytes) -> Answer | None:
    with suppress(AssertionError):
        return next(iter(answers(received)), None)
    return None


def long_messages(first: int) -> Iterator[bytes]:
    """Requests for searches that all differ; in Python each takes some tenths of a second."""
    for number in count(first):
        board = "X" + "." * 48
        cell = 1 + number % 48
        board = board[:cell] + "O" + board[cell + 1 :]
        asked = {"board": "/".join(board[i : i + 7] for i in range(0, 49, 7)), "in_a_row": 5}
        yield request("POST", "/v1/analysis", json.dumps(asked | {"max_nodes": 5_000}).encode())


def quick_messages() -> Iterator[bytes]:
    """Requests that take no time; a breath between them."""
    for number in count():
        sleep(0.002)
        yield QUICK[number % len(QUICK)]
