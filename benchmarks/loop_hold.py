"""Section `loop`: the requests that hold the event loop longest, found by a search.

A request is a kind, such as a list of unknown fields, and a size. The search begins with every
kind at some sizes, then changes the longest of each kind: another size, or another path. What is
measured is the processor time of the thread that runs the event loop, over a few repetitions of the
request, of which the middle counts; what a thread or a worker does is not part of it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.client import connections
from benchmarks.requests_by_shape import Shape, changed, first_shapes, message_of
from benchmarks.server import Server, running_server
from benchmarks.table import duration, heading, paragraph, table

SEED = 20_260
ROUNDS = 12  # generations of the search
REPETITIONS = 5
SHOWN = 10
AIM = 0.010  # seconds
NANOSECONDS = 1e9  # in a second
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class Held:
    """How long a request held the loop, in seconds, the first time and as a rule."""

    shape: Shape
    first: float
    usual: float


@contextmanager
def _watched() -> Iterator[tuple[Server, Callable[[], float]]]:
    """A server, and a clock of the processor time of its main thread, in seconds."""
    with running_server() as server:
        clock = Path(f"/proc/{server.pids[0]}/task/{server.pids[0]}/schedstat")
        yield server, lambda: int(clock.read_text().split()[0]) / NANOSECONDS


def measure(server: Server, clock: Callable[[], float], shape: Shape) -> Held:
    """How long a request holds the loop; an idle server's own work is not counted."""
    message = message_of(shape)
    seconds = [_once(server, clock, message) for _ in range(REPETITIONS)]
    return Held(shape, seconds[0], median(seconds[1:]))


def _once(server: Server, clock: Callable[[], float], message: bytes) -> float:
    with connections(server.port, 1, PATIENCE) as [connection]:
        started = clock()
        try:
            connection.sendall(message)
            while connection.recv(1_048_576):
                pass
        except (ConnectionError, TimeoutError):  # it may have asked for a long search
            pass
        return clock() - started


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
        "Processor time of the event loop for one request on a connection of its own, the longest "
        f"of each of {len(found)} kinds, found by a search over paths and sizes. `first` is the "
        f"first time that it is asked, `usual` the median of {REPETITIONS - 1} repetitions."
    )
    rows = [[str(held.shape), duration(held.first), duration(held.usual)] for held in found[:SHOWN]]
    table(["kind, path, size", "first", "usual"], rows)
    over = sum(held.usual > AIM for held in found)
    verdict = f"MISSED by {over} kinds" if over else "met"
    print(f"Aim: none above {duration(AIM)}: {verdict}.")
