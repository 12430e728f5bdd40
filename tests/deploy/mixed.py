"""Requests of every kind, some of which take a search that replicas share."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import httpx

LONG_BOARDS: Final = 60  # whose searches take some hundredths of a second
LEVELS: Final = ("beginner", "easy", "medium", "hard", "perfect")


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    query: dict[str, Any] | None = None
    body: dict[str, Any] | None = None
    accept: str = "application/json"

    def send(self, client: httpx.Client) -> tuple[int, bytes]:
        """The status and the body of the response."""
        headers = {"Accept": self.accept}
        answer = client.request(
            self.method, f"/v1/{self.path}", params=self.query, json=self.body, headers=headers
        )
        return answer.status_code, answer.content


def board_of(random: Random, cells: int, marks: int) -> str:
    """A square board after some moves; a few are illegal, because their game was over."""
    board = ["."] * cells
    for number, cell in enumerate(random.sample(range(cells), marks)):
        board[cell] = "XO"[number % 2]
    return "".join(board)


def mixed(number: int, seed: int) -> Iterator[Asked]:
    """So many requests."""
    random = Random(seed)
    long = [
        {"board": board_of(random, 36, 2), "in_a_row": 4, "max_nodes": 30_000 + each}
        for each in range(LONG_BOARDS)
    ]
    for _ in range(number):
        short = {"board": board_of(random, 9, random.randrange(8))}
        position = random.choice(long) if random.random() < 0.2 else short
        moves = random.sample(range(9), random.randrange(5))
        levels = {"level": random.choice(LEVELS), "seed": random.randrange(5)}
        yield random.choice(
            [
                Asked("POST", "analysis", body=position),
                Asked("GET", "analysis", query=position),
                Asked("GET", "analysis/stream", query=position),
                Asked("POST", "best-move", body=position | levels),
                Asked("GET", "best-move", query=position | levels),
                Asked("GET", "best-move/stream", query=position | {"traps": "true"}),
                Asked("POST", "review", body={"moves": moves}),
                Asked("POST", "review/stream", body={"moves": moves}),
                Asked("GET", "game-tree", query=short),
                Asked("POST", "trace", body=short | {"max_depth": 2}),
                Asked("POST", "analyses", body={"positions": [short, position]}),
                Asked("POST", "analyses", None, {"positions": [position]}, "application/x-ndjson"),
            ]
        )
