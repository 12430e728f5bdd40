"""Clients that are slow, silent or gone.

The fixture `server` checks that honest clients are served and nothing is left behind.
"""

import json
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import product, repeat
from time import monotonic

import pytest

from tests.http.attack import unharmed, warm_up
from tests.http.support import (
    LIVEZ,
    PATIENCE,
    Answer,
    Server,
    answers,
    code,
    read_all,
    request,
    serving,
)
from tests.live import wait_until

TIMEOUT = 2.0  # the server's receive_timeout and send_timeout
IDLE = 4.0


@pytest.fixture(scope="module")
def _hurried() -> Iterator[Server]:
    """A server with short timeouts."""
    with serving(receive_timeout="2", send_timeout="2", idle_timeout="4") as server:
        warm_up(server)
        yield server


@pytest.fixture
def server(_hurried: Server) -> Iterator[Server]:
    """The same server for all tests; each test leaves it as it was."""
    with unharmed(_hurried):
        yield _hurried


def trickle(server: Server, start: bytes, pieces: Iterable[bytes]) -> list[Answer]:
    """The responses to pieces sent with a pause before each, until one arrives."""
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
        raise AssertionError("no response arrived")


def test_slow_head_gets_a_408(server: Server) -> None:
    lines = b"GET /livez HTTP/1.1\r\n"
    starts = (b"GET /livez", lines, lines + b"Host: x\r\nX-", b"GET /" + b"a" * 3_000)

    def answered(start: bytes, pieces: list[bytes]) -> tuple[list[Answer], float]:
        started = monotonic()
        found = trickle(server, start, pieces) if pieces else server.ask(start)
        return found, monotonic() - started

    cases = list(product(starts, ([], [b"a"] * 1_000)))
    with ThreadPoolExecutor(len(cases)) as pool:
        for [answer], seconds in pool.map(answered, *zip(*cases, strict=True)):
            assert (answer.status, code(answer)) == (408, "request_timeout")
            assert answer.headers["connection"] == "close"
            assert TIMEOUT <= seconds < PATIENCE  # the pieces alone take longer


def test_slow_body_gets_a_408(server: Server) -> None:
    head = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
    starts = head, LIVEZ + head
    with ThreadPoolExecutor() as pool:
        for number, start in enumerate(starts):
            for each in (
                pool.submit(server.ask, start),
                pool.submit(server.ask, start + b'{"board": ".........'),
                pool.submit(trickle, server, start, repeat(b" ", 900)),
            ):
                found = each.result()
                assert len(found) == 1 + number
                assert (found[-1].status, code(found[-1])) == (408, "request_timeout")
                assert found[-1].headers["connection"] == "close"
                assert "within 2 seconds" in json.loads(found[-1].body)["detail"]


def test_silent_connections_close_without_a_response(server: Server) -> None:
    with ThreadPoolExecutor() as pool:
        silent, empty, received = pool.map(server.say, (b"", b"\r\n", LIVEZ))
    assert (silent, empty) == (b"", b"")
    [answer] = answers(received)  # and nothing else
    assert answer.status == 200


@pytest.mark.parametrize("close", [True, False])
def test_clients_that_never_read_are_disconnected(server: Server, close: bool) -> None:
    before = server.files + 2  # for the honest client, which may not have connected yet
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


@pytest.mark.full
def test_connection_stays_open_after_an_upgrade(server: Server) -> None:
    started = monotonic()
    [answer] = server.ask(request("GET", "/livez", b"", "Connection: Upgrade", "Upgrade: h2c"))
    assert answer.status == 200
    assert monotonic() - started > (TIMEOUT + IDLE) / 2
