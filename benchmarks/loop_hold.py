"""Section `loop`: the requests that hold the event loop longest, found by a search.

A request is a kind, such as a list of unknown fields, and a size. The search begins with every
kind at some sizes, then changes the longest of each kind: another size, or another path.

While the server has the request, another connection asks /livez again and again. What is measured
is the most processor time that the server's process has used between two of these answers, over a
few repetitions of the request, of which the middle counts. Other threads are part of it, as they
hold the interpreter; search workers are not. A check itself takes about 0.2 ms of it.
"""

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import median
from threading import Thread

from benchmarks.client import connections, exchange, request
from benchmarks.requests_by_shape import Shape, changed, first_shapes, message_of
from benchmarks.server import Server, running_server
from benchmarks.table import duration, heading, paragraph, table

SEED = 20_260
ROUNDS = 12  # generations of the search
REPETITIONS = 5
SHOWN = 10
AIM = 0.010  # seconds
PATIENCE = 5.0
LIVEZ = request("GET", "/livez")


@dataclass(frozen=True, slots=True)
class Held:
    """How long a request held the loop, in seconds, the first time and as a rule."""

    shape: Shape
    first: float
    usual: float


@contextmanager
def _watched() -> Iterator[tuple[Server, Callable[[], float]]]:
    """A server, and a clock of the processor time of its process, in seconds (Linux only)."""
    with running_server() as server:
        clock = ~server.pids[0] << 3 | 2  # clock_getcpuclockid(3)
        yield server, lambda: time.clock_gettime(clock)


def measure(server: Server, clock: Callable[[], float], shape: Shape) -> Held:
    """How long a request holds the loop."""
    message = message_of(shape)
    seconds = [_once(server, clock, message) for _ in range(REPETITIONS)]
    return Held(shape, seconds[0], median(seconds[1:]))


def _once(server: Server, clock: Callable[[], float], message: bytes) -> float:
    with connections(server.port, 2, PATIENCE) as [asking, checking]:
        exchange(checking, LIVEZ)
        moments = [clock()]
        thread = Thread(target=_ask, args=[asking, message])
        thread.start()
        while thread.is_alive():
            exchange(checking, LIVEZ)
            moments.append(clock())
        thread.join()
        moments.append(clock())
    return max(after - before for before, after in pairwise(moments))


def _ask(connection: socket.socket, message: bytes) -> None:
    """Send a request and read its answer, if it comes in time."""
    with suppress(ConnectionError, TimeoutError):  # it may have asked for a long search
        connection.sendall(message)
        while connection.recv(1_048_576):
            pass


def search(server: Server, clock: Callable[[], float]) -> list[Held]:
    """Of all requests that were tried the longest of each kind, the longest first."""
    random = Random(SEED)
    tried = {shape: measure(server, clock, shape) for shape in first_shapes()}
    for _ in range(ROUNDS):
        for held in longest_of_kinds(tried.values()):
            shape = changed(held.shape, random)
            if shape not in tried:
                tried[shape] = measure(server, clock, shape)
    return longest_of_kinds(tried.values())


def longest_of_kinds(tried: Iterable[Held]) -> list[Held]:
    """The request of each kind that held the loop longest, the longest first."""
    by_time = sorted(tried, key=lambda held: held.usual)
    longest = {held.shape.kind: held for held in by_time}
    return sorted(longest.values(), key=lambda held: -held.usual)


def run() -> None:
    """Search, and print the requests that hold the loop longest."""
    heading("Loop: the requests that hold the event loop longest")
    with _watched() as (server, clock):
        found = search(server, clock)
    paragraph(
        "The most processor time of the server between two answers to others while it has one "
        f"request, the longest of each of {len(found)} kinds, found by a search over paths and "
        "sizes. `first` is the first time that the request is asked, `usual` the median of "
        f"{REPETITIONS - 1} repetitions."
    )
    rows = [[str(held.shape), duration(held.first), duration(held.usual)] for held in found[:SHOWN]]
    table(["kind, path, size", "first", "usual"], rows)
    over = sum(held.usual > AIM for held in found)
    verdict = f"MISSED by {over} kinds" if over else "met"
    print(f"Aim: none above {duration(AIM)}: {verdict}.")
