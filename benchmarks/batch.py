"""Section `batch`: 10,000 positions in calls of 500, beside one call for each.

A call costs its client something too, and the more so the more single calls there are. So both a
client of raw sockets, which costs next to nothing, and httpx ask.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import Final, NamedTuple

import httpx

from benchmarks.client import ask, connections, request
from benchmarks.positions import positions_3x3
from benchmarks.server import Server, running_server
from benchmarks.table import duration, heading, paragraph, table, times
from service.engine.board.notation import write_board

POSITIONS: Final = 10_000
CALL: Final = 500  # positions
ROUNDS: Final = 4
AIMS: Final = {"new": 3, "asked before": 5}
HEADERS: Final = {"content-type": "application/json"}


class Way(NamedTuple):
    """Where positions are sent to, and the bodies that hold them all."""

    path: str
    bodies: Sequence[bytes]


class Cost(NamedTuple):
    """Seconds for all positions, on the clock and of the server."""

    clock: float
    cpu: float


Post = Callable[[str, bytes], object]


def run() -> None:
    """Ask fresh servers for the same positions in both ways in turn, twice each, and compare."""
    heading(f"Batch: {POSITIONS:,} positions of 3x3 by POST, one call after the other")
    paragraph(
        f"The best of {ROUNDS} rounds, in each of which every client and way has a fresh server, "
        "asked for all positions twice. Everything is sent over one connection."
    )
    ways = _ways()
    for client, connected in {"raw sockets": _sockets, "httpx": _httpx}.items():
        costs: dict[tuple[str, str], list[Cost]] = {}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                with running_server() as server, connected(server) as post:
                    for state in AIMS:
                        costs.setdefault((name, state), []).append(_cost(server, post, way))
        _print(client, {key: min(found) for key, found in costs.items()})


def _ways() -> dict[str, Way]:
    items = [
        {"board": write_board(position), "side_to_move": position.side_to_move.value}
        for position in islice(positions_3x3(), POSITIONS)
    ]
    calls = [{"positions": items[at : at + CALL]} for at in range(0, len(items), CALL)]
    return {
        "single": Way("/v1/analysis", [json.dumps(item).encode() for item in items]),
        "batch": Way("/v1/analyses", [json.dumps(call).encode() for call in calls]),
    }


@contextmanager
def _sockets(server: Server) -> Iterator[Post]:
    with connections(server.port, 1) as [connection]:
        yield lambda path, body: ask(connection, request("POST", path, body))


@contextmanager
def _httpx(server: Server) -> Iterator[Post]:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", headers=HEADERS) as client:
        yield lambda path, body: client.post(path, content=body).raise_for_status()


def _cost(server: Server, post: Post, way: Way) -> Cost:
    """What it takes to send each body when the one before is answered."""
    cpu, clock = server.cpu_seconds(), perf_counter()
    for body in way.bodies:
        post(way.path, body)
    return Cost(perf_counter() - clock, server.cpu_seconds() - cpu)


def _print(client: str, costs: dict[tuple[str, str], Cost]) -> None:
    """Print what each way has cost, and how the two compare."""
    print()
    rows = [
        [f"{way}, {state}", duration(cost.clock), duration(cost.cpu)]
        for (way, state), cost in costs.items()
    ]
    table([f"by {client}", "clock", "server's CPU"], rows)
    for state, aim in AIMS.items():
        single, batch = costs["single", state], costs["batch", state]
        ratio = single.clock / batch.clock
        verdict = "met" if ratio >= aim else "MISSED"
        paragraph(
            f"Positions that are {state}: {times(ratio)} as fast in batches, by the server's CPU "
            f"{times(single.cpu / batch.cpu)} (aim {aim} x: {verdict})."
        )
