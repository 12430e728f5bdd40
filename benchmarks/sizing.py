"""Section `sizing`: processor time per request by phase of the game, for docs/operations.md.

The time is that of the server process and of its workers, for positions that no cache contains. A
class plays in step, so that the opening counts, not the average of a game (Linux only).
"""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from random import Random

from benchmarks.corpus import JSON
from benchmarks.positions import empty_board, fields, title
from benchmarks.server import Server, processor_seconds, running_server
from benchmarks.table import heading, paragraph, table, tracked
from service.engine.board.position import Position, Status

TIMEOUT = 300.0  # seconds
POSITIONS = 8  # of each phase
SEED = 20_260
BOARDS = ((3, 3, 3), (5, 5, 4), (9, 9, 5))
PHASES = {"opening": 0.06, "middle": 0.25, "end": 0.6}  # share of the cells with a mark
PATHS = ("/v1/best-move", "/v1/analysis")


def run() -> None:
    """Measure each request in each phase, and print the mean and the longest time."""
    heading("Sizing: processor time in ms per request that no cache can answer, mean and longest")
    shares = ", ".join(f"{share:.0%} ({name})" for name, share in PHASES.items())
    paragraph(f"{POSITIONS} random positions of each phase, with marks on {shares} of the cells.")
    cases = [(path, size) for size in BOARDS for path in PATHS]
    rows = []
    with running_server() as server:
        for path, size in tracked(cases, len(cases), "rows"):
            row = [f"{title(empty_board(*size))} {path}"]
            for share in PHASES.values():
                found = [_milliseconds(server, path, each) for each in positions(size, share)]
                row.append(f"{sum(found) / len(found):.1f}, {max(found):.0f}")
            rows.append(row)
    table(["", *PHASES], rows)


def positions(size: tuple[int, int, int], share: float) -> Iterator[Position]:
    """Yield positions of random games, which are still in progress."""
    random, start = Random(SEED), empty_board(*size)
    plies, found = max(1, round(share * start.geometry.size)), set[Position]()
    while len(found) < min(POSITIONS, start.geometry.size):
        position = start
        for _ in range(plies):
            if position.status is Status.IN_PROGRESS:
                position = position.play(random.choice([*position.legal_moves]))
        if position.status is Status.IN_PROGRESS and position not in found:
            found.add(position)
            yield position


def _milliseconds(server: Server, path: str, position: Position) -> float:
    """Return the processor time of a request in ms."""
    connection = HTTPConnection("127.0.0.1", server.port, TIMEOUT)
    before = processor_seconds(server.pid)
    connection.request("POST", path, json.dumps(fields(position)), dict([JSON]))
    response = connection.getresponse()
    response.read()
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path} of {position} got {response.status}.")
    return (processor_seconds(server.pid) - before) * 1e3
