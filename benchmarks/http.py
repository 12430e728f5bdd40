"""Section `http`: what requests cost, relative to a bare FastAPI route and to another revision.

wrk sends the load. The revision is REVISION of the environment, by default the newest release.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from benchmarks.positions import body, empty_board, positions_3x3
from benchmarks.server import BARE, SERVICE, Server, checkout, revision, running_server
from benchmarks.table import Figure, duration, heading, paragraph, report, table

CONNECTIONS = 32
SECONDS = 1  # of load on a server
ROUNDS = 9  # and one to warm up
RESTARTS = 5
SETTLING = 0.5  # seconds from the first response until a server is idle
SEED = 20_260
SCRIPT = Path(__file__).with_name("load.lua")
ANALYSIS = "/v1/analysis?board=........."
CONSTANT, LIVEZ = "FastAPI, constant route", "GET /livez"
CACHED_GET, CACHED_POST = "GET /v1/analysis, cached", "POST /v1/analysis, cached"
MIN_RATES = {CACHED_GET: 1.5, CACHED_POST: 1.3, LIVEZ: 0.6}  # relative to the constant route
MAX_P99 = 0.7  # of a cached GET, relative to the constant route
MIN_NEW = 0.7  # rate of new positions, relative to the revision
MAX_START, MAX_MEMORY = 1.5, 1.3  # relative to an empty FastAPI application


class Sample(NamedTuple):
    """Requests per second, the server's CPU seconds per request, and percentiles in seconds."""

    rate: float
    cpu: float
    p50: float
    p99: float


def run() -> None:
    """Measure everything side by side, and print each figure with its target."""
    if not shutil.which("wrk"):
        paragraph("Section http is left out because wrk is not installed.")
        return
    name = revision()
    heading(f"HTTP: the service as shipped, a bare FastAPI route, and revision {name}")
    paragraph(
        "The service runs with default settings and its log is discarded. The bare route is "
        "uvicorn and FastAPI with nothing added. Figures are medians of short interleaved rounds "
        f"on {os.cpu_count()} cores."
    )
    with checkout(name) as folder, TemporaryDirectory() as bodies:
        figures = [
            *_constant(folder, name, Path(bodies) / "one"),
            _new_positions(folder, name, Path(bodies) / "all"),
            *_start(),
        ]
    heading("Figures and targets")
    report(figures)


def _load(server: Server, target: str, bodies: Path | None = None) -> Sample:
    """Send requests with these bodies, or GETs; raises RuntimeError if one fails."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}{target}", *([str(bodies)] if bodies else [])]
    cpu = server.cpu_seconds
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    cpu = server.cpu_seconds - cpu
    line = done.stdout.rpartition("figures ")[2]
    requests, microseconds, failed, p50, p99 = map(float, line.split())
    if failed:
        raise RuntimeError(f"{failed:.0f} of {requests:.0f} requests to {target} failed.")
    return Sample(requests * 1e6 / microseconds, cpu / requests, p50 / 1e6, p99 / 1e6)


def _constant(folder: Path, name: str, bodies: Path) -> Iterator[Figure]:
    """Requests whose response is constant or cached."""
    bodies.write_bytes(body(empty_board(3, 3, 3)))
    with (
        running_server() as service,
        running_server(BARE) as bare,
        running_server(folder=folder) as old,
    ):
        rows: dict[str, Callable[[], Sample]] = {
            CONSTANT: lambda: _load(bare, "/constant"),
            CACHED_GET: lambda: _load(service, ANALYSIS),
            CACHED_POST: lambda: _load(service, "/v1/analysis", bodies),
            LIVEZ: lambda: _load(service, "/livez"),
            f"{CACHED_GET}, {name}": lambda: _load(old, ANALYSIS),
        }
        rounds = [[measure() for measure in rows.values()] for _ in range(1 + ROUNDS)]
    samples = dict(zip(rows, map(list, zip(*rounds[1:], strict=True)), strict=True))
    _print("Constant and cached responses", samples)
    for row, target in MIN_RATES.items():
        ratio = _relative(samples[row], samples[CONSTANT], lambda each: each.rate)
        yield Figure(f"{row}: rate, to the constant route", ratio, target, at_least=True)
    p99 = _relative(samples[CACHED_GET], samples[CONSTANT], lambda each: each.p99)
    yield Figure(f"{CACHED_GET}: p99, to the constant route", p99, MAX_P99)


def _new_positions(folder: Path, name: str, bodies: Path) -> Figure:
    """Positions never sent before, to fresh servers of this checkout and of the revision."""
    positions = list(positions_3x3())  # more than a server can analyze in SECONDS
    Random(SEED).shuffle(positions)
    bodies.write_bytes(b"\n".join(map(body, positions)))
    samples: dict[str, list[Sample]] = {name: [], "this checkout": []}
    for _ in range(RESTARTS):
        with running_server(folder=folder) as old, running_server() as new:
            for row, server in zip(samples, (old, new), strict=True):
                samples[row].append(_load(server, "/v1/analysis", bodies))
    _print("POST /v1/analysis of 3x3 positions never sent before", samples)
    ratio = _relative(samples["this checkout"], samples[name], lambda each: each.rate)
    title = f"POST /v1/analysis, new positions: rate, to {name}"
    return Figure(title, ratio, MIN_NEW, at_least=True)


def _start() -> Iterator[Figure]:
    """Start the service and an empty FastAPI application in turn."""
    found: list[list[tuple[float, float]]] = [[], []]
    for _ in range(1 + RESTARTS):
        for module, measured in zip((BARE, SERVICE), found, strict=True):
            with running_server(module) as server:
                sleep(SETTLING)
                measured.append((server.start_seconds, server.pss))
    empty, service = ([median(kind) for kind in zip(*each[1:], strict=True)] for each in found)
    heading("Start: from the command to the first response of /livez, and the memory then")
    both = {"empty FastAPI application": empty, "service": service}
    rows = [[name, duration(start), f"{pss:.1f} MB"] for name, (start, pss) in both.items()]
    table(["", "start", "PSS"], rows)
    for index, (kind, target) in enumerate((("Start", MAX_START), ("Memory", MAX_MEMORY))):
        ratio = service[index] / empty[index]
        yield Figure(f"{kind}, to an empty FastAPI application", ratio, target)


def _print(title: str, samples: Mapping[str, Sequence[Sample]]) -> None:
    """Print a row for each name; ratios are to the first."""
    heading(f"{title}, {CONNECTIONS} connections")
    first, *_ = samples.values()
    rows = [
        [
            name,
            f"{median(each.rate for each in found):,.0f}/s",
            f"{_relative(found, first, lambda each: each.rate):.2f}",
            duration(median(each.cpu for each in found)),
            f"{_relative(found, first, lambda each: each.cpu):.2f}",
            duration(median(each.p50 for each in found)),
            duration(median(each.p99 for each in found)),
        ]
        for name, found in samples.items()
    ]
    table(["", "requests", "ratio", "server's CPU", "ratio", "p50", "p99"], rows)


def _relative(
    found: Sequence[Sample], first: Sequence[Sample], value: Callable[[Sample], float]
) -> float:
    """The median, over all rounds, of the ratio of two values."""
    return median(value(a) / value(b) for a, b in zip(found, first, strict=True))
