"""Streams of server-sent events, and searches that take them."""

import json
from typing import Any

from service.engine.analysis import Progress

# Not solved with less than 900,000 nodes, of which one takes less time than on larger boards.
HARD = f"board={'/'.join(['......'] * 5)}&in_a_row=4"
FOUR = "..../.X../..O./...."
PROGRESS = Progress(nodes=1, max_nodes=300_000, moves=14, moves_proved=0, best_move=0)


def events_of(body: bytes) -> list[tuple[str, Any]]:
    """The names and the data of server-sent events."""
    blocks = body.decode().removesuffix("\n\n").split("\n\n")
    lines = [block.split("\n") for block in blocks]
    assert all(len(pair) == 2 for pair in lines)
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in lines
    ]
