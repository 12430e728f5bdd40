"""A plain client that keeps connections alive: raw sockets, so that it costs next to nothing."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from time import perf_counter
from typing import cast

TIMEOUT = 10.0  # seconds to wait for an answer
HEAD_END = b"\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"

Connections = Sequence[socket.socket]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the head is in lower case."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str | None:
        """The value of a header."""
        _, found, after = self.head.partition(f"\r\n{name.lower()}:".encode())
        return after.split(b"\r\n", 1)[0].strip().decode() if found else None


@contextmanager
def connections(port: int, count: int, timeout: float = TIMEOUT) -> Iterator[Connections]:
    """That many connections to a port of 127.0.0.1."""
    with ExitStack() as stack:
        address = ("127.0.0.1", port)
        yield [
            stack.enter_context(socket.create_connection(address, timeout)) for _ in range(count)
        ]


def request(method: str, target: str, body: bytes = b"") -> bytes:
    """The bytes of a request."""
    head = f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def exchange(connection: socket.socket, message: bytes) -> Answer:
    """The answer to a request, whatever its status."""
    connection.sendall(message)
    return receive(connection)


def ask(connection: socket.socket, message: bytes) -> bytes:
    """The body of the answer to a request; raises RuntimeError unless it is a 200."""
    connection.sendall(message)
    return _body(connection)


def load(opened: Connections, message: bytes, requests: int, expected: bytes) -> list[float]:
    """Send that many requests, the next on a connection when it has its answer: seconds of each.

    Raises RuntimeError unless every answer is a 200 with the expected body.
    """
    seconds: list[float] = []
    sent: dict[socket.socket, float] = {}
    to_send = requests
    with DefaultSelector() as selector:
        for connection in opened:
            selector.register(connection, EVENT_READ)
            sent[connection] = perf_counter()
            connection.sendall(message)
            to_send -= 1
        while len(seconds) < requests:
            for key, _ in selector.select(TIMEOUT):
                connection = cast("socket.socket", key.fileobj)
                body = _body(connection)
                now = perf_counter()
                seconds.append(now - sent[connection])
                if body != expected:
                    raise RuntimeError(f"An answer changed under load: {body[:200]!r}")
                if to_send > 0:
                    to_send -= 1
                    sent[connection] = now
                    connection.sendall(message)
    return seconds


def _body(connection: socket.socket) -> bytes:
    """The body of one answer; raises RuntimeError unless it is a 200."""
    answer = receive(connection)
    if answer.status != 200:
        raise RuntimeError(f"The server answered {(answer.head + HEAD_END + answer.body)[:500]!r}")
    return answer.body


def receive(connection: socket.socket) -> Answer:
    """One answer."""
    received = b""
    while HEAD_END not in received:
        received += _more(connection)
    head, _, body = received.partition(HEAD_END)
    head = head.lower()
    _, is_whole, after = head.partition(b"\r\ncontent-length:")
    rest = bytearray(body)
    if not is_whole:
        body = _from_chunks(connection, rest)
    else:
        length = int(after.split(b"\r\n", 1)[0])
        while len(rest) < length:
            rest += _more(connection)
        body = bytes(rest)
    return Answer(int(head.split(maxsplit=2)[1]), head, body)


def _from_chunks(connection: socket.socket, received: bytearray) -> bytes:
    """A body in chunks (RFC 9112, 7.1), none of which holds the end of a line."""
    while not received.endswith(LAST_CHUNK):
        received += _more(connection)
    return b"".join(bytes(received).split(b"\r\n")[1:-3:2])


def _more(connection: socket.socket) -> bytes:
    if not (received := connection.recv(65_536)):
        raise RuntimeError("The server closed the connection.")
    return received
