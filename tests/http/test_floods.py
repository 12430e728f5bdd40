"""Endless heads and bodies. Honest clients are served meanwhile."""

import json
from collections.abc import Iterable
from itertools import product, repeat

import pytest
from service.http.guard import LINGER_BYTES

from tests.http.support import (
    BOARD,
    CHUNKED,
    MEGABYTE,
    Answer,
    Server,
    answers,
    code,
    read_all,
    request,
)

IN_BUFFERS = 16 * MEGABYTE  # of the two sockets
CHUNKED_LAST = CHUNKED[:-2] + b"Connection: close\r\n\r\n"


def flood(server: Server, start: bytes, more: Iterable[bytes]) -> tuple[list[Answer], int]:
    """The responses to an endless request, and the number of bytes that could be sent."""
    sent = 0
    with server.connect() as connection:
        try:
            connection.sendall(start)
            for piece in more:
                sent += connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return answers(read_all(connection)), sent


ENDLESS = [
    (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"a" * MEGABYTE, 431),
    (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: a\r\n" * 100_000, 431),
    (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: a\r\n", 431),
    (b"GET / HTTP/1.1\r\n", b"a" * MEGABYTE, 431),
    (b"GET /", b"a" * MEGABYTE, 414),
    (b"GET /?", b"a" * MEGABYTE, 414),
    (b"", b"\r\n" * 100_000, 431),
    (CHUNKED + b"0\r\nX: ", b"a" * MEGABYTE, 413),
    (CHUNKED + b"0\r\n", b"X: a\r\n" * 100_000, 413),
    (CHUNKED + b"5;a=", b"a" * MEGABYTE, 413),
    (b"", b"A" * MEGABYTE, 400),
]


@pytest.mark.full
def test_head_of_300_megabytes_is_rejected_early(server: Server) -> None:
    for start, more, status in ENDLESS:
        times = 300 * MEGABYTE // len(more) if len(more) > 100 else 100_000
        [answer], sent = flood(server, start, repeat(more, times))
        assert answer.status == status, (start, more[:9])
        assert answer.headers["connection"] == "close"
        assert sent < LINGER_BYTES + IN_BUFFERS, (start, more[:9])


def test_long_request_line_gets_a_414_and_many_header_lines_a_431(server: Server) -> None:
    for path, length in product(("/", "/v1/analysis?board="), (4_200, 30_000, 1_000_000)):
        [answer] = server.ask(request("GET", path + "a" * length, close=True))
        assert (answer.status, code(answer)) == (414, "uri_too_long"), (path, length)
    for count in (3_000, 100_000):
        fields = ["X-Nought: 1"] * count
        [answer] = server.ask(request("GET", "/livez", b"", *fields, close=True))
        assert (answer.status, code(answer)) == (431, "headers_too_large"), count


@pytest.mark.parametrize("with_length", [True, False])
def test_body_of_a_gigabyte_gets_a_413_and_is_not_read(server: Server, with_length: bool) -> None:
    head, piece = CHUNKED, b"%x\r\n" % MEGABYTE + b" " * MEGABYTE + b"\r\n"
    if with_length:
        head, piece = request("POST", "/v1/analysis", b"", "Content-Length: 1073741824"), piece[8:]
    [answer], sent = flood(server, head, repeat(piece, 1_024))
    assert (answer.status, code(answer)) == (413, "body_too_large")
    assert answer.headers["connection"] == "close"
    assert sent < LINGER_BYTES + IN_BUFFERS


def test_chunks_of_one_byte_are_accepted_in_a_small_body(server: Server) -> None:
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in BOARD)
    parts = [CHUNKED_LAST, *(b"%c" % byte for byte in chunks + b"0\r\n\r\n")]
    [answer] = server.ask(*parts)
    assert (answer.status, json.loads(answer.body)["best_move"]) == (200, 3)
