"""Some 5,000 good and bad requests for every operation, always the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.positions import empty_board, fields, positions_3x3

TAG = b"{etag}"  # in a header: the ETag that the server last sent for the target
PARTS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
GOOD: dict[str, dict[str, Any]] = PARTS["good bodies"]
BY_QUERY: dict[str, list[str]] = PARTS["fields of GET"]
JSON = ("Content-Type", "application/json")
CLOSE = ("Connection", "close")
ORIGIN = ("Origin", "http://page.example")
BOARD = "XO./.X./..O"
LARGER = ((4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (7, 7, 5), (9, 3, 5))
LEVELS = ("beginner", "easy", "medium", "hard", "perfect")
SIZES = (65_536, 65_537, 2**20, 2**20 + 1)  # bytes of bodies, at both limits
SEED = 20_260


class Request(NamedTuple):
    """One request as it is sent, with TAG for the server's own ETag."""

    method: str
    target: str
    message: bytes


def requests() -> list[Request]:
    """All requests; each target is requested before its ETag is sent back."""
    random = Random(SEED)
    return [*_positions(random), *_games(random), *_values(), *_bodies(), *_headers()]


def request(method: str, target: str, *headers: tuple[str, str], body: bytes = b"") -> Request:
    """A request with these headers, and the length of its body if it has one."""
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return Request(method, target, "\r\n".join([*lines, "", ""]).encode() + body)


def get(path: str, query: dict[str, Any], method: str = "GET") -> Request:
    """A request with these fields as its query."""
    pairs = {name: str(v).lower() if isinstance(v, bool) else v for name, v in query.items()}
    return request(method, f"{path}?{urlencode(pairs)}")


def post(path: str, document: object, *headers: tuple[str, str]) -> Request:
    """A request with this document as its body."""
    return request("POST", path, JSON, *headers, body=json.dumps(document).encode())


def _positions(random: Random) -> Iterator[Request]:
    """Legal positions of 3x3 and larger boards, by every operation that takes one, and batches."""
    small = list(positions_3x3())
    positions = random.sample(small, 200)
    for size in LARGER:
        for misere in (False, True):
            for marks in range(1, 9):
                position = empty_board(*size, misere=misere)
                while position.legal_moves and position.plies_left > size[0] * size[1] - marks:
                    position = position.play(random.choice(position.legal_moves))
                positions.append(position)
    for number, position in enumerate(positions):
        asked = fields(position)
        budget = {"max_nodes": 1_000} if position.plies_left > 9 else {}
        move = {"level": random.choice(LEVELS), "seed": random.choice((0, 7, 2**53 - 1))}
        more: dict[str, dict[str, Any]] = {
            "/v1/analysis": budget,
            "/v1/analysis/stream": budget,
            "/v1/best-move": budget | move,
            "/v1/game-tree": {},
            "/v1/trace": {"max_depth": random.choice((1, 2, 3)), "values": "score"},
        }
        # Trees of larger boards take seconds.
        paths = list(more) if position.plies_left < 12 else list(more)[:3]
        for path in random.sample(paths, 2):
            yield get(path, asked | more[path], "HEAD" if number % 5 == 0 else "GET")
            yield post(path, asked | more[path])
    for number in range(40):
        items = [fields(each) | {"id": str(number)} for each in random.sample(small, number + 1)]
        items += [{"board": board} for board in random.sample(PARTS["boards"], number % 3)]
        document = {"positions": items, "moves": ("all", "best")[number % 2]}
        yield post("/v1/analyses", document)
        lines = ("Accept", "application/x-ndjson")
        yield post("/v1/analyses", document | {"max_nodes": 5_000}, lines)


def _games(random: Random) -> Iterator[Request]:
    """Games, some of which continue after their end, and players."""
    for number in range(100):
        moves = random.sample(range(9), number % 10) + ([9] if number % 20 == 0 else [])
        game = {"moves": moves, "starting_side": random.choice("XOx"), "misere": number % 7 == 0}
        yield post(("/v1/review", "/v1/review/stream")[number % 2], game)
        player = {".../.../...": number % 9, BOARD: number % 8}
        yield post("/v1/exam", {"side": random.choice("XO"), "moves": player})


def _values() -> Iterator[Request]:
    """One value of each kind for every field, in a body and in a query."""
    for path, names in PARTS["fields of POST"].items():
        for name in (*names, "secret"):
            yield from (post(path, GOOD[path] | {name: value}) for value in PARTS["values"])
    for path, names in BY_QUERY.items():
        for name in (*names, "secret"):
            yield from (get(path, {"board": BOARD, name: text}) for text in PARTS["texts"])
        yield from (request("GET", path + query) for query in PARTS["queries"])
        yield from (get(path, {"board": "." * size}) for size in (3_000, 5_000))


def _bodies() -> Iterator[Request]:
    """Bodies without a legal board, not JSON, not declared as JSON, or too large."""
    for board in PARTS["boards"]:
        yield from (post(path, {"board": board}) for path in GOOD if path in BY_QUERY)
        yield post("/v1/analysis", {"board": board, "side_to_move": "X", "in_a_row": 4})
        yield post("/v1/analyses", {"positions": [{"board": BOARD}, {"board": board}]})
    for path, document in GOOD.items():
        good = json.dumps(document).encode()
        for text in (*PARTS["malformed bodies"], "[" * 50_000):
            yield request("POST", path, JSON, body=text.encode("latin-1"))
        for media_type in PARTS["media types"]:
            yield request("POST", path, ("Content-Type", media_type), body=good)
        yield from (request("POST", path, JSON, body=good.ljust(size)) for size in SIZES)
        yield request("POST", path, body=good)
        yield request("POST", path, JSON, ("Content-Encoding", "gzip"), body=good)
        yield request("POST", f"{path}?board={BOARD}", JSON, body=good)
        yield post(path, {})
        yield post(path, document | dict.fromkeys(map(str, range(2_000))))


def _headers() -> Iterator[Request]:
    """Methods, preflights, conditions and other headers."""
    for path in dict.fromkeys([*BY_QUERY, *GOOD, *PARTS["other paths"]]):
        yield from (request(method, path) for method in PARTS["methods"])
        yield from (request("GET", path, tuple(header)) for header in PARTS["headers"])
        yield request("GET", path, ("X", "a" * 17_000))
        for method in ("GET", "POST", "DELETE"):
            asked = ("Access-Control-Request-Method", method)
            yield request("OPTIONS", path, ORIGIN, asked)
            yield request("OPTIONS", path, ORIGIN, asked, ("Access-Control-Request-Headers", "x-a"))
    for target in ("/v1/levels", *(f"{path}?board={BOARD}" for path in BY_QUERY)):
        for header in (*PARTS["headers"], *PARTS["conditions"]):
            yield request("GET", target)
            yield from (request(method, target, tuple(header)) for method in ("GET", "HEAD"))
