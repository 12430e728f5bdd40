"""Section `attacks`: the harm that one client does to others.

`tests/deploy` covers what only nginx prevents.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from math import ceil
from time import perf_counter, sleep

from benchmarks.attackers import ATTACKS
from benchmarks.server import peak_mebibytes, running_server
from benchmarks.table import heading, paragraph, table

WARM_UP = 2.0  # seconds of each attack before the measurement
IDLE, ATTACKED = 2.0, 4.0  # seconds of measurement
PAUSE = 0.05  # seconds between two rounds of requests
TIMEOUT = 20.0  # seconds for a response
MAX_RATIO = 5.0  # of the 99th percentile, to an idle server
MAX_MEMORY = 200.0  # MiB of the server process
ONLY_NGINX = {"flood"}  # SECURITY.md lists these attacks
HONEST = "127.0.0.6"
SHORT = (("GET", "/livez", b""), ("POST", "/v1/analysis", b'{"board": "XO./.X./..O"}'))

Asked = tuple[str, str, bytes]  # method, path and body


def run() -> None:
    """Try every attack."""
    heading("Attacks: the harm that one client does to others")
    paragraph(
        "An honest client at another address requests /livez and an analysis, on a kept connection "
        "and on new ones. Its p99 is relative to the same server before the attack; at most "
        f"{MAX_RATIO:g}, without a failure. `memory` is the peak of the server process; at most "
        f"{MAX_MEMORY:g} MiB."
    )
    rows = [[attack.replace("_", " "), *_effect(attack)] for attack in ATTACKS]
    table(["attack", "relative", "p99", "failed", "memory", ""], rows)


def _effect(attack: str) -> list[str]:
    """The effect of an attack on a new server, and whether the honest client hardly noticed it."""
    asked = cycle(SHORT)
    with running_server(trusted_proxies="127.0.0.0/8") as server:
        idle, _ = _measure(server.port, asked, IDLE)
        command = [sys.executable, "-m", "benchmarks.attackers", attack, str(server.port)]
        attacker = subprocess.Popen(command)
        try:
            sleep(WARM_UP)
            seconds, failures = _measure(server.port, asked, ATTACKED)
            if attacker.poll() is not None:
                raise RuntimeError(f"The attacker {attack} ended.")
        finally:
            attacker.kill()
            attacker.wait()
        memory = peak_mebibytes(server.pid)
    ratio = _p99(seconds) / _p99(idle)
    is_met = ratio <= MAX_RATIO and not failures and memory <= MAX_MEMORY
    return [
        f"{ratio:.1f} x",
        f"{_p99(seconds) * 1e3:.0f} ms",
        f"{len(failures)} of {len(seconds)}",
        f"{memory:.0f} MiB",
        "met" if is_met else "only nginx" if attack in ONLY_NGINX else "MISSED",
    ]


def _p99(seconds: list[float]) -> float:
    """The seconds within which 99 of 100 responses have arrived."""
    return sorted(seconds)[ceil(len(seconds) * 0.99) - 1]


def _measure(port: int, asked: Iterator[Asked], least: float) -> tuple[list[float], list[str]]:
    """The times and failures of requests, on a kept connection and on new ones, for some time."""
    seconds: list[float] = []
    failures: list[str] = []
    end = perf_counter() + least
    kept = HTTPConnection("127.0.0.1", port, TIMEOUT, (HONEST, 0))
    while perf_counter() < end:
        new = HTTPConnection("127.0.0.1", port, TIMEOUT, (HONEST, 0))
        for connection in (kept, kept, new, new):
            started = perf_counter()
            failures += _send(connection, *next(asked))
            seconds.append(perf_counter() - started)
        new.close()
        sleep(PAUSE)
    kept.close()
    return seconds, failures


def _send(to: HTTPConnection, method: str, path: str, content: bytes) -> Iterator[str]:
    """Send a request; a status other than 200 and a body that is not JSON are failures."""
    try:
        to.request(method, path, content or None, {"Content-Type": "application/json"})
        response = to.getresponse()
        received = response.read()
        json.loads(received)
        if response.status != 200:
            yield f"{response.status}: {received!r}"
    except (OSError, HTTPException, ValueError) as error:
        yield repr(error)
        to.close()
