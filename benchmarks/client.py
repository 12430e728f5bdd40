"""A plain client that keeps connections alive: raw sockets, so that it costs next to nothing."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

TIMEOUT = 10.0  # seconds to wait for an answer
HEAD_END = b"\r\n\r\n"

Connections = Sequence[socket.socket]


@contextmanager
def connections(port: int, count: int) -> Iterator[Connections]:
    """That many connections to a port of 127.0.0.1."""
    with ExitStack() as stack:
        address = ("127.0.0.1", port)
        yield [
            stack.enter_context(socket.create_connection(address, TIMEOUT)) for _ in range(count)
        ]


def request(method: str, target: str, body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    head = f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def ask(connection: socket.socket, message: bytes) -> bytes:
    """The body of the answer to a request; raises RuntimeError unless it is a 200."""
    connection.sendall(message)
    return _receive(connection)


def load(open_connections: Connections, message: bytes, rounds: int, expected: bytes) -> None:
    """Send a request on every connection, then read all answers, and so on for some rounds.

    Raises RuntimeError unless every answer is a 200 with the expected body.
    """
    for _ in range(rounds):
        for connection in open_connections:
            connection.sendall(message)
        for connection in open_connections:
            if (body := _receive(connection)) != expected:
                raise RuntimeError(f"An answer changed under load: {body[:200]!r}")


def _receive(connection: socket.socket) -> bytes:
    """The body of one answer."""
    received = b""
    while HEAD_END not in received:
        received += _more(connection)
    head, _, body = received.partition(HEAD_END)
    if not head.startswith(b"HTTP/1.1 200 "):
        raise RuntimeError(f"The server answered {received[:500]!r}")
    _, _, after = head.lower().partition(b"\r\ncontent-length:")
    length = int(after.split(b"\r\n", 1)[0])
    while len(body) < length:
        body += _more(connection)
    return body


def _more(connection: socket.socket) -> bytes:
    if not (received := connection.recv(65_536)):
        raise RuntimeError("The server closed the connection.")
    return received
