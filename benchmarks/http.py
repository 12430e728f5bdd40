"""Section `http`: what a request costs the server, beside the least that a framework takes.

To add a row, add it to ROWS, and if it needs a server of its own, that to benchmarks.server.KINDS.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from benchmarks.client import ask, connections, load, request
from benchmarks.server import Server, children, running_server
from benchmarks.start import compare_start
from benchmarks.table import duration, heading, paragraph, table, times
from tests.deploy.proxy import Proxy, find_nginx

CONNECTIONS = 32
ROUNDS = 11
ROUND_TRIPS = 120  # per connection and round
BODY = json.dumps({"board": "........."}).encode()
ANALYSIS = request("GET", "/v1/analysis?board=.........")


@dataclass(frozen=True, slots=True)
class Row:
    """A request to a kind of server; `name` begins with the letter that others refer to."""

    name: str
    kind: str
    message: bytes


ROWS: Final = (
    Row("a  bare ASGI, constant bytes", "bare", request("GET", "/constant")),
    Row("b  FastAPI, constant response", "framework", request("GET", "/constant")),
    Row("c  GET /v1/analysis", "service", ANALYSIS),
    Row("d  POST /v1/analysis", "service", request("POST", "/v1/analysis", BODY)),
    Row("e  POST /v1/best-move", "service", request("POST", "/v1/best-move", BODY)),
    Row("f  the body of d by response_model", "framework", request("POST", "/default", BODY)),
    Row("g  c from the cache of nginx", "nginx", ANALYSIS),
    Row("h  c with the access log", "logged", ANALYSIS),
)
# How many times as fast as another row each of these is to be.
AIMS: Final = (("c", "b", 1.4), ("d", "b", 1.3), ("d", "f", 2.2), ("g", "a", 1.7))


@dataclass(frozen=True, slots=True)
class Sample:
    """One round: seconds per request, on the clock and of the server; and of each round trip."""

    wall: float
    cpu: float
    trips: list[float]


def run() -> None:
    """Load one server of each kind with each row in turn, and print what requests cost."""
    heading(f"HTTP: one process each, {CONNECTIONS} connections kept alive")
    paragraph(
        "The empty 3x3 board, whose answer is kept. All servers are uvicorn with our bounds on "
        "connections, and all rows but g are behind the same middleware; the access log is off but "
        f"in h. Medians of {ROUNDS} interleaved rounds of {CONNECTIONS * ROUND_TRIPS:,} requests "
        "each; CPU is that of the server, and its ratio is to row b."
    )
    with ExitStack() as stack:
        servers = {kind: stack.enter_context(server) for kind, server in _servers()}
        rows = [row for row in ROWS if row.kind in servers]
        samples: dict[str, list[Sample]] = {row.name: [] for row in rows}
        for _ in range(1 + ROUNDS):
            for row in rows:
                samples[row.name].append(_sample(servers[row.kind], row.message))
    _print({name: each[1:] for name, each in samples.items()})
    compare_start()


def _servers() -> Iterator[tuple[str, AbstractContextManager[Server]]]:
    for kind in ("bare", "framework", "service", "logged"):
        yield kind, running_server(kind)
    if find_nginx():
        yield "nginx", _cached()
    else:
        paragraph("There is no nginx on this machine, so row g is missing.")


@contextmanager
def _cached() -> Iterator[Server]:
    """The nginx of deploy/ configures it, in front of the service."""
    with running_server() as server:
        proxy = Proxy([f"http://127.0.0.1:{server.port}"])
        try:
            yield Server(proxy.port, tuple(children(proxy.process.pid)))
        finally:
            proxy.remove()


def _sample(server: Server, message: bytes) -> Sample:
    """The cost of one request, over one round; connecting is not counted."""
    requests = CONNECTIONS * ROUND_TRIPS
    with connections(server.port, CONNECTIONS) as opened:
        expected, *_ = [ask(connection, message) for connection in opened]
        cpu, wall = server.cpu_seconds(), perf_counter()
        trips = load(opened, message, requests, expected)
        wall, cpu = perf_counter() - wall, server.cpu_seconds() - cpu
    return Sample(wall / requests, cpu / requests, trips)


def _print(samples: Mapping[str, list[Sample]]) -> None:
    cpu = {name[0]: median(sample.cpu for sample in each) for name, each in samples.items()}
    table(
        ["", "requests/s", "p50", "p99", "CPU", "ratio"],
        [_line(name, each, cpu["b"]) for name, each in samples.items()],
    )
    for fast, slow, aim in AIMS:
        if fast in cpu:
            ratio = times(cpu[slow] / cpu[fast])
            paragraph(f"{fast} is {ratio} as fast as {slow}, by CPU (aim {aim} x).")


def _line(name: str, samples: list[Sample], of_b: float) -> list[str]:
    cpu = median(sample.cpu for sample in samples)
    trips = quantiles([trip for sample in samples for trip in sample.trips], n=100)
    wall = median(sample.wall for sample in samples)
    return [
        name,
        f"{1 / wall:,.0f}",
        duration(trips[49]),
        duration(trips[98]),
        duration(cpu),
        f"{cpu / of_b:.2f}",
    ]
