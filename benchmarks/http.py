"""Section `http`: what requests cost, relative to a bare FastAPI route and to another revision.

wrk sends the load. The revision is REVISION of the environment, by default the newest release.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.positions import body, empty_board, positions_3x3
from benchmarks.server import BARE, Server, checkout, revision, running_server
from benchmarks.table import Figure, duration, heading, paragraph, report, table

CONNECTIONS = 32
SECONDS = 1  # of load on a server
ROUNDS = 9  # and one to warm up
RESTARTS = 5
SEED = 20_260
SCRIPT = Path(__file__).with_name("load.lua")
ANALYSIS = "/v1/analysis?board=........."
CONSTANT, LIVEZ = "FastAPI, constant route", "GET /livez"
CACHED_GET, CACHED_POST = "GET /v1/analysis, cached", "POST /v1/analysis, cached"
MIN_RATES = {CACHED_GET: 1.5, CACHED_POST: 1.3, LIVEZ: 0.6}  # relative to the constant route
MAX_P99 = 0.7  # of a cached GET, relative to the constant route
MIN_NEW = 0.7  # rate of new positions, relative to the revision


class Sample(NamedTuple):
    """Requests per second, and the 99th percentile of the time of a response in seconds."""

    rate: float
    p99: float


def run() -> None:
    """Measure everything side by side, and print each figure with its target."""
    if not shutil.which("wrk"):
        paragraph("Section http is left out because wrk is not installed.")
        return
    name = revision()
    heading(f"HTTP: the service as shipped, a bare FastAPI route, and revision {name}")
    paragraph("Settings are the defaults. Figures are medians of short interleaved rounds.")
    with checkout(name) as folder, TemporaryDirectory() as bodies:
        figures = [
            *_constant(Path(bodies) / "one"),
            _new_positions(folder, name, Path(bodies) / "all"),
        ]
    heading("Figures and targets")
    report(figures)


def _load(server: Server, target: str, bodies: Path | None = None) -> Sample:
    """Send requests with these bodies, or GETs; raises RuntimeError if one fails."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}{target}", *([str(bodies)] if bodies else [])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    line = done.stdout.rpartition("figures ")[2]
    requests, microseconds, failed, p99 = map(float, line.split())
    if failed:
        raise RuntimeError(f"{failed:.0f} of {requests:.0f} requests to {target} failed.")
    return Sample(requests * 1e6 / microseconds, p99 / 1e6)


def _constant(bodies: Path) -> Iterator[Figure]:
    """Requests whose response is constant or cached."""
    bodies.write_bytes(body(empty_board(3, 3, 3)))
    with running_server() as service, running_server(module=BARE) as bare:
        rows: dict[str, Callable[[], Sample]] = {
            CONSTANT: lambda: _load(bare, "/constant"),
            CACHED_GET: lambda: _load(service, ANALYSIS),
            CACHED_POST: lambda: _load(service, "/v1/analysis", bodies),
            LIVEZ: lambda: _load(service, "/livez"),
        }
        rounds = [[measure() for measure in rows.values()] for _ in range(1 + ROUNDS)]
    samples = dict(zip(rows, map(list, zip(*rounds[1:], strict=True)), strict=True))
    _print("Constant and cached responses", samples)
    for row, target in MIN_RATES.items():
        ratio = _relative(samples[row], samples[CONSTANT])
        yield Figure(f"{row}: rate, to the constant route", ratio, target, at_least=True)
    p99 = _relative(samples[CACHED_GET], samples[CONSTANT], "p99")
    yield Figure(f"{CACHED_GET}: p99, to the constant route", p99, MAX_P99)


def _new_positions(folder: Path, name: str, bodies: Path) -> Figure:
    """Positions never sent before, to fresh servers of this checkout and of the revision."""
    positions = list(positions_3x3())  # more than a server can analyze in SECONDS
    Random(SEED).shuffle(positions)
    bodies.write_bytes(b"\n".join(map(body, positions)))
    samples: dict[str, list[Sample]] = {name: [], "this checkout": []}
    for _ in range(RESTARTS):
        with running_server(folder) as old, running_server() as new:
            for row, server in zip(samples, (old, new), strict=True):
                samples[row].append(_load(server, "/v1/analysis", bodies))
    _print("POST /v1/analysis of 3x3 positions never sent before", samples)
    ratio = _relative(samples["this checkout"], samples[name])
    return Figure(f"POST, new positions: rate, to {name}", ratio, MIN_NEW, at_least=True)


def _print(title: str, samples: Mapping[str, Sequence[Sample]]) -> None:
    """Print a row for each name; ratios are to the first."""
    heading(f"{title}, {CONNECTIONS} connections")
    first, *_ = samples.values()
    rows = [
        [
            name,
            f"{median(each.rate for each in found):,.0f}/s",
            f"{_relative(found, first):.2f}",
            duration(median(each.p99 for each in found)),
        ]
        for name, found in samples.items()
    ]
    table(["", "requests", "ratio", "p99"], rows)


def _relative(found: Sequence[Sample], first: Sequence[Sample], name: str = "rate") -> float:
    """The median, over all rounds, of the ratio of two values."""
    value = attrgetter(name)
    return float(median(value(a) / value(b) for a, b in zip(found, first, strict=True)))
