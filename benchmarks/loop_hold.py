"""Section `loop`: the requests that hold the event loop longest, found by a search.

A request is a kind, such as a list of unknown fields, and a size. The search begins with every
kind at some sizes, then changes the longest of each kind: another size, or another path. As an
answer may be kept, a request counts only the first time that a server gets it; the longest of
each kind are then asked of some fresh servers, and the middle of these times is what is printed.

While the server has the request, another connection asks /livez again and again. What is measured
is the most processor time that the server's process has used between two of these answers. Other
threads are part of it, as they hold the interpreter; search workers are not. A check itself takes
about 0.2 ms of it.
"""

import socket
from collections.abc import Iterable
from contextlib import suppress
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
ROUNDS = 60  # generations of the search
SERVERS = 5
SHOWN = 10
AIM = 0.010  # seconds
PATIENCE = 5.0
LIVEZ = request("GET", "/livez")
# What a server does for the first time at all is no matter of the request measured.
WARM_UP = (Shape("unknown fields", "/v1/review", 0.01), Shape("a long board", "/v1/analysis", 0.01))


@dataclass(frozen=True, slots=True)
class Held:
    """How long a request held the loop, in seconds."""

    shape: Shape
    seconds: float


def measure(server: Server, shape: Shape) -> Held:
    """How long a request holds the loop."""
    message = message_of(shape)
    with connections(server.port, 2, PATIENCE) as [asking, checking]:
        exchange(checking, LIVEZ)
        moments = [server.cpu_seconds()]
        thread = Thread(target=_ask, args=[asking, message])
        thread.start()
        while thread.is_alive():
            exchange(checking, LIVEZ)
            moments.append(server.cpu_seconds())
        thread.join()
        moments.append(server.cpu_seconds())
    return Held(shape, max(after - before for before, after in pairwise(moments)))


def _ask(connection: socket.socket, message: bytes) -> None:
    """Send a request and read its answer, if it comes in time."""
    with suppress(ConnectionError, TimeoutError):  # it may have asked for a long search
        connection.sendall(message)
        while connection.recv(1_048_576):
            pass


def search() -> list[Held]:
    """Of all requests that were tried the longest of each kind, the longest first."""
    random = Random(SEED)
    with running_server() as server:
        tried = {shape: measure(server, shape) for shape in first_shapes()}
        for _ in range(ROUNDS):
            for held in longest_of_kinds(tried.values()):
                shape = changed(held.shape, random)
                if shape not in tried:
                    tried[shape] = measure(server, shape)
    return longest_of_kinds(tried.values())


def longest_of_kinds(tried: Iterable[Held]) -> list[Held]:
    """The request of each kind that held the loop longest, the longest first."""
    longest = {held.shape.kind: held for held in sorted(tried, key=lambda held: held.seconds)}
    return sorted(longest.values(), key=lambda held: -held.seconds)


def on_a_fresh_server(shape: Shape) -> float:
    """How long a request holds the loop of a server that has not seen it before."""
    with running_server() as server:
        for each in WARM_UP:
            measure(server, each)
        return measure(server, shape).seconds


def run() -> None:
    """Search, and print the requests that hold the loop longest."""
    heading("Loop: the requests that hold the event loop longest")
    longest = [held.shape for held in search()]
    times = {shape: [on_a_fresh_server(shape) for _ in range(SERVERS)] for shape in longest}
    found = sorted(times, key=lambda shape: -median(times[shape]))
    paragraph(
        "The most processor time of the server between two answers to others while it has one "
        f"request, the longest of each of {len(found)} kinds, found by a search over paths and "
        f"sizes, then asked of {SERVERS} fresh servers."
    )
    rows = [
        [str(shape), *map(duration, (min(times[shape]), median(times[shape]), max(times[shape])))]
        for shape in found[:SHOWN]
    ]
    table(["kind, path, size", "least", "median", "most"], rows)
    over = sum(median(each) > AIM for each in times.values())
    verdict = f"MISSED by {over} kinds" if over else "met"
    print(f"Aim: none above {duration(AIM)}: {verdict}.")
