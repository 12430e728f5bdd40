"""Requests whose fields, boards, documents or queries are wrong, or right in an unusual way."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from benchmarks.against.corpus.positions import ANALYSIS, BEST_MOVE, BY_QUERY, GAME_TREE, REVIEW
from benchmarks.against.corpus.question import JSON, Question, ask, get, post, post_bytes

BOARD: Final = "XO./.X./..O"
GOOD: Final = b'{"board": "XO./.X./..O"}'
POSITION: Final = ("board", "side_to_move", "in_a_row", "misere")
FIELDS: Final = {
    ANALYSIS: (*POSITION, "max_nodes"),
    BEST_MOVE: (*POSITION, "level", "seed", "max_nodes"),
    GAME_TREE: POSITION,
    REVIEW: ("moves", "starting_side", "columns", "rows", "in_a_row", "misere", "max_nodes"),
}
REQUIRED: Final[dict[str, dict[str, object]]] = {
    **{path: {"board": BOARD} for path in (ANALYSIS, BEST_MOVE, GAME_TREE)},
    REVIEW: {"moves": [0, 4]},
}
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, 3, 3.0, 3.5, 4, 9, 10, -1, -0.0, 1e3, 1e300, 2**53, 10**90),
    *(2**64, "", "X", "x", "O", "Z", "XO", "X\n", "3", "true", "perfect", "Perfect", "\0", "é"),
    *("😀", [], [[]], {}, {"a": 1}, ["X"], [1], [None], 999, 1_000, 5_000_000, 5_000_001),
)
TEXTS: Final = (
    *("", "X", "o", "Z", "XO", "null", "None", "true", "false", "True", "TRUE", "1", "0", "no"),
    *("3", "3.0", "+3", "%203", "3%20", "0_3", "03", "-3", "1e3", "%D9%A3", "9" * 21, "9" * 1000),
    *("999", "1000", "5000000", "5000001", "9007199254740991", "9007199254740992", "-1", "-0"),
    *("perfect", "Perfect", "hard", "%00", "X%0A", "%", "%zz", "%ff", "%ED%A0%80", "+", "%2B"),
)
BOARDS: Final[tuple[Any, ...]] = (
    *("XO./.X./..", "XO./.X./...O", "........", ".", "../..", "....", ".../...", "X/X/X", "XOX"),
    *("/".join(["." * 10] * 3), "/".join(["..."] * 10), "/".join(["." * 20] * 20), "." * 3_000),
    *("XO./.X./..Z", "XO./.X./..O/", "/XO./.X./..O", "XO.//..O", "XO./.X./..O\n", "XO. .X. ..O"),
    *("", "\0", "/", "//", "XO.\\.X.\\..O", "\u0425O./.X./..O", "XO./.X./..0", " XO./.X./..O"),
    *("XX./.../...", "XXX/OOO/...", "OOO/XX./XX.", "XXX/OO./O..", "XXX/OO./...", "X../.../..."),
    *("XXX/XOO/XOO", "XXX/OXO/XOO", "XOX/OXO/OXO", "XXX/.../OOO", "OOO/OOO/OOO"),
    *("XXXX/OOO./.../...", [], [[]], [["X"], []], [[], ["X"]], ["X", "O", "Z"], ["XO", "O"]),
    *([None] * 9, ["X", ["O"], None], [["X"], "O"], [["X"], None], ["...", "...", "..."]),
    *([[None] * 9] * 10, ["X", 0, None]),
    *([["X", "O", None], [None, "X"], [None, None, "O"]], [["X", "O", None]], [["X", "O", "?"]]),
    *([[[None] * 3] * 3] * 3, {"0": "X"}, [[None] * 3] * 3, [None] * 10, [0] * 9, [False] * 9),
)
MALFORMED: Final = (
    *(b"", b" \n", b"board=.........", GOOD[:-1], GOOD[:9], GOOD + b"x", GOOD + GOOD, b"{", b"}"),
    *(b"{'board': '.........'}", GOOD + b" // a board", b'{"board": ".........",}', b"{board: 1}"),
    *(b'{"board": NaN}', b'{"seed": Infinity}', b'{"seed": -Infinity}', b'{"seed": 1e999}'),
    *(b'{"seed": -1e999}', b'{"seed": 01}', b'{"seed": 1.}', b'{"seed": .5}', b'{"seed": +1}'),
    *(b'{"seed": 0x1}', b'{"seed": ' + b"9" * 100 + b"}", b'{"seed": ' + b"9" * 101 + b"}"),
    *(b'{"seed": -' + b"9" * 101 + b"}", b'{"seed": ' + b"9" * 60_000 + b"}", b"NaN", b"tru"),
    *(b"[" * 30_000 + b"]" * 30_000, b"[" * 60_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
    *(b'{"board": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", b"[" * 500 + b"]" * 500, b'"\\ud800"'),
    *(b'{"board": "\\ud800"}', b'{"board": "\\udc00........"}', b'{"board": ".", "\\ud800": 1}'),
    *(b'{"board": "\\ud83d\\ude00"}', b'{"board": "\xff........"}', b'{"board": "\xc0\xae"}'),
    *(b'{"board": "\xed\xa0\x80"}', GOOD.decode().encode("utf-16"), GOOD.decode().encode("utf-32")),
    *(b"\xef\xbb\xbf" + GOOD, b'{"board": ".........", "board": "........."}', b'{"a": {"b": 1, '),
    *(b'{"board": ".........", "bo\\u0061rd": "."}', b'{"board": "....\0...."}', b"\0"),
    *(b'{"board": ".../\n.../..."}', b'{"x": {"a": 1, "a": 2}}', b'{"board":\n  ?}', b"nul"),
    *(b" \r\n\t" + GOOD + b"\n", b'{"board": "\\u002e........"}', b'{"\\u0062oard": "........."}'),
    *(b'{"board": ".........", "in_a_row": 0.3e1}', b"[]", b"null", b"3", b'"XO."', b"true"),
    *(b"[" + GOOD + b"]", b'{"board": "\\/"}', b'{"": 1}', b'{"board": "\\x"}', b'"\\u12"'),
)
MEDIA_TYPES: Final = (
    *("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    *("application/json2", "application/problem+json", "json", "text/json", "*/*", ";", "é"),
    *("application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "APPLICATION/JSON"),
    *("application/json;", "application/json ; x=y", "application/json; charset=latin-1"),
    *("application/json, text/plain", "text/plain, application/json", " application/json "),
)
QUERIES: Final = (
    *("", "?", "?board", "?board=", "?&", "?=", "?=1", "?board=%2E%2E%2E/.../..."),
    *("?BOARD=.........", "?board=.........&&", "?board=.........;in_a_row=3", "??board=..."),
    *("?board=%58O.%2F.X.%2F..O", "?board=+++/+++/+++", "?board=...%20...", "?board=XO.+.X.+..O"),
    *("?board=.........&", "?&board=.........", "?board=.........&board="),
    *("?board=.........&board=.........", "?board=&board=", "?board=........./"),
    *("?board=.........&board=.........&board=.", "?board=.........&misere=true&misere=false"),
    *("?board=.........&in_a_row=3&in_a_row=3", "?in_a_row=3", "?side_to_move=X&side_to_move=X"),
    *("?board=.........&secret=1", "?board=.........&secret", "?board=.........&a=1&b=2&a=3"),
    *("?secret=1", "?board=.........&board%5B%5D=1", "?bo%61rd=.........", "?board%00=........."),
    *("?%ff=1&board=.........", "?board=%C3%A9", "?board=XO.%2F.X.%2F..O%0A", "?board=.........#x"),
    *("?board=%ED%A0%80", "?board=%", "?board=%zz", "?board=%F0%9F%98%80", "?board=\xff", "?[]=1"),
    *("?board=.........&seed=1&level=hard", "?board=.........&moves=1", "?a=" + "b&a=" * 300),
    *("?" + "&".join(f"p{i}=1" for i in range(30)), "?board=.........&max_nodes=1000&seed=+1"),
)


def questions(random: Random) -> Iterator[Question]:
    """All of them."""
    yield from _of_values()
    yield from _of_several_faults(random)
    yield from _of_boards()
    yield from _of_bodies()
    yield from _of_queries()


def _of_values() -> Iterator[Question]:
    """One value of each kind for every field, in a body and in a query."""
    for path, fields in FIELDS.items():
        for field in fields:
            for value in VALUES:
                yield post(path, REQUIRED[path] | {field: value})
    for path in (BEST_MOVE, GAME_TREE):
        for field in FIELDS[path]:
            for text in TEXTS:
                board = "" if field == "board" else f"board={BOARD}&"
                yield ask("GET", f"{path}?{board}{field}={text}")


def _of_several_faults(random: Random) -> Iterator[Question]:
    """Several fields at once, of which some are unknown or missing."""
    names = sorted({name for fields in FIELDS.values() for name in fields} | {"more", "", "a/b~c"})
    for number in range(200):
        path = list(FIELDS)[number % len(FIELDS)]
        document = dict(REQUIRED[path]) if random.random() < 0.5 else {}
        for name in random.sample(names, random.randrange(1, 6)):
            document[name] = random.choice(VALUES)
        yield post(path, document)
        if path != REVIEW:
            yield get(path, {name: random.choice(TEXTS) for name in document})
    for path, required in REQUIRED.items():
        yield post(path, {})
        yield post(path, required | {"secret": 1})
        yield post(path, required | dict.fromkeys(map(str, range(2_000))))
        yield post(f"{path}?board={BOARD}", required)
        yield post(f"{path}?", required)


def _of_boards() -> Iterator[Question]:
    """What is no board, or no legal one."""
    for board in BOARDS:
        for path in (ANALYSIS, BEST_MOVE, GAME_TREE):
            yield post(path, {"board": board})
        yield post(ANALYSIS, {"board": board, "side_to_move": "X", "in_a_row": 4})
        yield post(BEST_MOVE, {"board": board, "side_to_move": "O", "misere": True})
        if isinstance(board, str):
            for path in BY_QUERY:
                yield get(path, {"board": board})
            yield get(ANALYSIS, {"board": board, "side_to_move": "O"}, "HEAD")


def _of_bodies() -> Iterator[Question]:
    """What is no JSON, or not declared as such."""
    for path, required in REQUIRED.items():
        body = json.dumps(required).encode()
        for malformed in MALFORMED:
            yield post_bytes(path, malformed)
        for media_type in MEDIA_TYPES:
            yield post_bytes(path, body, media_type)
            yield post_bytes(path, b"{", media_type)
        yield ask("POST", path)
        yield ask("POST", path, [], body)
        yield ask("POST", path, [("Content-Type", JSON)])
        yield ask("POST", path, [("Content-Type", JSON), ("Content-Type", JSON)], body)
        yield ask("POST", path, [("Content-Type", JSON), ("Content-Type", "text/plain")], body)
        yield ask("POST", path, [("content-TYPE", JSON), ("Content-Encoding", "gzip")], body)
        yield ask("POST", path, [("Content-Type", JSON), ("Accept", "text/html")], body)
        yield ask("GET", f"{path}?board={BOARD}", [("Content-Type", JSON)], b"?")


def _of_queries() -> Iterator[Question]:
    """Queries as odd as they may be."""
    for query in QUERIES:
        for path in (*BY_QUERY, "/v1/levels"):
            yield ask("GET", path + query)
        yield ask("HEAD", ANALYSIS + query)
        yield ask("POST", ANALYSIS + query, [("Content-Type", JSON)], GOOD)
    for path in ("/livez", "/readyz", "/", "/docs", "/static/docs.js", "/nope"):
        yield ask("GET", f"{path}?a=1&a=2")
