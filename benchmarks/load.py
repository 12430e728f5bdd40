"""Section `load`: the time of short requests while long searches keep the workers busy."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from random import Random
from statistics import median, quantiles
from threading import Event
from time import perf_counter, sleep

from benchmarks.client import StatusError, connect, request, send
from benchmarks.positions import body, empty_board, random_positions, unfinished_positions
from benchmarks.server import LIVEZ, running_server
from benchmarks.table import Figure, duration, heading, paragraph, report, table, times
from service.engine.budget import MAX_NODES

SEED = 20_260
LONG_CLIENTS = 8
SECONDS = 10.0
PAUSE = 0.01  # seconds between two short requests
MAX_SLOWDOWN = 5  # of a 3x3 analysis, relative to an idle server


def run() -> None:
    """Send short requests to an idle server, and then while long searches run."""
    heading("Load: short requests while long searches run")
    paragraph(
        f"A server with default settings. {LONG_CLIENTS} clients request analyses of different "
        f"early positions of 7,7,5 with {MAX_NODES:,} nodes. One client requests 3x3 analyses, "
        f"each time of another position, and /livez. All share the machine's cores."
    )
    positions = unfinished_positions(empty_board(3, 3, 3))
    Random(SEED).shuffle(positions)
    short = cycle(request("POST", "/v1/analysis", body(position)) for position in positions)
    hard = random_positions(empty_board(7, 7, 5), range(2, 6), LONG_CLIENTS, SEED)
    long = [request("POST", "/v1/analysis", body(each, max_nodes=MAX_NODES)) for each in hard]
    done = Event()
    with running_server() as server, ThreadPoolExecutor(LONG_CLIENTS) as pool:
        idle = _short_requests(server.port, short)
        outcomes = [pool.submit(_long_requests, server.port, message, done) for message in long]
        loaded = _short_requests(server.port, short)
        done.set()
    rows = []
    for number, name in enumerate(("3x3 analysis", "/livez")):
        before, after = median(idle[number]), median(loaded[number])
        p99 = duration(quantiles(loaded[number], n=100)[-1])
        rows.append([name, duration(before), duration(after), times(after / before), p99])
    table(["", "idle", "loaded", "ratio", "p99"], rows)
    ratio = median(loaded[0]) / median(idle[0])
    report([Figure("3x3 analysis, relative to an idle server", ratio, MAX_SLOWDOWN)])
    statuses = sum((future.result() for future in outcomes), Counter())
    print(f"Responses to long searches: {dict(statuses)}.")


def _short_requests(port: int, messages: Iterator[bytes]) -> tuple[list[float], list[float]]:
    """The seconds of 3x3 analyses, and of /livez."""
    seconds: tuple[list[float], list[float]] = ([], [])
    deadline = perf_counter() + SECONDS
    with connect(port) as connection:
        while perf_counter() < deadline:
            for found, message in zip(seconds, (next(messages), LIVEZ), strict=True):
                sleep(PAUSE)
                started = perf_counter()
                send(connection, message)
                found.append(perf_counter() - started)
    return seconds


def _long_requests(port: int, message: bytes, done: Event) -> Counter[str]:
    """The statuses of a long search, repeated until it is done."""
    statuses: Counter[str] = Counter()
    while not done.wait(PAUSE):
        try:
            with connect(port) as connection:
                send(connection, message)
            statuses["200"] += 1
        except StatusError as error:
            statuses[str(error)] += 1
            done.wait(1)
    return statuses
