"""A soak: the service under full load for `python -m benchmarks.soak SECONDS`, and what that does.

Clients mix what is right, what is wrong, what takes a search, and leaving in the middle. The exit
code is 1 unless every answer was the one wanted (a search may be refused with 503 `overloaded`),
memory was flat after the first minute (or the first half, if that is sooner), and no open file or
thread was left.
"""

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event
from time import perf_counter

from benchmarks.client import Answer, connections, exchange, request
from benchmarks.positions import empty_board, random_positions, unfinished_positions
from benchmarks.server import memory, stop
from benchmarks.table import heading, paragraph, table
from service.engine.notation import write_board

SEED = 20_261
CLIENTS = {"quick": 4, "wrong": 2, "search": 4, "leaving": 1}
PER_CONNECTION = 100  # requests, then a client connects anew
WARM = 60.0  # seconds in which the bounded caches may fill
GROWTH = 1.05  # of resident memory from then on, at most
EVERY = 1.0  # seconds between two looks at the process
SMALL = [write_board(position) for position in unfinished_positions(empty_board(3, 3, 3))]
LARGE = [write_board(p) for p in random_positions(empty_board(5, 4, 4), range(2, 9), 2_000, SEED)]
WRONG = (
    (request("GET", "/v1/analysis?board=XX......."), "422"),
    (request("GET", "/v1/analysis?board=.........&depth=3"), "422"),
    (request("GET", "/nothing"), "404"),
    (request("PUT", "/v1/analysis", b"{}"), "405"),
    (request("POST", "/v1/analysis", b"{"), "400"),
    (request("POST", "/v1/best-move", b'{"board": ".........", "level": "expert"}'), "422"),
    (request("POST", "/v1/review", b'{"moves": [0, 0]}'), "422"),
    (request("GET", "/v1/analysis?board=" + "." * 5_000), "414"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen of the process at a time: seconds, bytes, and counts."""

    seconds: float
    memory: int
    files: int
    threads: int


class Soak:
    """The clients, and what they have been answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[tuple[str, str]] = Counter()
        self.unwanted: Counter[str] = Counter()
        self.done = Event()

    def run(self, kind: str, seed: int) -> None:
        """One client of a kind, until the soak is done."""
        random = Random(seed)
        while not self.done.is_set():
            if kind == "leaving":
                self._leave(random)
            else:
                self._ask_on(kind, random)

    def _ask_on(self, kind: str, random: Random) -> None:
        make: Callable[[Random], tuple[bytes, str]] = {
            "quick": _quick,
            "wrong": _wrong,
            "search": _search,
        }[kind]
        with connections(self.port, 1, 60) as [connection]:
            for _ in range(PER_CONNECTION):
                if self.done.is_set():
                    return
                message, wanted = make(random)
                self._note(kind, exchange(connection, message), wanted)

    def _note(self, kind: str, answer: Answer, wanted: str) -> None:
        status = str(answer.status)
        if kind == "search" and status == "503" and json.loads(answer.body)["code"] == "overloaded":
            status = "503 overloaded"
        elif status != wanted:
            self.unwanted[f"{status} for {wanted}: {answer.body[:200]!r}"] += 1
        self.answers[kind, status] += 1

    def _leave(self, random: Random) -> None:
        with connections(self.port, 1, 60) as [connection]:
            message, _ = _search(random)
            connection.sendall(message[: random.randint(1, len(message))])
            self.done.wait(0.1)
        self.answers["leaving", "left"] += 1


def _quick(random: Random) -> tuple[bytes, str]:
    board = random.choice(SMALL)
    seed = random.randrange(1_000)
    return random.choice(
        [
            request("GET", f"/v1/analysis?board={board}"),
            request("POST", "/v1/analysis", json.dumps({"board": board}).encode()),
            request("GET", f"/v1/best-move?board={board}&level=medium&seed={seed}"),
            request("POST", "/v1/best-move", json.dumps({"board": board, "seed": seed}).encode()),
            request("GET", "/v1/levels"),
            request("GET", "/livez"),
            request("GET", "/static/icon.svg"),
        ]
    ), "200"


def _wrong(random: Random) -> tuple[bytes, str]:
    return random.choice(WRONG)


def _search(random: Random) -> tuple[bytes, str]:
    nodes = random.randrange(1_000, 20_000)
    asked = {"board": random.choice(LARGE), "in_a_row": 4, "max_nodes": nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode()), "200"


def _look(pid: int, started: float) -> Look:
    process = Path(f"/proc/{pid}")
    files, threads = (len(list((process / part).iterdir())) for part in ("fd", "task"))
    return Look(perf_counter() - started, memory(pid), files, threads)


def soak(seconds: float) -> bool:
    """Soak for that long and print the figures; whether all was as it should be."""
    heading(f"Soak: {seconds:g} seconds, {sum(CLIENTS.values())} clients without a pause")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve"],
        env=os.environ | {"NOUGHTS_PORT": str(port)},
        stderr=subprocess.DEVNULL,
    )
    try:
        return _judge(*_run(Soak(port), process.pid, seconds))
    finally:
        stop(process)


def _run(work: Soak, pid: int, seconds: float) -> tuple[Soak, list[Look]]:
    """The looks at the process: at first, all the while, and when all clients have gone."""
    _wait_for(work.port)
    started = perf_counter()
    looks = [_look(pid, started)]
    kinds = [kind for kind, count in CLIENTS.items() for _ in range(count)]
    with ThreadPoolExecutor(len(kinds)) as pool:
        clients = [pool.submit(work.run, kind, SEED + i) for i, kind in enumerate(kinds)]
        while perf_counter() - started < seconds and not any(each.done() for each in clients):
            work.done.wait(EVERY)
            looks.append(_look(pid, started))
        work.done.set()
    for client in clients:
        client.result()
    _wait_for(work.port)
    return work, [*looks, _look(pid, started)]


def _wait_for(port: int) -> None:
    """Return when the service answers, and no search runs or waits."""
    while True:
        try:
            with connections(port, 1, 60) as [connection]:
                text = exchange(connection, request("GET", "/metrics")).body
                if b"searches_running 0.0" in text and b"searches_waiting 0.0" in text:
                    return
        except ConnectionRefusedError:
            continue


def _judge(work: Soak, looks: list[Look]) -> bool:
    first, last = looks[0], looks[-1]
    warm = next(look for look in looks if look.seconds >= min(WARM, last.seconds / 2))
    table(
        ["clients", "answer", "how many", "a second"],
        [
            [kind, status, f"{count:,}", f"{count / last.seconds:,.0f}"]
            for (kind, status), count in sorted(work.answers.items())
        ],
    )
    print()
    rows = {"before": first, "warm": warm, "end": looks[-2], "after": last}
    table(
        ["", "at second", "MiB", "open files", "threads"],
        [
            [n, f"{x.seconds:.0f}", f"{x.memory / 2**20:.1f}", str(x.files), str(x.threads)]
            for n, x in rows.items()
        ],
    )
    peak = max(look.memory for look in looks if look.seconds >= warm.seconds)
    # Two search workers have two pipes each.
    flat = peak <= GROWTH * warm.memory and last.files <= first.files + 4
    same = last.threads <= max(look.threads for look in looks[:5]) + 1
    grown = peak / warm.memory
    paragraph(f"Memory at its most after that: {grown:.3f} times as much (aim {GROWTH}).")
    for text, count in work.unwanted.most_common(5):
        paragraph(f"UNWANTED, {count} times: {text}")
    return flat and same and not work.unwanted


if __name__ == "__main__":
    sys.exit(not soak(float(sys.argv[1])))
