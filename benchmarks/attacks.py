"""Section `attacks`: the harm that one client does to others, directly and through nginx."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import count
from math import ceil
from threading import Event, Thread
from time import perf_counter, sleep
from typing import NamedTuple, Self

from benchmarks.attackers import ATTACKS
from benchmarks.positions import body, empty_board, random_positions
from benchmarks.server import peak_mebibytes, running_server
from benchmarks.table import heading, paragraph, table
from tests.deploy.proxy import COMPOSE, Proxy

WARM_UP = 2.0  # seconds of each attack before the measurement
IDLE, ATTACKED = 2.0, 4.0  # seconds of measurement
PAUSE = 0.05  # seconds between two rounds of requests, to stay below the rate of nginx
TIMEOUT = 20.0  # seconds for a response
MAX_RATIO = 5.0  # of the 99th percentile, to an idle server
MAX_MEMORY = 200.0  # MiB of the server process
HONEST = "127.0.0.6"
SEED = 20_260
LIMITS = {
    name: COMPOSE["nginx"]["environment"][f"NOUGHTS_{name.upper()}"]
    for name in ("rate", "burst", "connections")
}
# SECURITY.md lists these attacks.
COVERED_BY_NGINX = {"flood"}
Asked = tuple[str, str, bytes]  # method, path and body


def run() -> None:
    """Try every attack, directly and through nginx."""
    heading("Attacks: the harm that one client does to others")
    paragraph(
        "An honest client at another address requests /livez and an analysis, on a kept connection "
        "and on new ones; against `four addresses`, it requests moves on 9x9. Its p99 is relative "
        f"to the same server before the attack; at most {MAX_RATIO:g}, without a failure. `memory` "
        f"is the peak of the server process; at most {MAX_MEMORY:g} MiB."
    )
    has_nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    rows = []
    for attack in ATTACKS:
        direct = _effect(attack, through_nginx=False)
        proxied = _effect(attack, through_nginx=True) if has_nginx else None
        rows.append([attack.replace("_", " "), *_row(attack, direct, proxied)])
    columns = ["p99", "failed", "memory"]
    table(["attack", "direct", *columns, "nginx", *columns, ""], rows)
    missed = sum(row[-1] == "MISSED" for row in rows)
    print(f"Target: {f'MISSED by {missed}' if missed else 'met'}.")


class Effect(NamedTuple):
    """The p99 of an honest client before and during an attack, its failures, and the memory."""

    idle: float
    attacked: float
    requests: int
    failures: int
    memory: float

    @property
    def is_met(self) -> bool:
        """Whether the client has hardly noticed the attack."""
        is_fast = self.attacked <= MAX_RATIO * self.idle
        return is_fast and not self.failures and self.memory <= MAX_MEMORY

    @property
    def cells(self) -> list[str]:
        """The ratio, the 99th percentile, the failures of all requests, and the memory."""
        return [
            f"{self.attacked / self.idle:.1f} x",
            f"{self.attacked * 1e3:.0f} ms",
            f"{self.failures} of {self.requests}",
            f"{self.memory:.0f} MiB",
        ]


def _row(attack: str, direct: Effect, proxied: Effect | None) -> list[str]:
    """The cells of both effects, and the verdict."""
    verdict = "met"
    if not direct.is_met:
        verdict = "only nginx" if attack in COVERED_BY_NGINX else "MISSED"
    if proxied and not proxied.is_met:
        verdict = "MISSED"
    return [*direct.cells, *(proxied.cells if proxied else ["no nginx", "", "", ""]), verdict]


def _effect(attack: str, *, through_nginx: bool) -> Effect:
    """The effect of an attack on a new server."""
    asked = _moves if attack == "four_addresses" else _short
    with (
        running_server(trusted_proxies="127.0.0.0/8") as server,
        _port(server.port, through_nginx=through_nginx) as port,
    ):
        with HonestClient(port, asked()) as idle:
            sleep(IDLE)
        command = [sys.executable, "-m", "benchmarks.attackers", attack, str(port)]
        attacker = subprocess.Popen(command)
        try:
            sleep(WARM_UP)
            with HonestClient(port, asked()) as client:
                sleep(ATTACKED)
            if attacker.poll() is not None:
                raise RuntimeError(f"The attacker {attack} ended.")
        finally:
            attacker.kill()
            attacker.wait()
        memory = peak_mebibytes(server.pid)
    return Effect(idle.p99, client.p99, len(client.seconds), len(client.failures), memory)


@contextmanager
def _port(port: int, *, through_nginx: bool) -> Iterator[int]:
    """The port of nginx in front of the server, or the server's own."""
    if through_nginx:
        with Proxy([f"http://127.0.0.1:{port}"], LIMITS) as proxy:
            yield proxy.port
    else:
        yield port


def _short() -> Iterator[Asked]:
    """Requests that an idle server answers in milliseconds."""
    for _ in count():
        yield "GET", "/livez", b""
        yield "POST", "/v1/analysis", b'{"board": "XO./.X./..O"}'


def _moves() -> Iterator[Asked]:
    """Moves of a game on 9x9 with the default budget, each in another position."""
    board = empty_board(9, 9, 5)
    for number in count():
        for position in random_positions(board, range(4, 20), 50, SEED + _runs() + number):
            yield "POST", "/v1/best-move", body(position)


_runs: Callable[[], int] = count(0, 1_000).__next__


class HonestClient:
    """Sends requests on a kept connection and on new ones until the block ends; times them."""

    def __init__(self, port: int, asked: Iterator[Asked]) -> None:
        self._port, self._asked = port, asked
        self._stop = Event()
        self._thread = Thread(target=self._run)
        self.seconds: list[float] = []
        self.failures: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def p99(self) -> float:
        """The seconds within which 99 of 100 responses have arrived."""
        return sorted(self.seconds)[ceil(len(self.seconds) * 0.99) - 1]

    def _run(self) -> None:
        kept = self._connect()
        while not self._stop.wait(PAUSE) or not self.seconds:
            new = self._connect()
            for connection in (kept, kept, new, new):
                started = perf_counter()
                self._send(connection, *next(self._asked))
                self.seconds.append(perf_counter() - started)
            new.close()
        kept.close()

    def _connect(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, TIMEOUT, (HONEST, 0))

    def _send(self, to: HTTPConnection, method: str, path: str, content: bytes) -> None:
        """Send a request; a status other than 200 and a body that is not JSON are failures."""
        try:
            to.request(method, path, content or None, {"Content-Type": "application/json"})
            response = to.getresponse()
            received = response.read()
            if response.status != 200:
                self.failures.append(f"{response.status}: {received!r}")
            json.loads(received)
        except (OSError, HTTPException, ValueError) as error:
            self.failures.append(repr(error))
            to.close()
