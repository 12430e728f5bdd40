"""Section `attacks`: the harm that one client does to others, behind nginx and without it.

`python -m benchmarks.attacks NAME PORT` is such a client. It continues until its process is killed,
at most MAX_SECONDS, with a limit on its connections and its rate. Attacks on connections are held
by nginx; SECURITY.md has the figures without it.
"""

import json
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import chain, count, cycle, islice, permutations, starmap
from math import ceil, inf
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from benchmarks import steps
from benchmarks.corpus import CLOSE, JSON, post, request
from benchmarks.nginx import behind_nginx, find_nginx
from benchmarks.positions import fields, positions_3x3
from benchmarks.server import (
    ROOT,
    TIMEOUT,
    checkout,
    connect,
    peak_mebibytes,
    revision,
    running_server,
)
from benchmarks.table import Figure, heading, paragraph, report, table, tracked
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from service.engine.budget import MAX_NODES

MAX_SECONDS = 60
PAUSE = 0.1  # seconds
STEPS = 10  # of opening connections within a pause
WARM_UP = 2.0  # seconds of each attack before the measurement
IDLE, ATTACKED = 2.0, 4.0  # seconds of measurement
FILES = 20  # of another release
MAX_RATIO, MAX_DELAY = 4.0, 0.02  # of the 99th percentile, to an idle server; or more seconds
MAX_WAIT = 2.0  # seconds for a file of another release while a replica is down
MAX_MEMORY = 200.0  # MiB of the server process
# Attacks on connections: SECURITY.md says what they do without nginx.
ONLY_NGINX = {"unread_responses", "slow_heads", "slow_health_checks", "flood"}
HONEST = "127.0.0.6"
SHORT = (("GET", "/livez", b""), ("POST", "/v1/analysis", b'{"board": "XO./.X./..O"}'))
OTHER_RELEASE = "/static/@0123456789abcdef/shared/site.css"
COLUMNS = ("relative", "p99", "failed", "memory", "")

Asked = tuple[str, str, bytes]  # method, path and body
Attack = Callable[[int], None]  # takes a port of 127.0.0.1


def search(x: int, o: int) -> bytes:
    """Return a request for a search that takes as long as possible."""
    position = Position(Geometry(9, 9, 5), 1 << x, 1 << o, Mark.X)
    return post("/v1/analysis", fields(position) | {"max_nodes": MAX_NODES}, CLOSE).message


def hold(connections: int, messages: Iterator[bytes], port: int) -> None:
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
                    opened.append(connect(port))
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


def occupy(addresses: int, messages: Iterator[bytes], port: int) -> None:
    """Have a message of each of so many addresses served at any time."""

    def attack(address: str) -> None:
        while True:
            with suppress(OSError), connect(port, address) as connection:
                connection.sendall(next(messages))
                while connection.recv(65_536):
                    pass
            sleep(PAUSE)

    for number in range(1, 1 + addresses):
        Thread(target=attack, args=(f"127.0.1.{number}",), daemon=True).start()
        sleep(PAUSE)
    signal.pause()


def repeat(rate: int, message: bytes, port: int) -> None:
    """Send a message so many times a second, on connections that wait for the response."""
    while True:
        Thread(target=send, args=(message, port), daemon=True).start()
        sleep(1 / rate)


def flood(connections: int, message: bytes, port: int) -> None:
    """Send a message on connections, and again with every response, as often as possible."""

    def attack() -> None:
        while True:
            send(message, port, message)
            sleep(PAUSE)

    for _ in range(connections):
        Thread(target=attack, daemon=True).start()
    signal.pause()


def send(message: bytes, port: int, answer: bytes = b"") -> None:
    """Send a message and read the response; answer each piece of it."""
    with suppress(OSError), connect(port) as connection:
        connection.sendall(message)
        while connection.recv(65_536):
            connection.sendall(answer)


ANALYSIS = request("GET", "/v1/analysis?board=.........").message
LARGEST_PATH = "/docs/swagger-ui/swagger-ui-bundle.js"
LARGEST = request("GET", LARGEST_PATH).message
LEAVING = [
    LARGEST * 3,
    ANALYSIS * 200,
    request("GET", "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5").message,
    request("POST", "/v1/analysis", JSON, ("Transfer-Encoding", "chunked")).message + b"1\r\n{\r\n",
]
LARGE_BODY = request("POST", "/v1/exam", JSON, ("Content-Length", "1000001")).message
SLOW_CHECK = request("POST", "/livez", ("Content-Length", "60000")).message
MISSPELLED = {"board": "........."} | dict.fromkeys((f"sidmove{digit}" for digit in range(10)), 1)
INVALID = json.dumps({"positions": [MISSPELLED] * 490}, separators=(",", ":"))[:65_536].encode()
UNKNOWN = json.dumps(dict.fromkeys(f"{number:x}" for number in range(8_000))).encode()
SEARCHES = permutations(range(81), 2)
SIDES = [[cell for cell in range(81) if (cell // 9 * 2 + cell % 9) % 4 // 2 == n] for n in (0, 1)]
GAME = {
    "columns": 9,
    "rows": 9,
    "in_a_row": 5,
    "moves": [*chain(*zip(*SIDES, strict=False))][:60],  # Nobody has won.
}
REVIEWS = (
    post("/v1/review/stream", GAME | {"max_nodes": number}, CLOSE).message
    for number in count(MAX_NODES, -1)
)


def _posted(path: str, body: bytes) -> bytes:
    return request("POST", path, JSON, CLOSE, body=body).message


# Found in 1.4.0, next to which they are measured behind nginx.
FOUND: dict[str, Attack] = {
    "long_lists": partial(repeat, 20, request("GET", "/nope", ("Accept", "a," * 7_900)).message),
    "compressed_files": partial(
        repeat, 23, request("GET", LARGEST_PATH, ("Accept-Encoding", "gzip"), CLOSE).message
    ),
    "long_reviews": partial(occupy, 3, REVIEWS),
    "files_of_no_release": partial(flood, 60, request("GET", OTHER_RELEASE).message),
    "health_checks": partial(flood, 60, request("GET", "/readyz").message),
}
ATTACKS: dict[str, Attack] = {
    # Searches: the same on 1,000 connections, others on ten, of clients that leave at once.
    "equal_searches": partial(hold, 1_000, cycle([search(0, 1)])),
    "different_searches": partial(hold, 10, starmap(search, SEARCHES)),
    "abandoned_searches": partial(leave, 20, starmap(search, SEARCHES)),
    # Connections that are reset, never read, or never complete.
    "clients_that_leave": partial(leave, 100, cycle(LEAVING)),
    "unread_responses": partial(hold, 900, cycle([LARGEST * 6])),
    "large_bodies": partial(hold, 60, cycle([LARGE_BODY + b" " * 1_000_000])),
    "slow_heads": partial(hold, 5_000, cycle([b"GET / HTTP/1.1\r\nHost: x\r\n"])),
    "slow_health_checks": partial(hold, 8_200, cycle([SLOW_CHECK + b" "])),
    # Requests that are expensive to refuse, several times a second.
    "invalid_batches": partial(repeat, 7, _posted("/v1/analyses", INVALID)),
    "unknown_fields": partial(repeat, 10, _posted("/v1/analysis", UNKNOWN)),
    "flood": partial(flood, 16, ANALYSIS * 50),
    **FOUND,
}


class Effect(NamedTuple):
    """What an honest client noticed of an attack; times in seconds, memory in MiB."""

    idle: float
    p99: float
    failures: int
    requests: int
    memory: float

    @property
    def is_met(self) -> bool:
        """Return whether the client hardly noticed it."""
        most = max(MAX_RATIO * self.idle, self.idle + MAX_DELAY)
        return self.p99 <= most and not self.failures and self.memory <= MAX_MEMORY

    def cells(self) -> list[str]:
        """Return the cells of a table."""
        return [
            f"{self.p99 / self.idle:.1f} x",
            f"{self.p99 * 1e3:.0f} ms",
            f"{self.failures} of {self.requests}",
            f"{self.memory:.0f} MiB",
        ]


def run() -> None:
    """Try every attack."""
    heading("Attacks: the harm that one client does to others")
    paragraph(
        "An honest client at another address requests /livez and an analysis, on a kept connection "
        "and on new ones; during long reviews, a trace, too. Its p99 is relative to the same "
        f"server before the attack; at most {MAX_RATIO:g}, or {MAX_DELAY * 1e3:g} ms more, without "
        f"a failure. `memory` is the peak of the server process; at most {MAX_MEMORY:g} MiB. nginx "
        "has the limits of docker-compose.yml."
    )
    for place, is_behind in (("behind nginx", True), ("without nginx", False)):
        if is_behind and not find_nginx():
            paragraph("Attacks behind nginx are left out because nginx is not installed.")
            continue
        rows = []
        for attack in tracked(ATTACKS, len(ATTACKS), "attacks"):
            effect = _effect(attack, is_behind)
            is_excused = attack in ONLY_NGINX and not is_behind
            verdict = "met" if effect.is_met else "only nginx" if is_excused else "MISSED"
            rows.append([attack.replace("_", " "), *effect.cells(), verdict])
        table([f"attack, {place}", *COLUMNS], rows)
    if find_nginx():
        _run_beside(revision())
    steps.run()


def _run_beside(name: str) -> None:
    """Repeat the attacks that were found in a release, on it; then let a replica fail."""
    with checkout(name) as folder:
        rows = [
            [attack.replace("_", " "), *_effect(attack, True, folder).cells(), ""]
            for attack in tracked(FOUND, len(FOUND), "attacks")
        ]
        table([f"attack, {name} behind nginx", *COLUMNS], rows)
        faults = [
            Figure(f"{fault.name} {release}", _wait(fault, source), MAX_WAIT, unit=" s")
            for release, source in (("now", ROOT), (name, folder))
            for fault in (signal.SIGKILL, signal.SIGSTOP)
        ]
    heading("Longest wait for a file of another release, with one of three replicas down")
    report(faults)


def _wait(fault: signal.Signals, source: Path) -> float:
    """Return the seconds of the slowest of some requests, infinite if one fails."""
    with ExitStack() as stack:
        servers = [stack.enter_context(running_server(source)) for _ in range(3)]
        port = stack.enter_context(behind_nginx(*(each.port for each in servers), source=source))
        os.kill(servers[0].pid, fault)
        connection = HTTPConnection("127.0.0.1", port, TIMEOUT)
        seconds = []
        try:
            for _ in range(FILES):
                started = perf_counter()
                is_answered = _is_answered(connection, "GET", OTHER_RELEASE, b"")
                seconds.append(perf_counter() - started if is_answered else inf)
        finally:
            if fault == signal.SIGSTOP:
                os.kill(servers[0].pid, signal.SIGCONT)
    return max(seconds)


def _effect(attack: str, is_behind: bool, source: Path = ROOT) -> Effect:
    """The effect of an attack on a new server, as an honest client notices it."""
    asked = _with_traces() if attack == "long_reviews" else cycle(SHORT)
    with running_server(source, trusted_proxies="127.0.0.0/8") as server, ExitStack() as stack:
        port = server.port
        if is_behind:
            port = stack.enter_context(behind_nginx(port, source=source))
        _measure(port, asked, PAUSE)  # The first requests are slower.
        idle, _ = _measure(port, asked, IDLE)
        command = [sys.executable, "-m", "benchmarks.attacks", attack, str(port)]
        attacker = subprocess.Popen(command)
        try:
            sleep(WARM_UP)
            seconds, failures = _measure(port, asked, ATTACKED)
            if attacker.poll() is not None:
                raise RuntimeError(f"The attacker {attack} ended.")
        finally:
            attacker.kill()
            attacker.wait()
        memory = peak_mebibytes(server.pid)
    return Effect(_p99(idle), _p99(seconds), failures, len(seconds), memory)


def _with_traces() -> Iterator[Asked]:
    """Yield short requests and traces, each of another position, so that none is cached."""
    for position in islice(positions_3x3(), 2_000, None):
        yield from SHORT
        yield "GET", f"/v1/trace?board={position}&side_to_move={position.side_to_move}", b""


def _p99(seconds: list[float]) -> float:
    """The seconds within which 99 of 100 responses have arrived."""
    return sorted(seconds)[ceil(len(seconds) * 0.99) - 1]


def _measure(port: int, asked: Iterator[Asked], least: float) -> tuple[list[float], int]:
    """The times and failures of requests, on a kept connection and on new ones, for some time."""
    seconds: list[float] = []
    failures = 0
    end = perf_counter() + least
    kept = HTTPConnection("127.0.0.1", port, TIMEOUT, (HONEST, 0))
    while perf_counter() < end:
        new = HTTPConnection("127.0.0.1", port, TIMEOUT, (HONEST, 0))
        for connection in (kept, kept, new, new):
            started = perf_counter()
            failures += not _is_answered(connection, *next(asked))
            seconds.append(perf_counter() - started)
        new.close()
        sleep(PAUSE)  # Below the rate that nginx allows.
    kept.close()
    return seconds, failures


def _is_answered(to: HTTPConnection, method: str, path: str, content: bytes) -> bool:
    """Send a request, and return whether the response has the status 200."""
    try:
        to.request(method, path, content or None, {"Content-Type": "application/json"})
        response = to.getresponse()
        response.read()
    except (OSError, HTTPException):
        to.close()
        return False
    return response.status == 200


if __name__ == "__main__":
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    signal.alarm(MAX_SECONDS)
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
