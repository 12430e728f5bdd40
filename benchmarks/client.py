"""A small client for loads: raw sockets that are kept alive, without pipelining."""

import gc
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import get_context
from select import epoll
from time import perf_counter

TIMEOUT = 300.0  # seconds to wait for a response
HEAD_END = b"\r\n\r\n"
LAST_CHUNK = b"\r\n0\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class StatusError(Exception):
    """A response with another status than 200; the message is its first line."""


Timing = tuple[float, list[float]]  # seconds that all requests took together, and each of them
Load = Callable[[int, Sequence[bytes], int], Timing]


def request(method: str, target: str, body: bytes = b"") -> bytes:
    """The bytes of a request."""
    head = f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def connect(port: int) -> socket.socket:
    """A connection to a port of 127.0.0.1."""
    connection = socket.create_connection(("127.0.0.1", port), TIMEOUT)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def send(connection: socket.socket, message: bytes) -> bytes:
    """The response to a request, head included; raises StatusError unless it is a 200."""
    connection.sendall(message)
    return bytes(_response(connection))


def load(port: int, messages: Sequence[bytes], connections: int) -> Timing:
    """Send all messages; a connection sends its next one when it has the response to its last."""
    seconds: list[float] = []
    pending = iter(messages)
    with ExitStack() as stack, epoll() as poll:
        opened = [stack.enter_context(connect(port)) for _ in range(connections)]
        by_number = {connection.fileno(): connection for connection in opened}
        sent = {}
        started = perf_counter()
        for connection, message in zip(opened, islice(pending, connections), strict=False):
            poll.register(connection)
            sent[connection.fileno()] = perf_counter()
            connection.sendall(message)
        while sent:
            if not (ready := poll.poll(TIMEOUT)):
                raise TimeoutError
            for number, _ in ready:
                connection = by_number[number]
                _response(connection)
                now = perf_counter()
                seconds.append(now - sent.pop(number))
                if message := next(pending, b""):
                    sent[number] = now
                    connection.sendall(message)
                else:
                    poll.unregister(number)
        return perf_counter() - started, seconds


@contextmanager
def load_process() -> Iterator[Load]:
    """`load` in its own process, which does not share an interpreter with the benchmark."""
    with ProcessPoolExecutor(1, get_context("spawn"), gc.disable) as executor:
        yield lambda port, messages, connections: executor.submit(
            load, port, messages, connections
        ).result()


def _response(connection: socket.socket) -> bytearray:
    """One response, head included; raises StatusError unless it is a 200."""
    received = bytearray(_receive(connection))
    while HEAD_END not in received:
        received += _receive(connection)
    if not received.startswith(b"HTTP/1.1 200"):
        raise StatusError(received.partition(b"\r\n")[0].decode())
    if length := LENGTH.search(received):
        size = received.index(HEAD_END) + len(HEAD_END) + int(length[1])
        while len(received) < size:
            received += _receive(connection)
    else:  # in chunks (RFC 9112, 7.1)
        while not received.endswith(LAST_CHUNK):
            received += _receive(connection)
    return received


def _receive(connection: socket.socket) -> bytes:
    if not (received := connection.recv(65_536)):
        raise RuntimeError("The server closed the connection.")
    return received
