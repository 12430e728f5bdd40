"""Requests by kind and size, most of them wrong, as attackers send them: see loop_hold.py."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final
from urllib.parse import urlencode

from benchmarks.large_bodies import BODIES, MAX_BODY, sampled_game

MAX_BODY_AT: Final = {"/v1/analyses": 2**20, "/v1/exam": 2**20}
MAX_QUERY = 4_000
MAX_HEADERS = 15_000
POSTS: Final = ("analysis", "best-move", "game-tree", "review", "trace", "exam", "analyses")
GETS: Final = ("analysis", "best-move", "game-tree", "trace", "levels", "analysis/stream")
FILES: Final = (
    "/",
    "/docs",
    "/openapi.json",
    "/problems",
    "/metrics",
    "/livez",
    "/client/noughts.js",
    "/docs/swagger-ui/swagger-ui-bundle.js",
    "/examples/",
    "/nowhere",
)


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of request, its path and its size between 0 and 1; `seed` picks what else is free."""

    kind: str
    path: str
    size: float
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.kind}, {self.path}, {self.size:.3f}"


def _parameters(size: int, random: Random) -> str:
    name = random.choice(["a", "board", "%61", "a+b"])
    return "&".join([f"{name}{i if name == 'a' else ''}=" for i in range(size // 8)])


def _long_board(size: int, random: Random) -> str:
    return "board=" + (random.choice(["X", "X/", "%58", "%2F", "?"]) * size)[:size]


def _legal_query(size: int, random: Random) -> str:
    game = sampled_game(round(size * MAX_BODY / MAX_QUERY), random)
    return urlencode(game | {"misere": str(game["misere"]).lower()}, safe="/")


QUERIES: Final[dict[str, Callable[[int, Random], str]]] = {
    "many parameters": _parameters,
    "a long board": _long_board,
    "a legal query": _legal_query,
}


def _many_headers(size: int, _: Random) -> str:
    return "".join(f"a{i}:\r\n" for i in range(size // 8))


def _etags(size: int, _: Random) -> str:
    return "If-None-Match: " + ",".join(['"a"'] * (size // 4)) + "\r\n"


def _encodings(size: int, _: Random) -> str:
    return "Accept-Encoding: " + ",".join(["a;q=0.1"] * (size // 8)) + "\r\n"


HEADERS: Final[dict[str, Callable[[int, Random], str]]] = {
    "many headers": _many_headers,
    "many etags": _etags,
    "many encodings": _encodings,
    "gzip": lambda _size, _random: "Accept-Encoding: gzip\r\n",
}
CHUNKS: Final = "chunks"
PIPELINE: Final = "pipelined"


def message_of(shape: Shape) -> bytes:
    """The bytes of a request; the server closes the connection after its last answer."""
    random = Random(shape.seed)
    if shape.kind in BODIES:
        limit = MAX_BODY_AT.get(shape.path, MAX_BODY)
        body = BODIES[shape.kind](round(shape.size * limit), random)[:limit].encode()
        head = f"POST {shape.path} HTTP/1.1\r\nContent-Type: application/json\r\n"
        return _closing(f"{head}Content-Length: {len(body)}\r\n") + body
    if shape.kind in QUERIES:
        query = QUERIES[shape.kind](round(shape.size * MAX_QUERY), random)[:MAX_QUERY]
        return _closing(f"GET {shape.path}?{query} HTTP/1.1\r\n")
    if shape.kind == CHUNKS:
        head = f"POST {shape.path} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
        head += "Content-Type: application/json\r\n"
        return _closing(head) + b"1\r\n \r\n" * round(shape.size * 4_000) + b"0\r\n\r\n"
    if shape.kind == PIPELINE:
        one = f"GET {shape.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        return one * round(shape.size * 60) + _closing(f"GET {shape.path} HTTP/1.1\r\n")
    headers = HEADERS[shape.kind](round(shape.size * MAX_HEADERS), random)
    return _closing(f"GET {shape.path} HTTP/1.1\r\n{headers}")


def _closing(head: str) -> bytes:
    return f"{head}Host: x\r\nConnection: close\r\n\r\n".encode()


def first_shapes() -> Iterator[Shape]:
    """Every kind, on every path that takes it, at some sizes."""
    for kind in BODIES:
        for path in POSTS:
            yield from (Shape(kind, f"/v1/{path}", size) for size in (0.4, 1.0))
    for kind in QUERIES:
        for path in GETS:
            yield from (Shape(kind, f"/v1/{path}", size) for size in (0.4, 1.0))
    for kind in HEADERS:
        yield from (Shape(kind, path, 1.0) for path in (*FILES, "/v1/analysis?board=........."))
    yield from (Shape(CHUNKS, "/v1/analysis", size) for size in (0.3, 1.0))
    yield from (Shape(PIPELINE, path, 1.0) for path in ("/livez", "/v1/levels", "/openapi.json"))


def changed(shape: Shape, random: Random) -> Shape:
    """The same kind with another size, another path, or something else of its own."""
    size = min(1.0, max(0.0, shape.size * random.choice([0.5, 0.8, 0.95, 1.05, 1.25, 2.0])))
    path = shape.path
    if random.random() < 0.3 and shape.kind in BODIES:
        path = f"/v1/{random.choice(POSTS)}"
    elif random.random() < 0.3 and shape.kind in QUERIES:
        path = f"/v1/{random.choice(GETS)}"
    return replace(shape, size=size, path=path, seed=random.randrange(10_000))
