"""Heads and bodies however TCP cuts them: upgrades, pipelined requests, and what is not HTTP.

The fixture `server` checks that nothing is left running and that no error is logged.
"""

import asyncio
from contextlib import suppress
from itertools import product
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from service.protocol import WholeHeadProtocol
from service.settings import Settings
from tests.http.support import BOARD, CHUNKED, LAST, LIVEZ, Server, answers, read_all, request

POST = b"POST /livez HTTP/1.1\r\nHost: x\r\n"
# Some are rejected before their end: nobody waits for the rest.
INVALID = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the start of TLS
    b"GET / HTTP/1.0\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"nonsense",
    b"FOO /livez HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/2.0\r\nHost: x\r\n\r\n",
    b"GET /livez\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nUpgrade: y\r\n folded: y\r\n\r\n",
    b"GET /livez HTTP/1.1\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nGET /",
    POST + b"Transfer-Encoding: gzip\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\nyz",
    POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
]


def test_invalid_request_gets_a_400(server: Server) -> None:
    for nonsense in INVALID:
        [answer] = server.ask(nonsense)
        assert answer.status == 400, nonsense
        assert answer.headers["connection"] == "close", nonsense


@pytest.mark.parametrize("settings", [{}, {"max_uri_bytes": "100", "max_header_bytes": "300"}])
def test_head_is_limited_by_the_settings(settings: dict[str, str]) -> None:
    """The middleware, whose limits are half as large, responds with a problem."""
    with Server(**settings) as server:
        size = 2 * sum(map(int, settings.values())) or 40_960
        start = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "
        for length, status in ((size, 431), (size + 1, 400)):
            head = start + b"a" * (length - len(start) - 4) + b"\r\n\r\n"
            for first in (len(head), length // 2, len(head) - 1):
                [answer] = server.ask(head[:first], head[first:])
                assert answer.status == status
        [answer] = server.ask(start + b"a" * size)  # without an end
        assert answer.status == 400


def chunked(*fields: str) -> bytes:
    """A request with a body in two chunks, an extension, and a field after the body."""
    head = CHUNKED[:-2] + "".join(f"{field}\r\n" for field in fields).encode() + b"\r\n"
    body = b"5\r\n%b\r\n%x;a=b\r\n%b\r\n0\r\nX-Request-ID: no-header\r\n\r\n"
    return head + body % (BOARD[:5], len(BOARD) - 5, BOARD[5:])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 1_000, 100_000])
def test_requests_that_offer_an_upgrade_are_served_however_they_are_cut(
    server: Server, size: int
) -> None:
    asked = []
    for to, name in product(
        ("h2c", "websocket", "HTTP/2.0, h2c"), ("Upgrade", "upgrade", "UPGRADE")
    ):
        fields = ("Connection: Upgrade, HTTP2-Settings", f"{name}: {to}", "HTTP2-Settings: AAMA")
        padded = BOARD + b"\r\n\r\n " * 30
        asked += [request("POST", "/v1/analysis", body, *fields) for body in (BOARD, padded)]
        asked += [chunked(*fields), request("GET", "/v1/analysis?board=XO./.X./..O", b"", *fields)]
    whole = b"".join(asked) + LAST
    found = server.ask(*(whole[i : i + size] for i in range(0, len(whole), size)))
    assert [answer.status for answer in found] == [200] * (len(asked) + 1)
    assert {answer.json["best_move"] for answer in found[:-1]} == {3}
    assert "no-header" not in {answer.headers["x-request-id"] for answer in found}


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    """Even if one of them is invalid, or its body arrives in parts."""
    search = request("POST", "/v1/analysis", b'{"board": "...../...../...../...../....."}')
    for asked in ([search, LIVEZ], [LIVEZ] * 5, [chunked(), search, chunked()]):
        found = server.ask(b"".join([*asked, LIVEZ]) + b"nonsense\r\n\r\n")
        assert [answer.status for answer in found] == [200] * (len(asked) + 1) + [400]


def test_body_of_many_parts_is_parsed_in_turns_and_its_trailers_are_ignored() -> None:
    async def wait(_: object, receive: object, send: object) -> None:  # noqa: ARG001
        await asyncio.Event().wait()

    async def parse() -> tuple[int, dict[bytes, bytes]]:
        transport, turns = Mock(asyncio.Transport), 0
        transport.is_closing.return_value = False
        transport.get_extra_info.return_value = None
        config = uvicorn.Config(wait, log_config=None)
        protocol = WholeHeadProtocol(
            Settings(), config=config, server_state=ServerState(), app_state={}
        )
        protocol.connection_made(transport)
        blank, trailers = b"\r\n" * 10_000, b"a: b\r\n" * 1_000
        protocol.data_received(CHUNKED + b"4e20\r\n" + blank + b"\r\n0\r\n" + trailers + b"\r\n")
        while protocol.unparsed:
            await asyncio.sleep(0)
            turns += 1
        assert transport.pause_reading.call_count == transport.resume_reading.call_count
        return turns, dict(protocol.scope["headers"])

    turns, headers = asyncio.run(parse())
    assert turns > 4
    assert b"a" not in headers


@pytest.mark.parametrize("start", [b"0\r\na: ", b"1;"])
def test_chunked_body_without_an_end_is_ended(server: Server, start: bytes) -> None:
    """Even if the response was sent: a trailer or an extension could take all memory."""
    with server.connect() as connection:
        connection.sendall(request("GET", "/livez", b"", "Transfer-Encoding: chunked") + start)
        assert connection.recv(12) == b"HTTP/1.1 200"
        with suppress(ConnectionError):
            for _ in range(10):
                connection.sendall(b"a" * 2**20)
        read_all(connection)


def test_expect_gets_100_continue_or_the_refusal(server: Server) -> None:
    fields = ("Content-Type: application/json", "Expect: 100-continue")
    for length, start in ((len(BOARD), b"HTTP/1.1 100 "), (99_999_999, b"HTTP/1.1 413 ")):
        asked = request("POST", "/v1/analysis", b"", f"Content-Length: {length}", *fields)
        with server.connect() as connection:
            connection.sendall(asked)
            assert connection.recv(100).startswith(start)
            if length == len(BOARD):
                connection.sendall(BOARD + LAST)
                assert [answer.status for answer in answers(read_all(connection))] == [200, 200]


def test_slow_body_and_idle_connection_are_ended() -> None:
    """A slow body gets a problem with CORS headers, a request ID, and a line in the log."""
    head = request("POST", "/v1/exam", b"", "Content-Length: 9", "Origin: http://page.example")
    with Server(receive_timeout="2", idle_timeout="3") as server:
        for start in (head, LIVEZ + head + b"{"):
            answer = server.ask(start)[-1]
            assert (answer.status, answer.json["code"]) == (408, "request_timeout")
            assert answer.headers["connection"] == "close"
            assert answer.headers["access-control-allow-origin"] == "*"
        assert len(server.ask(LIVEZ)) == 1
    assert answer.headers["x-request-id"] in "".join(server.log)
