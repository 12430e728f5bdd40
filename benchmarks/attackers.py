"""Clients that do harm, each in a process of its own: see attacks.py.

An attacker is at 127.0.0.1. It goes on until its process is ended.
"""

import json
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, cycle
from threading import Thread
from time import sleep
from typing import Final

from service.engine.budget import MAX_NODES
from tests.http.attack import ATTACKER, connect_from
from tests.http.support import request, reset

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
PAUSE = 0.1  # seconds
CELLS = 81
CHUNKED = (
    b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)


def search(cell: int) -> bytes:
    """A request for a search that takes as long as one may."""
    cells = "." * cell + "X" + "." * (CELLS - 1 - cell)
    board = "/".join(cells[i : i + 9] for i in range(0, CELLS, 9))
    body = {"board": board, "in_a_row": 5, "max_nodes": MAX_NODES}
    return request("POST", "/v1/analysis", json.dumps(body).encode())


def equal_questions(port: int) -> None:
    """1,000 connections with the same search."""
    hold(port, 1_000, cycle([search(40)]))


def different_questions(port: int) -> None:
    """Ten connections, each with another search."""
    hold(port, 10, (search(number % CELLS) for number in count()))


def unread_answers(port: int) -> None:
    """900 connections with six requests for the largest file, of which nothing is read."""
    hold(port, 900, cycle([request("GET", LARGEST) * 6]))


def large_bodies(port: int) -> None:
    """60 connections with the largest body but for its last byte."""
    head = request("POST", "/v1/exam", b"", "Content-Length: 1000001")
    head = head.replace(b"Host: x", b"Host: x\r\nContent-Type: application/json")
    hold(port, 60, cycle([head + b" " * 1_000_000]))


def unknown_fields(port: int) -> None:
    """Ten requests a second with 8,000 unknown fields."""
    body = "{" + ",".join(f'"{number:x}":0' for number in range(8_000)) + "}"
    message = request("POST", "/v1/analysis", body.encode(), close=True)
    while True:
        with connect_from(ATTACKER, port) as connection:
            connection.sendall(message)
            read(connection)
        sleep(PAUSE)


def chunks_of_one_byte(port: int) -> None:
    """16 connections with bodies in chunks of one byte."""

    def send() -> None:
        while True:
            with suppress(OSError), connect_from(ATTACKER, port) as connection:
                connection.sendall(CHUNKED)
                for _ in range(100):
                    connection.sendall(b"1\r\n \r\n" * 100)
                read(connection)

    for _ in range(16):
        Thread(target=send, daemon=True).start()
    Thread(target=send).start()


def clients_that_leave(port: int) -> None:
    """Connections that are reset before or while they are answered."""
    messages = [
        request("GET", LARGEST) * 3,
        request("GET", "/v1/analysis?board=.........") * 200,
        request("GET", "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"),
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
    """One connection that asks as soon as it is answered."""
    message = request("GET", "/v1/analysis?board=.........")
    while True:
        with suppress(OSError), connect_from(ATTACKER, port) as connection:
            while True:
                connection.sendall(message)
                if not connection.recv(65_536):
                    break


def hold(port: int, connections: int, messages: Iterator[bytes]) -> None:
    """Keep so many connections that have sent a message.

    Those that are refused come again, up to 1,000 a second: more is a flood, whatever it asks for.
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
    """Whether the server has neither refused nor closed it; nothing is taken from it."""
    try:
        begun = connection.recv(12, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        begun = b""
    if begun == b"HTTP/1.1 200":
        return True
    connection.close()
    return False


def read(connection: socket.socket) -> None:
    """Read to the end."""
    with suppress(OSError):
        while connection.recv(65_536):
            pass


ATTACKS: Final[dict[str, Callable[[int], None]]] = {
    attack.__name__: attack
    for attack in (
        equal_questions,
        different_questions,
        unread_answers,
        large_bodies,
        unknown_fields,
        chunks_of_one_byte,
        clients_that_leave,
        one_fast_client,
    )
}

if __name__ == "__main__":
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
