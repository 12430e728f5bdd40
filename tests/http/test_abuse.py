"""What no client should do. Meanwhile honest ones are served, and nothing is left behind.

The fixture `server` sees to the latter: see `unharmed`.
"""

import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import repeat
from time import monotonic

import pytest

from service.middleware.limits import LINGER_BYTES
from tests.http.support import (
    BOARD,
    MEGABYTE,
    PATIENCE,
    Answer,
    Server,
    answers,
    read_all,
    request,
    reset,
    serving,
    unharmed,
    wait_until,
)
from tests.live import Service

TIMEOUT = 1.0  # the server's receive_timeout and send_timeout
IN_BUFFERS = 16 * MEGABYTE  # what the two sockets may hold
CHUNKED = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
CHUNKED += b"Content-Type: application/json\r\n\r\n"
CHUNKED_LAST = CHUNKED[:-2] + b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def _hurried() -> Iterator[Server]:
    """A server that waits for nobody for long."""
    with serving(receive_timeout="1", send_timeout="1", idle_timeout="3") as server:
        yield server


@pytest.fixture
def server(_hurried: Server) -> Iterator[Server]:
    """The same server for all; when a test is done with it, it is as it was."""
    with unharmed(_hurried):
        yield _hurried


def code(answer: Answer) -> str:
    """The code of a problem that is complete in all its parts."""
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"]
    problem = json.loads(answer.body)
    assert problem["status"] == answer.status
    return str(problem["code"])


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


def trickle(server: Server, start: bytes, pieces: Iterable[bytes]) -> list[Answer]:
    """The answers to what comes piece by piece, with a pause before each, until one is there."""
    with server.connect() as connection:
        connection.sendall(start)
        connection.settimeout(TIMEOUT / 10)
        for piece in pieces:
            try:
                first = connection.recv(65_536)
            except TimeoutError:
                connection.sendall(piece)
            else:
                connection.settimeout(PATIENCE)
                return answers(first + read_all(connection))
        raise AssertionError("there was no answer")


@pytest.mark.parametrize(
    "start",
    [
        b"GET /livez",
        b"GET /livez HTTP/1.1\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX-",
        b"GET /" + b"a" * 3_000,
    ],
)
@pytest.mark.parametrize("pieces", [[], [b"a"] * 1_000])
def test_a_slow_head_gets_a_408(server: Server, start: bytes, pieces: Iterable[bytes]) -> None:
    started = monotonic()
    [answer] = trickle(server, start, pieces) if pieces else server.ask(start)
    assert (answer.status, code(answer)) == (408, "request_timeout")
    assert answer.headers["connection"] == "close"
    assert TIMEOUT - 0.01 <= monotonic() - started < PATIENCE  # the pieces alone take longer


@pytest.mark.parametrize("ahead", [b"", request("GET", "/livez")])
def test_a_slow_body_gets_a_408(server: Server, ahead: bytes) -> None:
    head = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
    for found in (
        server.ask(ahead + head + b"{"),
        trickle(server, ahead + head, repeat(b" ", 900)),
    ):
        assert found[-1].status == 408
        assert code(found[-1]) == "request_timeout"
        assert len(found) == 1 + bool(ahead)


def test_who_says_nothing_is_told_nothing(server: Server) -> None:
    assert server.say() == b""
    assert server.say(b"\r\n") == b""
    [answer] = server.ask(request("GET", "/livez"))  # and then goes on to say nothing
    assert answer.status == 200


@pytest.mark.full
def test_of_2000_connections_the_longest_waiting_go() -> None:
    limits = {"receive_timeout": "60", "idle_timeout": "60", "max_connections": "1000"}
    with serving(**limits) as server, unharmed(server) as honest:
        silent: list[socket.socket] = []
        for _ in range(10):
            silent += [server.connect() for _ in range(200)]
            honest.wait_for_a_round()
        for connection in silent[:1_000]:
            assert read_all(connection) == b""
        for connection in silent[-800:]:
            connection.sendall(request("GET", "/livez"))
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
        for connection in silent:
            connection.close()


class FewFiles(Service):
    """One that may open 200 files."""

    command = ("prlimit", "--nofile=200", *Service.command)


def test_with_few_files_there_are_fewer_connections() -> None:
    service = FewFiles(receive_timeout="60", idle_timeout="60")
    try:
        server = Server(service)
        assert "50 connections of NOUGHTS_MAX_CONNECTIONS=1000" in "".join(service.log)
        with unharmed(server) as honest:
            silent = []
            for _ in range(10):
                silent += [server.connect() for _ in range(30)]
                honest.wait_for_a_round()
            for connection in silent:
                connection.close()
    finally:
        service.stop()


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


@pytest.mark.parametrize("close", [True, False])
def test_who_never_reads_is_dropped(server: Server, close: bool) -> None:
    before = server.files + 2  # the honest client's, who may not have come yet
    asked = request("GET", "/v1/analysis?board=.........")
    silent = []
    for count in (*range(20, 320, 20), 20_000):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(TIMEOUT)
        connection.connect(("127.0.0.1", server.port))
        silent.append(connection)
        with suppress(TimeoutError, ConnectionError):
            connection.sendall(asked * count + request("GET", "/livez", close=close))
    wait_until(lambda: server.files <= before)
    for connection in silent:
        connection.close()


def test_who_hangs_up_is_forgotten(server: Server) -> None:
    long = b'{"board": "......./......./......./......./......./......./.......", "in_a_row": 5}'
    for whole in (
        request("GET", "/v1/analysis?board=........."),
        request("POST", "/v1/analysis", long),
    ):
        for end in (1, 30, len(whole) - 1, len(whole)):
            for leave in (reset, socket.socket.close):
                for _ in range(20):
                    connection = server.connect()
                    connection.sendall(whole[:end])
                    leave(connection)
    wait_until(lambda: b"noughts_searches_running 0.0" in server.get("/metrics").body)
    wait_until(lambda: b"noughts_searches_waiting 0.0" in server.get("/metrics").body)
    wait_until(lambda: not server.workers)
