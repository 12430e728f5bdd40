"""Heads and bodies without an end. Honest clients are served meanwhile."""

import json
from collections.abc import Iterable
from itertools import repeat

import pytest

from service.middleware.limits import LINGER_BYTES
from tests.http.honest import unharmed
from tests.http.support import (
    BOARD,
    MEGABYTE,
    Answer,
    Server,
    answers,
    code,
    read_all,
    request,
    serving,
)

IN_BUFFERS = 16 * MEGABYTE  # what the two sockets may hold
CHUNKED = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
CHUNKED += b"Content-Type: application/json\r\n\r\n"
CHUNKED_LAST = CHUNKED[:-2] + b"Connection: close\r\n\r\n"


def flood(server: Server, start: bytes, more: Iterable[bytes]) -> tuple[list[Answer], int]:
    """The answers to what never ends, and how many bytes of it the server let come."""
    sent = 0
    with server.connect() as connection:
        try:
            connection.sendall(start)
            for piece in more:
                sent += connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return answers(read_all(connection)), sent


@pytest.mark.parametrize(
    ("start", "more", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"a" * MEGABYTE, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: a\r\n" * 100_000, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: a\r\n", 431),
        (b"GET / HTTP/1.1\r\n", b"a" * MEGABYTE, 431),
        (b"GET /", b"a" * MEGABYTE, 414),
        (b"GET /?", b"a" * MEGABYTE, 414),
        (b"", b"\r\n" * 100_000, 431),
        (CHUNKED + b"0\r\nX: ", b"a" * MEGABYTE, 431),
        (CHUNKED + b"0\r\n", b"X: a\r\n" * 100_000, 431),
        (CHUNKED + b"5;a=", b"a" * MEGABYTE, 431),
        (b"", b"A" * MEGABYTE, 400),
    ],
)
def test_300_megabytes_of_head(server: Server, start: bytes, more: bytes, status: int) -> None:
    times = 300 * MEGABYTE // len(more) if len(more) > 100 else 100_000
    [answer], sent = flood(server, start, repeat(more, times))
    assert answer.status == status
    assert answer.headers["connection"] == "close"
    assert sent < LINGER_BYTES + IN_BUFFERS


@pytest.mark.parametrize("length", [4_200, 30_000, 1_000_000])
def test_a_long_request_line_gets_a_414(server: Server, length: int) -> None:
    for path in ("/", "/v1/analysis?board="):
        [answer] = server.ask(request("GET", path + "a" * length, close=True))
        assert (answer.status, code(answer)) == (414, "uri_too_long")


@pytest.mark.parametrize("count", [3_000, 100_000])
def test_many_header_lines_get_a_431(server: Server, count: int) -> None:
    [answer] = server.ask(request("GET", "/livez", b"", *repeat("X-Nought: 1", count), close=True))
    assert (answer.status, code(answer)) == (431, "headers_too_large")


@pytest.mark.parametrize("with_length", [True, False])
def test_a_gigabyte_of_body_gets_a_413_and_is_not_read(server: Server, with_length: bool) -> None:
    head, piece = CHUNKED, b"%x\r\n" % MEGABYTE + b" " * MEGABYTE + b"\r\n"
    if with_length:
        head, piece = request("POST", "/v1/analysis", b"", "Content-Length: 1073741824"), piece[8:]
    [answer], sent = flood(server, head, repeat(piece, 1_024))
    assert (answer.status, code(answer)) == (413, "body_too_large")
    assert answer.headers["connection"] == "close"
    assert sent < LINGER_BYTES + IN_BUFFERS


def test_a_body_byte_by_byte() -> None:
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in BOARD)
    parts = [CHUNKED_LAST, *(b"%c" % byte for byte in chunks + b"0\r\n\r\n")]
    with serving(receive_timeout="60") as server, unharmed(server):
        [answer] = server.ask(*parts)
        assert (answer.status, json.loads(answer.body)["best_move"]) == (200, 3)
        with server.connect() as connection:
            connection.sendall(CHUNKED + b"1\r\n \r\n" * 100_000)
            assert connection.recv(20).startswith(b"HTTP/1.1 413")
