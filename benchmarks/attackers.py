"""Clients that do harm, each in its own process: `python -m benchmarks.attackers NAME PORT`.

The attacker's address is 127.0.0.1. It continues until its process is killed.
"""

import json
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, cycle
from threading import Thread
from time import sleep

from service.engine.budget import MAX_NODES
from tests.http.attack import ATTACKER, connect_from
from tests.http.support import read_all, request, reset

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
ANALYSIS = "/v1/analysis?board=........."
STREAM = "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"
PAUSE = 0.1  # seconds
CHUNKED = (
    b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)


def search(cell: int) -> bytes:
    """A request for a search that takes as long as possible."""
    cells = "." * cell + "X" + "." * (80 - cell)
    board = "/".join(cells[i : i + 9] for i in range(0, 81, 9))
    body = {"board": board, "in_a_row": 5, "max_nodes": MAX_NODES}
    return request("POST", "/v1/analysis", json.dumps(body).encode())


def equal_searches(port: int) -> None:
    """1,000 connections with the same search."""
    hold(port, 1_000, cycle([search(40)]))


def different_searches(port: int) -> None:
    """Ten connections, each with another search."""
    hold(port, 10, (search(number % 81) for number in count()))


def unread_responses(port: int) -> None:
    """900 connections with six requests for the largest file, whose responses are never read."""
    hold(port, 900, cycle([request("GET", LARGEST) * 6]))


def large_bodies(port: int) -> None:
    """60 connections with the largest body except for its last byte."""
    fields = ("Content-Type: application/json", "Content-Length: 1000001")
    hold(port, 60, cycle([request("POST", "/v1/exam", b"", *fields) + b" " * 1_000_000]))


def unknown_fields(port: int) -> None:
    """Ten requests per second with 8,000 unknown fields."""
    body = json.dumps(dict.fromkeys(f"{number:x}" for number in range(8_000)))
    message = request("POST", "/v1/analysis", body.encode(), close=True)
    while True:
        with connect_from(ATTACKER, port) as connection:
            connection.sendall(message)
            read_all(connection)
        sleep(PAUSE)


def chunks_of_one_byte(port: int) -> None:
    """16 connections with bodies in chunks of one byte."""

    def attack() -> None:
        while True:
            with suppress(OSError), connect_from(ATTACKER, port) as connection:
                connection.sendall(CHUNKED)
                for _ in range(100):
                    connection.sendall(b"1\r\n \r\n" * 100)
                read_all(connection)

    for _ in range(16):
        Thread(target=attack).start()


def clients_that_leave(port: int) -> None:
    """Connections that are reset before or during the response."""
    messages = [
        request("GET", LARGEST) * 3,
        request("GET", ANALYSIS) * 200,
        request("GET", STREAM),
        search(40),
        CHUNKED + b"1\r\n{\r\n",
    ]
    for number, message in enumerate(cycle(messages)):
        with suppress(OSError):
            connection = connect_from(ATTACKER, port)
            connection.sendall(message)
            if number % 4 == 0:
                connection.recv(100)
            reset(connection)
        sleep(PAUSE / 100)


def one_fast_client(port: int) -> None:
    """One connection that sends a request as soon as it has a response."""
    while True:
        with suppress(OSError), connect_from(ATTACKER, port) as connection:
            connection.sendall(request("GET", ANALYSIS))
            while connection.recv(65_536):
                connection.sendall(request("GET", ANALYSIS))


def hold(port: int, connections: int, messages: Iterator[bytes]) -> None:
    """Keep a number of connections, on each of which a message was sent.

    Refused ones are replaced at up to 1,000 per second: more would be a flood of any content.
    """
    opened: list[socket.socket] = []
    most = connections
    while True:
        opened = [connection for connection in opened if is_open(connection)]
        with suppress(OSError):
            for _ in range(min(most, connections - len(opened))):
                opened.append(connect_from(ATTACKER, port))
                opened[-1].settimeout(0)
                opened[-1].send(next(messages))
        most = 100
        sleep(PAUSE)


def is_open(connection: socket.socket) -> bool:
    """Whether the server has neither refused nor closed it; nothing is read from it."""
    try:
        start = connection.recv(12, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        start = b""
    if start == b"HTTP/1.1 200":
        return True
    connection.close()
    return False


ATTACKS: dict[str, Callable[[int], None]] = {
    attack.__name__: attack
    for attack in (
        equal_searches,
        different_searches,
        unread_responses,
        large_bodies,
        unknown_fields,
        chunks_of_one_byte,
        clients_that_leave,
        one_fast_client,
    )
}

if __name__ == "__main__":
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
