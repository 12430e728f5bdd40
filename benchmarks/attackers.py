"""Clients that do harm, each in its own process: `python -m benchmarks.attackers NAME PORT`.

The attacker's address is 127.0.0.1, unless it has several. It continues until its process is
killed, at most MAX_SECONDS. Every attack has a limit on its connections and on its rate.
"""

import json
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, cycle
from threading import Thread
from time import sleep

from service.engine.budget import MAX_NODES

MAX_SECONDS = 60
TIMEOUT = 10.0  # seconds for each connection
PAUSE = 0.1  # seconds
ADDRESSES = [f"127.0.0.{number}" for number in range(1, 6)]
LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
ANALYSIS = "/v1/analysis?board=........."
STREAM = "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"
CHUNKED = (
    b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)


def connect(port: int, address: str = ADDRESSES[0]) -> socket.socket:
    """Return a new connection of the client at an address."""
    return socket.create_connection(("127.0.0.1", port), TIMEOUT, (address, 0))


def request(method: str, target: str, body: bytes = b"", *fields: str) -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {target} HTTP/1.1", "Host: x", *fields]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def post(path: str, document: object) -> bytes:
    """Return the bytes of a POST that closes its connection."""
    return request("POST", path, json.dumps(document).encode(), "Connection: close")


def search(number: int) -> bytes:
    """Return a request for a search that takes as long as possible; each number has its own."""
    marks = divmod(number % 6_480, 80)
    cells = ["."] * 80
    cells[marks[1]] = "O"
    cells.insert(marks[0], "X")
    board = "/".join("".join(cells[at : at + 9]) for at in range(0, 81, 9))
    return post("/v1/analysis", {"board": board, "in_a_row": 5, "max_nodes": MAX_NODES})


def equal_searches(port: int) -> None:
    """1,000 connections with the same search."""
    hold(port, 1_000, cycle([search(0)]))


def different_searches(port: int) -> None:
    """Ten connections, each with another search."""
    hold(port, 10, map(search, count()))


def four_addresses(port: int) -> None:
    """Four addresses with three different searches each."""
    threads = [
        Thread(target=hold, args=(port, 3, map(search, count(start * 80)), address), daemon=True)
        for start, address in enumerate(ADDRESSES[1:])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def abandoned_searches(port: int) -> None:
    """20 different searches a second whose client leaves at once."""
    for number in count():
        leave(port, search(number), number)
        sleep(PAUSE / 2)


def clients_that_leave(port: int) -> None:
    """100 connections a second that are reset before or during the response."""
    messages = [
        request("GET", LARGEST) * 3,
        request("GET", ANALYSIS) * 200,
        request("GET", STREAM),
        CHUNKED + b"1\r\n{\r\n",
    ]
    for number, message in enumerate(cycle(messages)):
        leave(port, message, number)
        sleep(PAUSE / 10)


def unread_responses(port: int) -> None:
    """900 connections with six requests for the largest file, whose responses are never read."""
    hold(port, 900, cycle([request("GET", LARGEST) * 6]))


def large_bodies(port: int) -> None:
    """60 connections with the largest body except for its last byte."""
    fields = ("Content-Type: application/json", "Content-Length: 1000001")
    hold(port, 60, cycle([request("POST", "/v1/exam", b"", *fields) + b" " * 1_000_000]))


def slow_heads(port: int) -> None:
    """5,000 connections whose head is never complete."""
    hold(port, 5_000, cycle([b"GET / HTTP/1.1\r\nHost: x\r\n"]))


def slow_health_checks(port: int) -> None:
    """8,200 health checks whose body is never complete."""
    hold(port, 8_200, cycle([request("POST", "/livez", b"", "Content-Length: 60000") + b" "]))


def large_heads(port: int) -> None:
    """200 MB of headers on each of four connections, at up to 60 MB a second."""
    line = b"X-A: " + b"a" * 65_529 + b"\r\n"

    def attack() -> None:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
                for _ in range(200_000_000 // len(line)):
                    connection.sendall(line)
                    sleep(PAUSE / 25)
            sleep(PAUSE)

    together(attack, 4)


def chunks_of_one_byte(port: int) -> None:
    """16 connections with bodies in chunks of one byte."""

    def attack() -> None:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(CHUNKED)
                for _ in range(100):
                    connection.sendall(b"1\r\n \r\n" * 100)
                drain(connection)
            sleep(PAUSE / 2)

    together(attack, 16)


def invalid_batches(port: int) -> None:
    """Seven batches a second of 490 positions with ten unknown fields each."""
    item = {"board": "........."} | dict.fromkeys((f"sidmove{digit}" for digit in range(10)), 1)
    batch = json.dumps({"positions": [item] * 490}, separators=(",", ":"))
    repeat(port, batch[:65_536].encode(), "/v1/analyses", 7)


def wrong_batches(port: int) -> None:
    """Ten batches a second of 500 positions with one wrong and one unknown field each."""
    repeat(port, json.dumps({"positions": [{"board": 1, "x": 1}] * 500}).encode(), "/v1/analyses")


def unknown_fields(port: int) -> None:
    """Ten requests a second with 8,000 unknown fields."""
    fields = dict.fromkeys(f"{number:x}" for number in range(8_000))
    repeat(port, json.dumps(fields).encode())


def nested_bodies(port: int) -> None:
    """Ten requests a second with 32,000 nested arrays."""
    repeat(port, b'{"board": ' + b"[" * 32_000 + b"]" * 32_000 + b"}")


def flood(port: int) -> None:
    """16 connections that send as many requests as the server takes."""

    def attack() -> None:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(request("GET", ANALYSIS) * 50)
                while connection.recv(65_536):
                    connection.sendall(request("GET", ANALYSIS) * 50)
            sleep(PAUSE)

    together(attack, 16)


def repeat(port: int, body: bytes, path: str = "/v1/analysis", rate: float = 10) -> None:
    """Send a body so many times a second, on connections that wait for the response."""
    message = request("POST", path, body, "Connection: close")

    def attack() -> None:
        with suppress(OSError), connect(port) as connection:
            connection.sendall(message)
            drain(connection)

    while True:
        Thread(target=attack, daemon=True).start()
        sleep(1 / rate)


def hold(
    port: int, connections: int, messages: Iterator[bytes], address: str = ADDRESSES[0]
) -> None:
    """Keep a number of connections, on each of which a message was sent.

    They are opened at up to 2,500 a second, and replaced at up to 500: more would be a flood of any
    content.
    """
    opened: list[socket.socket] = []
    remaining = connections  # to be opened for the first time
    while True:
        opened = [connection for connection in opened if is_open(connection)]
        most = 250 if remaining > 0 else 50
        with suppress(OSError):
            for _ in range(min(most, connections - len(opened))):
                remaining -= 1
                opened.append(connect(port, address))
                opened[-1].settimeout(0)
                opened[-1].send(next(messages))
        sleep(PAUSE)


def is_open(connection: socket.socket) -> bool:
    """Return whether the server has neither refused nor closed it, without reading from it."""
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


def leave(port: int, message: bytes, number: int) -> None:
    """Send a message and reset the connection; every fourth one reads a little first."""
    with suppress(OSError), connect(port) as connection:
        connection.settimeout(PAUSE)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(message)
        if number % 4 == 0:
            connection.recv(100)


def drain(connection: socket.socket) -> None:
    """Read until the server closes."""
    while connection.recv(65_536):
        pass


def together(attack: Callable[[], None], number: int) -> None:
    """Run an attack in a number of threads."""
    for _ in range(number):
        Thread(target=attack, daemon=True).start()
    signal.pause()


ATTACKS: dict[str, Callable[[int], None]] = {
    attack.__name__: attack
    for attack in (
        equal_searches,
        different_searches,
        four_addresses,
        abandoned_searches,
        clients_that_leave,
        unread_responses,
        large_bodies,
        slow_heads,
        slow_health_checks,
        large_heads,
        chunks_of_one_byte,
        invalid_batches,
        wrong_batches,
        unknown_fields,
        nested_bodies,
        flood,
    )
}

if __name__ == "__main__":
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    signal.alarm(MAX_SECONDS)
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
