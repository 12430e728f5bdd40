"""How soon a server answers after its start, and what memory it takes then."""

import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep

from benchmarks.client import ask, request
from benchmarks.server import memory, stop
from benchmarks.table import duration, heading, paragraph, table

ROUNDS = 9
LOOK_EVERY = 0.002  # seconds
LIVEZ = request("GET", "/livez")


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds until the first answer, and the bytes that were resident then."""

    seconds: float
    memory: int


def compare_start() -> None:
    """Print both for the service and for an empty FastAPI app, side by side."""
    heading("Start: from the command to the first answer, and the memory resident then")
    contenders = {"empty FastAPI app": "benchmarks.empty", "the service": "service"}
    starts: dict[str, list[Start]] = {name: [] for name in contenders}
    for _ in range(1 + ROUNDS):
        for name, module in contenders.items():
            starts[name].append(_start(module))
    seconds = {name: median(each.seconds for each in found[1:]) for name, found in starts.items()}
    resident = {name: median(each.memory for each in found[1:]) for name, found in starts.items()}
    empty, _ = contenders
    table(
        ["", "seconds", "ratio", "MiB", "ratio"],
        [
            [
                name,
                duration(seconds[name]),
                f"{seconds[name] / seconds[empty]:.2f}",
                f"{resident[name] / 2**20:.1f}",
                f"{resident[name] / resident[empty]:.2f}",
            ]
            for name in contenders
        ],
    )
    paragraph(f"Medians of {ROUNDS} interleaved starts. Aims: 1.0 and 1.2.")


def _start(module: str) -> Start:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["serve"] if module == "service" else [str(port)]
    environment = os.environ | {"NOUGHTS_PORT": str(port), "NOUGHTS_LOG_LEVEL": "warning"}
    started = perf_counter()
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], env=environment)
    try:
        with _connect(port) as connection:
            ask(connection, LIVEZ)
        return Start(perf_counter() - started, memory(process.pid))
    finally:
        stop(process)


def _connect(port: int) -> socket.socket:
    """A connection, as soon as there is anyone who takes it."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 10)
        except ConnectionRefusedError:
            sleep(LOOK_EVERY)
