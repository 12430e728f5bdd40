"""Streams of server-sent events, and searches that take them."""

import json
from typing import Any

from service.engine.analysis import Progress

SEVEN = "/".join(["......."] * 7)
HARD = f"board={SEVEN}&in_a_row=5"
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
