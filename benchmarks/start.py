"""Part of section `http`: the time to start, the memory when idle, and its growth."""

from dataclasses import replace
from random import Random
from statistics import median
from time import sleep

from benchmarks.batch import document
from benchmarks.client import Load, request
from benchmarks.positions import body, positions_3x3
from benchmarks.server import BARE, SERVICE, running_server
from benchmarks.table import Figure, duration, heading, table
from service.engine.board.geometry import Geometry, bits_of, has_line
from service.engine.board.position import Mark, Position

ROUNDS = 7
SETTLING = 0.5  # seconds from the first response until a server is idle
MAX_START = 1.5  # relative to an empty FastAPI application
MAX_MEMORY = 1.3  # relative to the same
POSITIONS = 60_000
MAX_GROWTH = 40.0  # MB, after that many positions
CALL = 500  # positions
SEED = 20_260


def run() -> list[Figure]:
    """Start the service and an empty FastAPI application in turn."""
    found: list[list[tuple[float, float]]] = [[], []]
    for _ in range(1 + ROUNDS):
        for module, measured in zip((BARE, SERVICE), found, strict=True):
            with running_server(module) as server:
                sleep(SETTLING)
                measured.append((server.start_seconds, server.pss))
    empty, service = ([median(kind) for kind in zip(*each[1:], strict=True)] for each in found)
    heading("Start: from the command to the first response of /livez, and the memory then")
    rows = [
        [name, duration(seconds), f"{pss:.1f} MB"]
        for name, (seconds, pss) in (("empty FastAPI application", empty), ("service", service))
    ]
    table(["", "start", "PSS"], rows)
    return [
        Figure("Start, to an empty FastAPI application", service[0] / empty[0], MAX_START),
        Figure("Memory, to an empty FastAPI application", service[1] / empty[1], MAX_MEMORY),
    ]


def growth(load: Load) -> Figure:
    """The memory that the main process gains by different positions, half of them in batches."""
    bodies = _bodies()
    half = len(bodies) // 2
    singles = [request("POST", "/v1/analysis", each) for each in bodies[:half]]
    batches = [
        request("POST", "/v1/analyses", document(bodies[at : at + CALL]))
        for at in range(half, len(bodies), CALL)
    ]
    with running_server() as server:
        sleep(SETTLING)
        idle = server.pss
        load(server.port, singles, 8)
        load(server.port, batches, 2)
        grown = server.pss
    heading(f"Memory after {len(bodies):,} different positions")
    print(f"idle: {idle:.1f} MB PSS, then: {grown:.1f} MB")
    name = f"Memory after {len(bodies):,} different positions, beyond idle"
    return Figure(name, grown - idle, MAX_GROWTH, unit=" MB")


def _bodies() -> list[bytes]:
    """Different small positions: all of 3x3, the same in misère, and random ones of 4x4."""
    positions = dict.fromkeys(positions_3x3())
    positions |= dict.fromkeys(replace(position, misere=True) for position in positions)
    random, geometry = Random(SEED), Geometry(4, 4, 4)
    while len(positions) < POSITIONS:
        cells = random.sample(range(geometry.size), 10)
        x, o = bits_of(cells[:5]), bits_of(cells[5:])
        if not has_line(geometry, x) and not has_line(geometry, o):
            positions[Position(geometry, x, o, Mark.X)] = None
    return [body(position) for position in positions]
