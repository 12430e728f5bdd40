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
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count, cycle
from threading import Thread
from time import sleep
from typing import Final

from service.engine.budget import MAX_NODES

MAX_SECONDS: Final = 60
TIMEOUT: Final = 10.0  # seconds for each connection
PAUSE: Final = 0.1  # seconds
STEPS: Final = 10  # of opening connections within a pause
CHUNKED: Final = (
    b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)

Attack = Callable[[int], None]  # takes a port of 127.0.0.1


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    """Return a new connection of the client at an address."""
    return socket.create_connection(("127.0.0.1", port), TIMEOUT, (address, 0))


def request(method: str, target: str, body: bytes = b"", *fields: str) -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {target} HTTP/1.1", "Host: x", *fields]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def search(number: int) -> bytes:
    """Return a request for a search that takes as long as possible; each number has its own."""
    marks = divmod(number % 6_480, 80)
    cells = ["."] * 80
    cells[marks[1]] = "O"
    cells.insert(marks[0], "X")
    board = "/".join("".join(cells[at : at + 9]) for at in range(0, 81, 9))
    document = {"board": board, "in_a_row": 5, "max_nodes": MAX_NODES}
    return request("POST", "/v1/analysis", json.dumps(document).encode(), "Connection: close")


def hold(
    connections: int, messages: Iterator[bytes], port: int, address: str = "127.0.0.1"
) -> None:
    """Keep a number of connections, on each of which a message was sent.

    They are opened at up to 2,500 a second, and replaced at up to 500, evenly: more, or all at
    once, would be a flood of connections whatever their content.
    """
    opened: list[socket.socket] = []
    remaining = connections  # to be opened for the first time
    while True:
        opened = [connection for connection in opened if is_open(connection)]
        most = 25 if remaining > 0 else 5
        for _ in range(STEPS):
            with suppress(OSError):
                for _ in range(min(most, connections - len(opened))):
                    remaining -= 1
                    opened.append(connect(port, address))
                    opened[-1].settimeout(0)
                    opened[-1].send(next(messages))
            sleep(PAUSE / STEPS)


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


def leave(rate: int, messages: Iterator[bytes], port: int) -> None:
    """Send so many messages a second, and reset each connection; every fourth reads a little."""
    for number, message in enumerate(messages):
        with suppress(OSError), connect(port) as connection:
            connection.settimeout(PAUSE)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(message)
            if number % 4 == 0:
                connection.recv(100)
        sleep(1 / rate)


def repeat(rate: int, path: str, body: bytes, port: int) -> None:
    """Send a body so many times a second, on connections that wait for the response."""
    message = request("POST", path, body, "Connection: close")

    def attack() -> None:
        with suppress(OSError), connect(port) as connection:
            connection.sendall(message)
            while connection.recv(65_536):
                pass

    while True:
        Thread(target=attack, daemon=True).start()
        sleep(1 / rate)


def flood(port: int) -> None:
    """16 connections that send as many requests as the server takes."""
    messages = request("GET", "/v1/analysis?board=.........") * 50

    def attack() -> None:
        while True:
            with suppress(OSError), connect(port) as connection:
                connection.sendall(messages)
                while connection.recv(65_536):
                    connection.sendall(messages)
            sleep(PAUSE)

    together([attack] * 16)


def together(attacks: Iterable[Callable[[], None]]) -> None:
    """Run attacks in threads."""
    for attack in attacks:
        Thread(target=attack, daemon=True).start()
    signal.pause()


LEAVING = [
    request("GET", "/docs/swagger-ui/swagger-ui-bundle.js") * 3,
    request("GET", "/v1/analysis?board=.........") * 200,
    request("GET", "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"),
    CHUNKED + b"1\r\n{\r\n",
]
LARGEST = request("GET", "/docs/swagger-ui/swagger-ui-bundle.js")
LARGE_BODY = request(
    "POST", "/v1/exam", b"", "Content-Type: application/json", "Content-Length: 1000001"
)
SLOW_CHECK = request("POST", "/livez", b"", "Content-Length: 60000")
MISSPELLED = {"board": "........."} | dict.fromkeys((f"sidmove{digit}" for digit in range(10)), 1)
INVALID = json.dumps({"positions": [MISSPELLED] * 490}, separators=(",", ":"))[:65_536].encode()
UNKNOWN = json.dumps(dict.fromkeys(f"{number:x}" for number in range(8_000))).encode()

ATTACKS: Final[dict[str, Attack]] = {
    # Searches: the same on 1,000 connections, others on ten, of clients that leave at once.
    "equal_searches": partial(hold, 1_000, cycle([search(0)])),
    "different_searches": partial(hold, 10, map(search, count())),
    "abandoned_searches": partial(leave, 20, map(search, count())),
    # Connections that are reset, never read, or never complete.
    "clients_that_leave": partial(leave, 100, cycle(LEAVING)),
    "unread_responses": partial(hold, 900, cycle([LARGEST * 6])),
    "large_bodies": partial(hold, 60, cycle([LARGE_BODY + b" " * 1_000_000])),
    "slow_heads": partial(hold, 5_000, cycle([b"GET / HTTP/1.1\r\nHost: x\r\n"])),
    "slow_health_checks": partial(hold, 8_200, cycle([SLOW_CHECK + b" "])),
    # Requests that are expensive to refuse, several times a second.
    "invalid_batches": partial(repeat, 7, "/v1/analyses", INVALID),
    "unknown_fields": partial(repeat, 10, "/v1/analysis", UNKNOWN),
    "flood": flood,
}

if __name__ == "__main__":
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    signal.alarm(MAX_SECONDS)
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
