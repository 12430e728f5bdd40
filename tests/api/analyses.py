"""Calls of /v1/analyses: positions to send, and what comes back."""

import random
from typing import Any

from tests import reference
from tests.asgi import Answer, Client
from tests.reference import THREE_BY_THREE

PATH = "/v1/analyses"
FORK = {"board": "XO./.X./..O"}
LARGE = {"board": "...../...../...../...../.....", "in_a_row": 4, "max_nodes": 1_000}
POSITIONS = sorted(reference.reachable(THREE_BY_THREE))


def items(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many positions of 3x3, most of them legal, in several forms and with several ids."""
    chance = random.Random(seed)
    found: list[dict[str, Any]] = []
    for _ in range(count):
        board, side = chance.choice(POSITIONS)
        form = chance.choice([board, list(board), [board[:3], board[3:6], board[6:]]])
        item: dict[str, Any] = {"board": form}
        if chance.random() < 0.7:
            item["side_to_move"] = chance.choice([side, side, side.lower(), "O"])
        if chance.random() < 0.3 and board.count(".") < 8:  # else it takes a worker
            item["misere"] = True
        if chance.random() < 0.2:
            item["max_nodes"] = chance.choice([None, 1_000, 300_000])
        if chance.random() < 0.5:
            item["id"] = chance.choice(["a", 'ä\n"', "", "x" * 64, None])
        found.append(item)
    return found


def single(client: Client, item: dict[str, Any]) -> Answer:
    """What `/v1/analysis` answers to an item."""
    return client.post("/v1/analysis", {k: v for k, v in item.items() if k != "id"})


def lines_of(client: Client, body: dict[str, Any]) -> Answer:
    return client.post(PATH, body, accept="application/x-ndjson")
