"""Section `http`: what requests cost, relative to a bare FastAPI route and to another revision.

The revision is REVISION of the environment, by default the newest release.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles

from benchmarks import batch, start
from benchmarks.client import Load, load_process, request
from benchmarks.positions import body, positions_3x3
from benchmarks.server import BARE, ROOT, Sample, Server, checkout, running_server, sample
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from tests.deploy.proxy import Proxy

CONNECTIONS = 32
ROUNDS = 25
REQUESTS = 2_000  # of each row and round
BURST = 200  # new positions
CALL = 500  # positions in a batch
RESTARTS = 2
SEED = 20_260
GET = request("GET", "/v1/analysis?board=.........")
CONSTANT, LIVEZ = "FastAPI, constant route", "GET /livez"
CACHED_GET, CACHED_POST = "GET /v1/analysis, cached", "POST /v1/analysis, cached"
MIN_RATES = {CACHED_GET: 1.9, CACHED_POST: 1.6, LIVEZ: 0.6}  # relative to the constant route
MAX_P99 = 0.7  # of a cached GET, relative to the constant route
MIN_NEW = 0.7  # rate of new positions, relative to the revision


def run() -> None:
    """Measure everything side by side, and print each figure with its target."""
    revision = os.environ.get("REVISION") or _newest_release()
    heading(f"HTTP: the service as shipped, a bare FastAPI route, and revision {revision}")
    paragraph(
        "Real sockets, kept alive, without pipelining. The service runs with default settings and "
        "its log is discarded. The bare route is uvicorn and FastAPI with nothing added. The load "
        f"comes from its own process. Figures are medians of short interleaved rounds on "
        f"{os.cpu_count()} cores."
    )
    with load_process() as load, checkout(revision) as folder:
        figures = [
            *_constant(load, folder, revision),
            _new_positions(load, folder, revision),
            *batch.run(load, _bursts(CALL)),
            *start.run(),
            start.growth(load),
        ]
    heading("Figures and targets")
    report(figures)


def _newest_release() -> str:
    """Return the newest commit whose subject is a release; a fresh clone may lack the tags."""
    log = ["git", "-C", str(ROOT), "log", "-1", "--format=%h", "--grep=^Release [0-9.]*$"]
    found = subprocess.run(log, capture_output=True, text=True, check=False).stdout.strip()
    if not found:
        raise SystemExit("There is no release in the git history. Set REVISION to a tag or commit.")
    return found


def _constant(load: Load, folder: Path, revision: str) -> Iterator[Figure]:
    """Requests whose response is constant or cached."""
    with (
        running_server() as service,
        running_server(BARE) as bare,
        running_server(folder=folder) as old,
        _nginx(service) as nginx,
    ):
        rows = {
            CONSTANT: (bare, request("GET", "/constant")),
            CACHED_GET: (service, GET),
            CACHED_POST: (service, request("POST", "/v1/analysis", b'{"board": "........."}')),
            LIVEZ: (service, request("GET", "/livez")),
            f"{CACHED_GET}, {revision}": (old, GET),
        }
        if nginx:
            rows["GET /v1/analysis, cached by nginx"] = (nginx, GET)
        samples: dict[str, list[Sample]] = {name: [] for name in rows}
        for _ in range(1 + ROUNDS):
            for name, (server, message) in rows.items():
                samples[name].append(sample(load, server, [message] * REQUESTS, CONNECTIONS))
    samples = {name: found[1:] for name, found in samples.items()}
    _print("Constant and cached responses", samples)
    for name, target in MIN_RATES.items():
        ratio = _relative(samples[name], samples[CONSTANT], lambda each: each.rate)
        yield Figure(f"{name}: rate, to the constant route", ratio, target, at_least=True)
    p99 = _relative(samples[CACHED_GET], samples[CONSTANT], lambda each: _percentile(each, 99))
    yield Figure(f"{CACHED_GET}: p99, to the constant route", p99, MAX_P99)


@contextmanager
def _nginx(service: Server) -> Iterator[Server | None]:
    """The nginx of deploy/ in front of the service; None if this machine has none."""
    if not shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"):
        yield None
        return
    proxy = Proxy([f"http://127.0.0.1:{service.port}"])
    try:
        yield Server(proxy.port, proxy.process.pid)
    finally:
        proxy.remove()


def _new_positions(load: Load, folder: Path, revision: str) -> Figure:
    """Positions never sent before, to fresh servers of this checkout and of the revision."""
    bursts = [[request("POST", "/v1/analysis", each) for each in burst] for burst in _bursts(BURST)]
    samples: dict[str, list[Sample]] = {revision: [], "this checkout": []}
    for _ in range(RESTARTS):
        with running_server(folder=folder) as old, running_server() as new:
            servers = list(zip(samples, (old, new), strict=True))
            for burst in bursts:
                for name, server in servers:
                    samples[name].append(sample(load, server, burst, CONNECTIONS))
                servers.reverse()
    _print("POST /v1/analysis of 3x3 positions never sent before", samples)
    old_samples, new_samples = samples.values()
    ratio = _relative(new_samples, old_samples, lambda each: each.rate)
    name = f"POST /v1/analysis, new positions: rate, to {revision}"
    return Figure(name, ratio, MIN_NEW, at_least=True)


def _bursts(size: int) -> list[list[bytes]]:
    """The bodies of all 3x3 positions in random order, in parts of this size."""
    bodies = [body(position) for position in positions_3x3()]
    Random(SEED).shuffle(bodies)
    return [bodies[at : at + size] for at in range(0, len(bodies) - size, size)]


def _print(title: str, samples: dict[str, list[Sample]]) -> None:
    """Print a row for each name; ratios are to the first."""
    heading(f"{title}, {CONNECTIONS} connections")
    first, *_ = samples.values()
    rows = [
        [
            name,
            f"{median(each.rate for each in found):,.0f}/s",
            f"{_relative(found, first, lambda each: each.rate):.2f}",
            duration(median(each.cpu / len(each.latencies) for each in found)),
            f"{_relative(found, first, lambda each: each.cpu):.2f}",
            *(duration(median(_percentile(each, n) for each in found)) for n in (50, 99)),
        ]
        for name, found in samples.items()
    ]
    table(["", "requests", "ratio", "server's CPU", "ratio", "p50", "p99"], rows)


def _relative(found: list[Sample], first: list[Sample], value: Callable[[Sample], float]) -> float:
    """The median, over all rounds, of the ratio of two values."""
    return median(value(a) / value(b) for a, b in zip(found, first, strict=True))


def _percentile(each: Sample, percent: int) -> float:
    """A percentile of the seconds of all requests of a round."""
    return quantiles(each.latencies, n=100)[percent - 1]
