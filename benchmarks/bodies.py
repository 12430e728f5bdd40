"""Section `bodies`: a search for the request bodies that hold up the event loop longest.

A body repeats a random sequence of JSON tokens, valid or not. The worst ones found are varied, so
no list of known attacks limits what is tried.
"""

import asyncio
import sys
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from benchmarks.table import Figure, heading, paragraph, report
from service.app import create_app
from service.serve import SWITCH_INTERVAL
from service.settings import Settings
from tests.asgi import Client

TRIED: Final = 1_000  # bodies of each size
VARIED: Final = 10  # the worst, from which others are derived
REPEATED: Final = 3  # measurements of one of the worst; the shortest counts
SEED: Final = 20_260
TOKENS: Final = (
    *("[", "]", "{", "{", "}", ",", ",", ":", " ", "-", "\\", "é"),
    *("[]", "{}", '""', "null", "true"),
    *('"%d":', '"a":', '{"a":', '{"a":[', '{"a":{},"b":', "[1,", "[[],", '"%d":1,', '"%d":null,'),
    *("1", "1e5", "1.5", "9" * 90, '"\\u00e9"', '"' + "a" * 50 + '"'),
    *('"board":', '"moves":[', '"moves":{', '"positions":[', '{"board":"........."},'),
)
CLOSING: Final = {"[": "]", "{": "}"}
JSON: Final = {"content-type": "application/json"}
SMALL: Final = ("/v1/analysis", "/v1/best-move", "/v1/game-tree", "/v1/review", "/v1/trace")
# By size in bytes: the paths that accept it, and the longest time in seconds.
SIZES: Final = {2**16: (SMALL, 0.010), 2**20: (("/v1/analyses", "/v1/exam"), 0.025)}


class Body(NamedTuple):
    """A request body: where it is sent, how it begins, and what is then repeated.

    What the start opens is closed in the end, so that some bodies are valid.
    """

    path: str
    start: tuple[str, ...]
    unit: tuple[str, ...]

    def text(self, size: int) -> bytes:
        """The bytes; `%d` is a number that differs each time."""
        start, unit = "".join(self.start).replace("%d", ""), "".join(self.unit)
        end = "".join(CLOSING.get(each, "") for each in reversed(start))
        left = size - len(f"{start}{end}".encode())
        count = left // (len(unit.encode()) + len(str(size)) * unit.count("%d"))
        repeated = "".join(unit.replace("%d", str(number)) for number in range(count))
        return f"{start}{repeated.removesuffix(',')}{end}".encode()


def run() -> None:
    """Search, and print the worst body of each size."""
    heading("Bodies: the longest time in which a request body holds up all other requests")
    paragraph(f"The worst of {TRIED} bodies of each size, in the process of the benchmark.")
    sys.setswitchinterval(SWITCH_INTERVAL)
    figures = []
    with asyncio.Runner() as runner:
        client = Client(create_app(Settings.model_construct()), runner)
        for size, (paths, target) in SIZES.items():
            seconds, worst = runner.run(_worst(client, size, paths))
            paragraph(f"{size:,} bytes: POST {worst.path} {worst.text(size).decode()[:70]}")
            figures.append(Figure(f"{size:,} bytes", seconds * 1e3, target * 1e3, unit=" ms"))
    report(figures)


async def _worst(client: Client, size: int, paths: tuple[str, ...]) -> tuple[float, Body]:
    """The longest time and its body."""
    random = Random(SEED)
    worst: list[tuple[float, Body]] = []
    for _ in range(TRIED):
        body = _varied(random.choice(worst)[1], random) if worst else None
        if body is None or random.random() < 0.3:
            body = Body(random.choice(paths), _tokens(random, 0, 4), _tokens(random, 1, 5))
        seconds = await _held_up(client, body.path, body.text(size))
        if len(worst) == VARIED and seconds <= worst[-1][0]:
            continue
        again = [await _held_up(client, body.path, body.text(size)) for _ in range(REPEATED)]
        worst = sorted([*worst, (min(seconds, *again), body)], reverse=True)[:VARIED]
    return worst[0]


def _tokens(random: Random, least: int, most: int) -> tuple[str, ...]:
    return tuple(random.choices(TOKENS, k=random.randint(least, most)))


def _varied(body: Body, random: Random) -> Body:
    """A body with one token more, fewer or changed."""
    unit = list(body.unit)
    at = random.randrange(len(unit))
    unit[at : at + random.randint(0, 1)] = _tokens(random, 0, 2)
    return Body(body.path, _tokens(random, 0, 4), tuple(unit) or body.unit)


async def _held_up(client: Client, path: str, body: bytes) -> float:
    """The longest time in which nothing else runs while a body is received and answered."""
    request = asyncio.ensure_future(client.ask("POST", path, [body], JSON))
    longest, last = 0.0, perf_counter()
    while not request.done():
        await asyncio.sleep(0)
        longest, last = max(longest, perf_counter() - last), perf_counter()
    request.result()
    return longest
