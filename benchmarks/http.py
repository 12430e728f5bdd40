"""Section `http`: how many requests a second one core answers, beside a framework alone.

To add a row, add it to ROWS, and if it needs a server of its own, that to SERVERS.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from benchmarks.client import ask, connections, load, request
from benchmarks.server import Server, children, pin, running_server
from benchmarks.start import compare_start
from benchmarks.table import duration, heading, paragraph, table
from tests.deploy.proxy import Proxy, find_nginx

CONNECTIONS = 32
ROUNDS = 11
ROUND_TRIPS = 120  # per connection and round
BODY = json.dumps({"board": "........."}).encode()
GET = request("GET", "/v1/analysis?board=.........")
POST = request("POST", "/v1/analysis", BODY)
BEST_MOVE = request("POST", "/v1/best-move", BODY)
CONSTANT = request("GET", "/constant")


@dataclass(frozen=True, slots=True)
class Row:
    """A request to a server of SERVERS; `name` begins with the letter that others refer to."""

    name: str
    server: str
    message: bytes


ROWS: Final = (
    Row("a  bare ASGI, constant bytes", "bare", CONSTANT),
    Row("b  FastAPI, constant response", "framework", CONSTANT),
    Row("c  GET /v1/analysis", "service", GET),
    Row("d  POST /v1/analysis", "service", POST),
    Row("e  POST /v1/best-move", "service", BEST_MOVE),
    Row("f  the body of d by response_model", "framework", request("POST", "/default", BODY)),
    Row("g  c from the cache of nginx", "nginx", GET),
    Row("h  c without the access log", "unlogged", GET),
    Row("i  d without the access log", "unlogged", POST),
    Row("j  GET /livez", "service", request("GET", "/livez")),
)
# How many times as many requests a second as another row each of these is to answer.
AIMS: Final = (
    *(("c", "b", 1.9), ("d", "b", 1.5), ("j", "b", 2.0), ("h", "b", 2.4), ("i", "b", 1.9)),
    *(("h", "a", 0.6), ("g", "a", 1.7)),
)
MAX_P99: Final = 0.7  # of that of row b, for c and d


@dataclass(frozen=True, slots=True)
class Sample:
    """One round: seconds per request, on the clock and of the server; and of each round trip."""

    wall: float
    cpu: float
    trips: list[float]


def run() -> None:
    """Load one server of each kind with each row in turn, and print what requests cost."""
    heading(f"HTTP: one process on one core each, {CONNECTIONS} connections kept alive")
    paragraph(
        "The empty 3x3 board, whose answer is kept. The service runs as delivered, with its access "
        "log in a file; rows a, b and f are uvicorn with nothing else. The load runs on another "
        f"core. Medians of {ROUNDS} interleaved rounds of {CONNECTIONS * ROUND_TRIPS:,} requests "
        "each. CPU is that of the server, and what one core can answer follows from it."
    )
    with ExitStack() as stack:
        servers = {name: stack.enter_context(server) for name, server in _servers()}
        pin([os.getpid()], 1)
        for server in servers.values():
            pin(server.pids, 0)
        rows = [row for row in ROWS if row.server in servers]
        samples: dict[str, list[Sample]] = {row.name: [] for row in rows}
        for _ in range(1 + ROUNDS):
            for row in rows:
                samples[row.name].append(_sample(servers[row.server], row.message))
    _print({name: each[1:] for name, each in samples.items()})
    compare_start()


def _servers() -> Iterator[tuple[str, AbstractContextManager[Server]]]:
    yield "bare", running_server(("benchmarks.apps", "bare", "{port}"))
    yield "framework", running_server(("benchmarks.apps", "framework", "{port}"))
    yield "service", running_server()
    yield "unlogged", running_server(log_level="warning")
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
    wall = {name[0]: median(sample.wall for sample in each) for name, each in samples.items()}
    p99 = {name[0]: _trips(each)[98] for name, each in samples.items()}
    table(
        ["", "CPU", "of one core", "ratio", "on the clock", "p50", "p99"],
        [_line(name, each, cpu["b"]) for name, each in samples.items()],
    )
    for fast, slow, aim in AIMS:
        if fast in cpu:
            ratios = f"{wall[slow] / wall[fast]:.2f} x, by CPU {cpu[slow] / cpu[fast]:.2f} x"
            paragraph(f"Requests a second of {fast} to {slow}: {ratios} (aim {aim} x).")
    for row in "cd":
        paragraph(f"p99 of {row} is {p99[row] / p99['b']:.2f} of that of b (aim {MAX_P99}).")


def _trips(samples: list[Sample]) -> list[float]:
    """The percentiles of the seconds of all round trips."""
    return quantiles([trip for sample in samples for trip in sample.trips], n=100)


def _line(name: str, samples: list[Sample], of_b: float) -> list[str]:
    cpu = median(sample.cpu for sample in samples)
    wall = median(sample.wall for sample in samples)
    trips = _trips(samples)
    return [
        name,
        duration(cpu),
        f"{1 / cpu:,.0f}/s",
        f"{of_b / cpu:.2f}",
        f"{1 / wall:,.0f}/s",
        duration(trips[49]),
        duration(trips[98]),
    ]
