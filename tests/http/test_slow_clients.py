"""Clients that are slow, silent or gone.

The fixture `server` checks that honest clients are served and nothing is left behind.
"""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from service.app import create_app
from service.metrics import Metrics
from service.protocol import Connections, LimitedProtocol
from service.settings import Settings
from tests.http.attack import unharmed, warm_up
from tests.http.support import CHUNKED, LIVEZ, Answer, Server, answers, request, serving
from tests.live import wait_until

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"


@pytest.fixture(scope="module")
def _hurried() -> Iterator[Server]:
    """A server with short timeouts."""
    with serving(receive_timeout="1.5", send_timeout="1", idle_timeout="2") as server:
        warm_up(server)
        yield server


@pytest.fixture
def server(_hurried: Server) -> Iterator[Server]:
    """The same server for all tests; each test leaves it as it was."""
    with unharmed(_hurried):
        yield _hurried


def ask_all(server: Server, messages: list[bytes]) -> list[list[Answer]]:
    """Send each message on its own connection, all at once; return the responses."""
    with ThreadPoolExecutor(len(messages)) as pool:
        return list(pool.map(server.ask, messages))


def test_slow_head_gets_a_constant_408(server: Server) -> None:
    lines = b"GET /livez HTTP/1.1\r\n"
    starts = [b"G", b"GET /livez", lines, lines + b"Host: x\r\nX-", b"GET /" + b"a" * 3_000]
    for [answer] in ask_all(server, starts):
        assert (answer.status, json.loads(answer.body)["code"]) == (408, "request_timeout")
        assert answer.headers["connection"] == "close"
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/v1/analysis", "/v1/exam"])
def test_slow_body_of_any_size_gets_a_408(server: Server, path: str) -> None:
    """With CORS headers, a request ID, and a line in the log."""
    sizes = (1, 512, 513, 65_536) + ((65_537,) if path == "/v1/exam" else ())
    field, starts = "Origin: http://page.example", []
    for size in sizes:
        head = request("POST", path, b"", f"Content-Length: {size}", field)
        starts += [head, head + b"{" * (size - 1), LIVEZ + head]
    starts.append(CHUNKED[:-2] + f"{field}\r\n\r\n1\r\n{{".encode())
    logged = []
    for found in ask_all(server, starts):
        answer = found[-1]
        assert (answer.status, json.loads(answer.body)["code"]) == (408, "request_timeout")
        assert "within 1.5 seconds" in json.loads(answer.body)["detail"]
        assert answer.headers["connection"] == "close"
        assert answer.headers["access-control-allow-origin"] == "*"
        logged.append(answer.headers["x-request-id"])
    wait_until(lambda: all(each in "".join(server.service.log) for each in logged))


def test_silent_connections_close_without_a_response(server: Server) -> None:
    rejected = request("POST", f"/{'a' * 9_000}", b"", "Content-Length: 9")
    with ThreadPoolExecutor() as pool:
        silent, empty, *received = pool.map(server.say, (b"", b"\r\n", LIVEZ, rejected))
    assert (silent, empty) == (b"", b"")
    assert [[each.status for each in answers(data)] for data in received] == [[200], [414]]


def test_clients_that_never_read_are_disconnected(server: Server) -> None:
    before = server.files + 2  # for the honest client, which may not have connected yet
    silent = []
    for message in (request("GET", LARGEST) * 20, request("GET", "/v1/levels") * 20_000):
        silent.append(connection := socket.socket())
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(2)
        connection.connect(("127.0.0.1", server.port))
        with suppress(TimeoutError, ConnectionError):
            connection.sendall(message)
    wait_until(lambda: server.files <= before)
    for connection in silent:
        connection.close()


def new_connection(settings: Settings) -> LimitedProtocol:
    """A connection without a transport."""
    limits, config = Connections(settings, Metrics()), Config(create_app(settings))
    return LimitedProtocol(limits, config=config, server_state=ServerState(), app_state={})


@pytest.mark.parametrize("progress", ["on_response_complete", "on_message_begin"])
def test_time_limits_begin_with_a_request_and_with_the_end_of_a_response(
    runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch, progress: str
) -> None:
    async def scenario() -> None:
        connection = new_connection(Settings.model_construct())
        monkeypatch.setattr(HttpToolsProtocol, progress, lambda _: None)
        connection.since = began = connection.since - 3_600
        getattr(connection, progress)()
        assert connection.since > began

    runner.run(scenario())


def test_slow_reader_is_disconnected_only_if_it_makes_no_progress(runner: asyncio.Runner) -> None:
    settings = Settings.model_construct()

    class Transport(asyncio.Transport):
        """A transport with unread bytes of a response."""

        unread, is_aborted = 1_000, False

        def get_write_buffer_size(self) -> int:
            return self.unread

        def abort(self) -> None:
            self.is_aborted = True

    async def scenario() -> None:
        connection = new_connection(settings)
        connection.transport = transport = Transport()
        now = connection.since
        for _ in range(5):  # each time longer than the timeout, but something is read
            now += settings.send_timeout + 1
            transport.unread -= 1
            connection.check(now)
        assert not transport.is_aborted
        connection.check(now + settings.send_timeout)
        assert not transport.is_aborted
        connection.check(now + settings.send_timeout + 1)
        assert transport.is_aborted

    runner.run(scenario())
