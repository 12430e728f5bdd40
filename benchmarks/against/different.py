"""Many different questions: the first 10,000 legal 3x3 positions, each asked for once."""

import json
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Final

from benchmarks.against.revision import Server, running_service
from benchmarks.client import connections, receive, request
from benchmarks.positions import positions_3x3
from benchmarks.table import heading, paragraph, table
from service.engine.board.notation import write_board
from service.engine.board.position import Position

POSITIONS: Final = 10_000
CONNECTIONS: Final = (1, 16)
ROUNDS: Final = 3


def compare_different(old: Path, new: Path) -> None:
    """Print how many such requests each answers in a second, by fresh servers in turn."""
    heading("Different questions: POST /v1/analysis of 10,000 positions of 3x3")
    messages = [_message(position) for position in islice(positions_3x3(), POSITIONS)]
    rows = []
    for number in CONNECTIONS:
        rates: dict[Path, list[float]] = {old: [], new: []}
        for _ in range(ROUNDS):
            for folder, found in rates.items():
                with running_service(folder) as server:
                    found.append(POSITIONS / _seconds(server, messages, number))
        before, after = max(rates[old]), max(rates[new])
        cells = [f"{before:,.0f}/s", f"{after:,.0f}/s", f"{after / before:.2f}"]
        rows.append([f"{number} connections" if number > 1 else "1 connection", *cells])
    table(["", "old", "new", "new / old"], rows)
    paragraph(f"The best of {ROUNDS} runs, each of a server that was asked nothing before.")


def _message(position: Position) -> bytes:
    document = {"board": write_board(position), "side_to_move": position.side_to_move.value}
    return request("POST", "/v1/analysis", json.dumps(document).encode())


def _seconds(server: Server, messages: list[bytes], number: int) -> float:
    """How long it takes to ask all, over that many connections that are kept."""
    started = perf_counter()
    with connections(server.port, number) as opened:
        for first in range(0, len(messages), number):
            batch = list(zip(opened, messages[first : first + number], strict=False))
            for connection, message in batch:
                connection.sendall(message)
            for connection, _ in batch:
                answer = receive(connection)
                if answer.status != 200:
                    raise RuntimeError(f"A position was answered with {answer.status}.")
    return perf_counter() - started
