"""A class behind one address and the shipped nginx: `python -m benchmarks.classroom [pupils]`.

Each pupil loads `/` and `/learn` with all their files, and then plays on 3x3 against `hard` and on
9x9 against `perfect`, with up to 4 seconds of thought. Somebody at another address sends 3x3
requests all the while. No request may fail.
"""

import asyncio
import re
import sys
from collections import Counter
from math import ceil
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urljoin

import httpx

from benchmarks.nginx import behind_nginx
from benchmarks.server import running_server
from benchmarks.table import Figure, heading, report

PUPILS = 30
ARRIVAL = 10.0  # seconds within which all pupils load the first page
THOUGHT = 4.0  # maximum seconds before a move
PAUSE = 0.1  # seconds between the requests of the other address
LINK = re.compile(
    r"""(?:src=|href=|from |import |import\()["']?([^"'\s()]+\.(?:m?js|css|svg))["']"""
)
CLASS, OTHER = "127.0.0.1", "127.0.0.2"
EMPTY_3, EMPTY_9 = "/".join(["..."] * 3), "/".join(["." * 9] * 9)
GAMES: list[dict[str, Any]] = [
    {"board": EMPTY_3, "in_a_row": 3, "level": "hard"},
    {"board": EMPTY_9, "in_a_row": 5, "level": "perfect"},
]


class Requests:
    """The requests of one address: the times of their responses, and those that failed."""

    def __init__(self, url: str, address: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits())
        self.client = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
        self.seconds: list[float] = []
        self.failed: Counter[str] = Counter()

    async def get(self, path: str, **query: Any) -> httpx.Response:  # noqa: ANN401
        """Send a request, and record the time and a failure."""
        started = perf_counter()
        try:
            response = await self.client.get(path, params=query or None)
        except httpx.HTTPError as error:
            response = httpx.Response(599, text=repr(error))
        self.seconds.append(perf_counter() - started)
        if response.status_code != 200:
            self.failed[f"{response.status_code} {path.partition('?')[0]}"] += 1
        return response

    def p99(self) -> float:
        """Return the seconds within which 99 of 100 responses have arrived."""
        return sorted(self.seconds)[ceil(len(self.seconds) * 0.99) - 1]


async def load(requests: Requests, path: str) -> None:
    """Load a page and every file that it or its modules refer to, as a browser without a cache."""
    seen, waiting = {path}, [path]
    while waiting:
        responses = await asyncio.gather(*(requests.get(each) for each in waiting))
        found = {
            urljoin(page, link)
            for page, response in zip(waiting, responses, strict=True)
            for link in LINK.findall(response.text)
        }
        waiting = sorted(found - seen)
        seen |= found


async def play(requests: Requests, game: dict[str, Any], random: Random) -> None:
    """Play a game with random moves, thinking before each of them."""
    board = game["board"]
    while "." in board:
        await asyncio.sleep(random.uniform(0, THOUGHT))
        cell = random.choice([at for at, mark in enumerate(board) if mark == "."])
        mark = "X" if board.count("X") == board.count("O") else "O"
        moved = board[:cell] + mark + board[cell + 1 :]
        response = await requests.get("/v1/best-move", **game | {"board": moved})
        if response.status_code != 200:
            return
        position = response.json()["position"]
        if position["status"] != "in_progress":
            return
        board = position["notation"]


async def attend(requests: Requests, seed: int) -> None:
    """Do what one pupil does."""
    random = Random(seed)
    await asyncio.sleep(random.uniform(0, ARRIVAL))
    for page in ("/", "/learn"):
        await load(requests, page)
        await asyncio.sleep(random.uniform(0, ARRIVAL))
    for game in GAMES:
        await play(requests, game, random)


async def ask(requests: Requests, seeds: Random) -> None:
    """Send requests for 3x3 that no cache can answer, until canceled."""
    while True:
        seed = seeds.randrange(2**53)
        await requests.get("/v1/best-move", board=EMPTY_3, level="easy", seed=seed)
        await asyncio.sleep(PAUSE)


async def attend_all(url: str, pupils: int) -> tuple[Requests, Requests]:
    """Return the requests of a class, and those of somebody else meanwhile."""
    rooms, other = [Requests(url, CLASS) for _ in range(pupils)], Requests(url, OTHER)
    asking = asyncio.create_task(ask(other, Random(0)))
    await asyncio.gather(*(attend(room, seed) for seed, room in enumerate(rooms)))
    asking.cancel()
    whole = rooms[0]
    for room in rooms[1:]:
        whole.seconds += room.seconds
        whole.failed += room.failed
    return whole, other


def main() -> None:
    """Print the failures, and the times of the class and of the other address."""
    pupils = int(sys.argv[1]) if len(sys.argv) > 1 else PUPILS
    heading(f"{pupils} pupils behind one address and nginx")
    with running_server(trusted_proxies="127.0.0.0/8") as server, behind_nginx(server.port) as port:
        whole, other = asyncio.run(attend_all(f"http://127.0.0.1:{port}", pupils))
    print(f"{len(whole.seconds)} requests of the class, {len(other.seconds)} of the other address")
    print(*(whole.failed + other.failed).items(), sep="\n")
    report(
        [
            Figure("failures of the class", whole.failed.total(), 0),
            Figure("failures of the other address", other.failed.total(), 0),
            Figure("p99 of the class", whole.p99() * 1e3, 2_000, unit=" ms"),
            Figure("p99 of the other address", other.p99() * 1e3, 100, unit=" ms"),
        ]
    )


if __name__ == "__main__":
    main()
