"""Requests at the limits of length, and requests that are hardly HTTP or none."""

from collections.abc import Iterator
from typing import Final

from benchmarks.against.corpus.faults import GOOD
from benchmarks.against.corpus.positions import ANALYSIS
from benchmarks.against.corpus.question import JSON, Question, ask, post_bytes, raw

MAX_BODY: Final = 65_536
MAX_URI: Final = 4_096
MAX_HEADERS: Final = 16_384
QUERY: Final = f"{ANALYSIS}?board="
TARGET: Final = f"{QUERY}........."
HOST: Final = "Host: 127.0.0.1\r\n"
BODY_OF: Final = f"POST {ANALYSIS} HTTP/1.1\r\n{HOST}Content-Type: {JSON}\r\n"
HEADS: Final = (
    *("GET /livez HTTP/1.1\r\n\r\n", f"GET /livez HTTP/1.1\r\n{HOST}{HOST}\r\n"),
    *(f"GET /livez HTTP/{version}\r\n{HOST}\r\n" for version in ("1.0", "1.2", "2.0", "0.9", "x")),
    "GET /livez HTTP/1.0\r\n\r\n",
    f"GET /livez HTTP/1.0\r\n{HOST}Connection: keep-alive\r\n\r\n",
    *(f"GET /livez HTTP/1.1\r\nHost: {host}\r\n\r\n" for host in ("", "a b", "a\\b", "[::1]")),
    *("?\r\n\r\n", "GET\r\n\r\n", "GET /livez\r\n\r\n", f"GET  /livez HTTP/1.1\r\n{HOST}\r\n"),
    *(f"GET /livez HTTP/1.1\n{HOST}\n", f"GET /livez HTTP/1.1\r\n{HOST}X\r\n\r\n"),
    *(f"GET /livez HTTP/1.1\r\n{HOST}X : y\r\n\r\n", f"GET /livez HTTP/1.1\r\n{HOST} x: y\r\n\r\n"),
    *(f"GET /livez HTTP/1.1\r\n{HOST}X: \0\r\n\r\n", f"GET /livez HTTP/1.1\r\n{HOST}: y\r\n\r\n"),
    *(f"GET /livez HTTP/1.1\r\n{HOST}X: {byte}\r\n\r\n" for byte in ("\x01", "\x7f", "\xff", "\t")),
    *(f"\r\n\r\nGET /livez HTTP/1.1\r\n{HOST}\r\n", f"G@T /livez HTTP/1.1\r\n{HOST}\r\n"),
    *(f"CONNECT 127.0.0.1:80 HTTP/1.1\r\n{HOST}\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    *(f"GET {TARGET} HTTP/1.1\r\n{HOST}Connection: {how}\r\n\r\n" for how in ("close", "x")),
    f"GET {TARGET} HTTP/1.1\r\n{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    f"GET {TARGET} HTTP/1.1\r\n{HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
    f"GET {TARGET} HTTP/1.1\r\n{HOST}Expect: 100-continue\r\n\r\n",
)
LENGTHS: Final = (
    *("-1", "x", "", "0", "1", "+24", "24, 24", "24\r\nContent-Length: 25", "0x18", "1_0"),
)
CHUNKED: Final = "Transfer-Encoding: chunked\r\n\r\n"
CODINGS: Final = ("gzip", "gzip, chunked", "identity", "Chunked", "chunked, chunked", "x", "")


def questions() -> Iterator[Question]:
    """All of them."""
    yield from _of_limits()
    yield from (raw(head.encode("latin-1")) for head in HEADS)
    yield from _of_framing()


def _of_limits() -> Iterator[Question]:
    """As long as may be, and longer."""
    for size in (MAX_BODY - 1, MAX_BODY, MAX_BODY + 1, 100_000, 1_000_000):
        body = GOOD + b" " * (size - len(GOOD))
        for path in (ANALYSIS, "/v1/review", "/v1/levels", "/nope", "/livez"):
            yield post_bytes(path, body)
        yield ask("GET", TARGET, [], body)
        yield raw(f"{BODY_OF}{CHUNKED}{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
    for size in (MAX_URI - 1, MAX_URI, MAX_URI + 1, MAX_URI + 2, 5_000, 20_000, 60_000, 70_000):
        yield ask("GET", QUERY + "." * (size - len(QUERY)))
        yield ask("HEAD", QUERY + "." * (size - len(QUERY)))
        yield ask("GET", "/" + "a" * (size - 1))
        yield ask("POST", "/v1/analysis?" + "a" * size, [("Content-Type", JSON)], GOOD)
    for size in (1, 100, 16_000, *range(MAX_HEADERS - 30, MAX_HEADERS + 3), 30_000, 100_000):
        yield ask("GET", TARGET, [("X", "a" * size)])
    for count in (10, 100, 500, 1_000, 5_000):
        yield ask("GET", TARGET, [(f"X-{i}", "a") for i in range(count)])
        yield ask("POST", ANALYSIS, [("Content-Type", JSON)] + [("X", "a")] * count, GOOD)


def _of_framing() -> Iterator[Question]:
    """Bodies in pieces, of a wrong length, or of none."""
    good = GOOD.decode()
    for length in LENGTHS:
        yield raw(f"{BODY_OF}Content-Length: {length}\r\n\r\n{good}".encode())
    for coding in CODINGS:
        chunk = f"{len(good):x}\r\n{good}\r\n0\r\n\r\n"
        yield raw(f"{BODY_OF}Transfer-Encoding: {coding}\r\n\r\n{chunk}".encode())
    pieces = "".join(f"1\r\n{letter}\r\n" for letter in good)
    for chunks in (
        f"{pieces}0\r\n\r\n",
        f"{pieces}0\r\nX-Trailer: 1\r\n\r\n",
        f"{len(good):x};a=b\r\n{good}\r\n0\r\n\r\n",
        "0\r\n\r\n",
        "zz\r\n\r\n",
        f"{len(good):x}\r\n{good}x\r\n0\r\n\r\n",
        f"-1\r\n{good}\r\n0\r\n\r\n",
    ):
        yield raw(f"{BODY_OF}{CHUNKED}{chunks}".encode())
        yield raw(f"{BODY_OF}Content-Length: 24\r\n{CHUNKED}{chunks}".encode())
    for expect in ("100-continue", "100-Continue", "x"):
        yield ask("POST", ANALYSIS, [("Content-Type", JSON), ("Expect", expect)], GOOD)
        yield ask("POST", ANALYSIS, [("Content-Type", "text/plain"), ("Expect", expect)], GOOD)
