"""Requests about paths and methods, headers that say more than the length of a body, and files."""

from collections.abc import Iterator
from random import Random
from typing import Final

from benchmarks.against.corpus.faults import GOOD
from benchmarks.against.corpus.positions import ANALYSIS, BEST_MOVE, GAME_TREE, REVIEW, STREAM
from benchmarks.against.corpus.question import JSON, TAG, Headers, Question, ask, post_bytes, raw

PAGES: Final = ("/", "/docs", "/examples/", "/problems")
FILES: Final = (
    *(f"/client/{name}.js" for name in ("checks", "game", "noughts-board", "noughts", "words")),
    *("/client/noughts.d.ts", "/client/style.js", "/examples/board.html", "/examples/index.html"),
    *("/examples/examples.css", "/examples/fetch.html", "/examples/fetch.js", "/static/docs.css"),
    *("/static/docs.js", "/static/docs.html", "/static/icon.svg", "/static/index.html"),
    *("/static/pictures/play.png", "/static/playground/main.js", "/static/playground/tree.js"),
    *("/static/playground/playground.css", "/static/problems.css", "/static/problems.html"),
    *("/static/client/noughts.js", "/docs/swagger-ui/swagger-ui.css"),
)
OPERATIONS: Final = (ANALYSIS, STREAM, BEST_MOVE, GAME_TREE, REVIEW, "/v1/levels")
HEALTH: Final = ("/livez", "/readyz")
UNKNOWN: Final = (
    *("/nope", "/v1", "/v1/", "/v1/nope", "/v2/analysis", "/v1/analysis/", "/v1//analysis", "//"),
    *("/V1/analysis", "/v1/Analysis", "/v1/analysis/x", "/v1/analysis%2Fstream", "/livez/"),
    *("/v1/%61nalysis", "/docs/", "/problems/", "/redoc", "/index.html", "/favicon.ico", "/%00"),
    *("/client", "/client/", "/client/nope.js", "/client/../index.html", "/client//etc/passwd"),
    *("/client/%2e%2e/index.html", "/client/%00", "/examples", "/examples/nope.html", "/static/"),
    *("/static", "/static/client", "/static/../app.py", "/static/%2e%2e%2fapp.py", "/Livez"),
    *("/docs/swagger-ui", "/docs/swagger-ui/", "/docs/swagger-ui/nope.js", "/static/docs.js/"),
    *("/%ff", "/\xff", "/a%20b"),
)
METHODS: Final = (
    *("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"),
    *("FOO", "get", "Post", "CONNECT"),
)
LONG_AGO: Final = "Thu, 01 Jan 1970 00:00:00 GMT"
NOT_COMPARED: Final = ("/metrics", "/openapi.json")  # only with methods that they refuse
ORIGINS: Final = ("http://page.example", "null", "", "https://127.0.0.1", "é")
REQUEST_IDS: Final = (
    *("a", "trace-1.2_3", "A" * 64, "0" * 32, "", " ", "a b", "A" * 65, "<b>", "é", "a;b", "a,b"),
)
ENCODINGS: Final = (
    *("identity", "gzip", "gzip, deflate, br, zstd", "GZIP", "gzip;q=0", "*", "br", "x, gzip"),
)
TAG_FORMS: Final = (
    *(TAG, f"W/{TAG}", f'"other", {TAG}', f'"a","b",W/{TAG} , "c"', "*", '"other"', "", '""'),
    ",",
    *("abc", 'W/"other"', f"{TAG},{TAG}", '"*"', f"w/{TAG}", f'W/W/{TAG}, "x"', f"* , {TAG}"),
)
CONDITIONAL: Final = (
    f"{ANALYSIS}?board=XO./.X./..O",
    f"{ANALYSIS}?board=xo_-x-__o&side_to_move=x",
    f"{ANALYSIS}?board=..../..../..../....&max_nodes=1000",
    f"{BEST_MOVE}?board=.........&seed=1&level=easy",
    f"{BEST_MOVE}?board=XO./.X./..O",
    f"{GAME_TREE}?board=XOX/OX./.O.",
    "/v1/levels",
)


def questions(random: Random) -> Iterator[Question]:
    """All of them."""
    yield from _of_paths_and_methods()
    yield from _of_origins()
    yield from _of_conditions()
    yield from _of_request_ids(random)
    yield from _of_files()


def _of_paths_and_methods() -> Iterator[Question]:
    """Every method at every path, with a body and without."""
    for path in (*OPERATIONS, *HEALTH, *PAGES, *FILES[::6], *UNKNOWN[:6], *NOT_COMPARED):
        for method in METHODS:
            if path not in NOT_COMPARED or method not in ("GET", "HEAD"):
                yield ask(method, path)
    for path in (*OPERATIONS, "/livez", "/docs", "/nope"):
        for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS"):
            yield ask(method, path, [("Content-Type", JSON)], GOOD)
    for path in UNKNOWN:
        yield from (ask(method, path) for method in ("GET", "HEAD", "POST"))
    for target in ("*", "http://127.0.0.1/livez", f"http://127.0.0.1{CONDITIONAL[0]}", "livez"):
        yield from (ask(method, target) for method in ("GET", "OPTIONS"))


def _of_origins() -> Iterator[Question]:
    """What a browser asks on behalf of a page."""
    for path in (CONDITIONAL[0], ANALYSIS, *PAGES, FILES[0], *HEALTH, "/nope", "/v1/levels"):
        for origin in ORIGINS:
            yield ask("GET", path, [("Origin", origin)])
        yield ask("POST", path, [("Origin", ORIGINS[0]), ("Content-Type", JSON)], GOOD)
        for method in ("POST", "GET", "DELETE", "FOO", ""):
            for asked in ("content-type", "x-request-id, If-None-Match", "x-other", ""):
                yield ask("OPTIONS", path, _preflight(method, asked))
        yield ask("OPTIONS", path, [("Origin", ORIGINS[0])])
        yield ask("OPTIONS", path, [("Access-Control-Request-Method", "POST")])
        yield ask("OPTIONS", path, [*_preflight("PUT", ""), ("X-Request-ID", "mine")])


def _preflight(method: str, headers: str) -> Headers:
    asked = [("Origin", ORIGINS[0]), ("Access-Control-Request-Method", method)]
    return [*asked, ("Access-Control-Request-Headers", headers)] if headers else asked


def _of_conditions() -> Iterator[Question]:
    """Requests by those who hold an answer already, or say so."""
    for target in CONDITIONAL:
        yield ask("GET", target)
        for tags in TAG_FORMS:
            yield from (ask(method, target, _held(tags)) for method in ("GET", "HEAD"))
        yield ask("GET", target, [*_held('"other"'), *_held(TAG)])
        yield ask("GET", target, [*_held(TAG), ("If-Modified-Since", LONG_AGO)])
        yield ask("GET", target, [("If-Match", '"other"')])
        yield ask("GET", target, [("If-Match", TAG)])
        yield ask("GET", target, [("If-Match", "*")])
        yield ask("GET", target, [("If-Unmodified-Since", LONG_AGO)])
        yield ask("GET", target, [("Range", "bytes=0-9")])
    for target in (f"{ANALYSIS}?board=XX.......", "/nope", "/livez", "/readyz", "/openapi"):
        yield ask("GET", target, _held("*"))
    yield ask("POST", ANALYSIS, [("Content-Type", JSON), *_held("*")], GOOD)


def _held(tags: str) -> list[tuple[str, str]]:
    return [("If-None-Match", tags)]


def _of_request_ids(random: Random) -> Iterator[Question]:
    """Ids of the client's own, sane and not."""
    for sent in REQUEST_IDS:
        for target in (CONDITIONAL[0], "/v1/levels", "/nope", "/docs", "/livez", "/v1/analysis"):
            yield ask("GET", target, [("X-Request-ID", sent)])
        yield ask("POST", ANALYSIS, [("X-Request-ID", sent), ("Content-Type", JSON)], GOOD)
        yield ask("PUT", ANALYSIS, [("x-request-id", sent)])
        yield ask("GET", "/livez", [("X-Request-ID", sent), ("X-Request-ID", "second")])
        yield raw(f"GET /livez HTTP/1.1\r\nX-Request-ID: {sent}\r\n\r\n".encode("latin-1"))
    for _ in range(40):
        sent = "".join(map(chr, random.choices(range(33, 127), k=random.randrange(1, 70))))
        yield ask("GET", CONDITIONAL[0], [("X-Request-ID", sent)])


def _of_files() -> Iterator[Question]:
    """Pages and files, compressed or not, held already or not."""
    for path in (*PAGES, *FILES):
        for method in ("GET", "HEAD"):
            yield ask(method, path)
            yield from (ask(method, path, _accept(encoding)) for encoding in ENCODINGS)
            for encoding in ("identity", "gzip"):
                for tags in (TAG, f'"other", {TAG}', "*", 'W/"other"'):
                    yield ask(method, path, [*_accept(encoding), *_held(tags)])
        yield ask("GET", path, [("Range", "bytes=0-9")])
    for path in (*HEALTH, *CONDITIONAL, "/nope", "/client/nope.js"):
        yield from (ask("GET", path, _accept(encoding)) for encoding in ENCODINGS)
    yield post_bytes(ANALYSIS, GOOD)


def _accept(encoding: str) -> list[tuple[str, str]]:
    return [("Accept-Encoding", encoding)]
