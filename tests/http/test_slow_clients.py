"""Clients that are slow, silent or gone. Honest ones are served, and nothing is left behind.

The fixture `server` sees to the latter: see `unharmed`.
"""

import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import repeat
from time import monotonic

import pytest

from tests.http.honest import unharmed
from tests.http.support import (
    PATIENCE,
    Answer,
    Server,
    answers,
    code,
    read_all,
    request,
    reset,
    serving,
    wait_until,
)

TIMEOUT = 2.0  # the server's receive_timeout and send_timeout
IDLE = 4.0


@pytest.fixture(scope="module")
def _hurried() -> Iterator[Server]:
    """A server that waits for nobody for long."""
    with serving(receive_timeout="2", send_timeout="2", idle_timeout="4") as server:
        yield server


@pytest.fixture
def server(_hurried: Server) -> Iterator[Server]:
    """The same server for all; when a test is done with it, it is as it was."""
    with unharmed(_hurried):
        yield _hurried


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


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.full)])
def test_who_hangs_up_is_forgotten(server: Server, times: int) -> None:
    long = b'{"board": "......./......./......./......./......./......./.......", "in_a_row": 5}'
    for whole in (
        request("GET", "/v1/analysis?board=........."),
        request("POST", "/v1/analysis", long),
    ):
        for end in (1, 30, len(whole) - 1, len(whole)):
            for leave in (reset, socket.socket.close):
                for _ in range(times):
                    connection = server.connect()
                    connection.sendall(whole[:end])
                    leave(connection)
    wait_until(lambda: b"noughts_searches_running 0.0" in server.get("/metrics").body)
    wait_until(lambda: b"noughts_searches_waiting 0.0" in server.get("/metrics").body)
    wait_until(lambda: not server.workers)


@pytest.mark.parametrize("start", [b'{"board"', b"", b'{"board": ".........'])
def test_a_body_that_does_not_arrive_in_time_gets_a_408(server: Server, start: bytes) -> None:
    head = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    [answer] = server.ask(head + b"Content-Length: 22\r\n\r\n" + start)
    assert (answer.status, answer.headers["connection"]) == (408, "close")
    assert code(answer) == "request_timeout"
    assert "within 2 seconds" in json.loads(answer.body)["detail"]
    assert server.get("/livez").status == 200


def test_after_an_upgrade_it_waits_as_long_as_ever(server: Server) -> None:
    started = monotonic()
    [answer] = server.ask(request("GET", "/livez", b"", "Connection: Upgrade", "Upgrade: h2c"))
    assert answer.status == 200
    assert monotonic() - started > (TIMEOUT + IDLE) / 2
