"""Section `http`: processor time per request, relative to a bare FastAPI route.

wrk sends the load to this checkout and to another revision, which is REVISION of the environment,
by default the newest release. The time is that of the server process, which holds on a busy
machine; Linux only.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from benchmarks.positions import fields, positions_3x3
from benchmarks.server import BARE, Server, checkout, revision, running_server
from benchmarks.table import Figure, duration, heading, paragraph, report, table, tracked
from service.engine.budget import MAX_NODES

CONNECTIONS = 16
SECONDS = 1  # of load on a server
ROUNDS = 9  # and one to warm up
SEED = 20_260
SCRIPT = Path(__file__).with_name("load.lua")
TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds
CONSTANT = "FastAPI, constant route"
# Minimum speed of each request, relative to the constant route.
TARGETS = {
    "GET /v1/best-move, cached": 1.5,
    "POST /v1/best-move, repeated": 0.25,
    "GET /livez": 0.6,
    "GET /v1/analysis, new 3x3": 0.2,
}


def run() -> None:
    """Measure everything side by side, and print each figure with its target."""
    if not shutil.which("wrk"):
        paragraph("Section http is left out because wrk is not installed.")
        return
    name = revision()
    heading(f"HTTP: processor time per request of this checkout, bare FastAPI and {name}")
    paragraph(f"Settings are the defaults. Figures are medians of {ROUNDS} interleaved rounds.")
    with (
        checkout(name) as folder,
        TemporaryDirectory() as lines,
        running_server(module=BARE) as bare,
        running_server() as service,
        running_server(folder) as old,
    ):
        measures: dict[str, Callable[[], float]] = {
            CONSTANT: partial(_seconds, bare, "/livez"),
            **_measures(service, Path(lines), ""),
            **_measures(old, Path(lines), f", {name}"),
        }
        rounds = [
            [measure() for measure in measures.values()]
            for _ in tracked(range(1 + ROUNDS), 1 + ROUNDS, "rounds")
        ]
    samples = dict(zip(measures, zip(*rounds[1:], strict=True), strict=True))
    speeds = {
        row: median(base / each for base, each in zip(samples[CONSTANT], found, strict=True))
        for row, found in samples.items()
    }
    rows = [[row, duration(median(found)), f"{speeds[row]:.2f}"] for row, found in samples.items()]
    table(["", "processor time", "speed"], rows)
    heading("Figures and targets")
    report(Figure(row, speeds[row], target, at_least=True) for row, target in TARGETS.items())


def _measures(server: Server, folder: Path, suffix: str) -> dict[str, Callable[[], float]]:
    """Return a measurement for each row of the table."""
    board = {"board": "XO./.X./..O"}
    repeated, new = folder / "repeated", folder / "new"
    repeated.write_text(json.dumps(board))
    budgets = count(MAX_NODES, -1)  # Each makes the same positions new.
    positions = list(positions_3x3())
    Random(SEED).shuffle(positions)

    def measure_new() -> float:
        max_nodes = next(budgets)
        _write(new, (fields(position) | {"max_nodes": max_nodes} for position in positions))
        return _seconds(server, "/", new)

    cached, post, livez, of_new = (row + suffix for row in TARGETS)
    return {
        cached: partial(_seconds, server, f"/v1/best-move?{urlencode(board)}"),
        post: partial(_seconds, server, "/v1/best-move", repeated),
        livez: partial(_seconds, server, "/livez"),
        of_new: measure_new,
    }


def _write(file: Path, queries: Iterable[dict[str, object]]) -> None:
    """Write the paths of analyses to a file."""
    file.write_text("\n".join(f"/v1/analysis?{urlencode(query)}" for query in queries))


def _seconds(server: Server, target: str, lines: Path | None = None) -> float:
    """Return the processor time per request in seconds; raise RuntimeError if a request fails."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}{target}", *([str(lines)] if lines else [])]
    before = _processor_seconds(server.pid)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    seconds = _processor_seconds(server.pid) - before
    requests, failed = map(int, done.stdout.rpartition("figures ")[2].split())
    if failed:
        raise RuntimeError(f"{failed} of {requests} requests to {target} failed.")
    return seconds / requests


def _processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) * TICK
