"""Requests that are not HTTP, endless heads and bodies, and too many connections.

The fixture `server` checks that honest clients are served and nothing is left behind.
"""

import http.client
import json
from collections.abc import Iterable
from contextlib import suppress
from itertools import product, repeat

import pytest

from tests.http.attack import connections
from tests.http.support import (
    CHUNKED,
    LAST,
    LIVEZ,
    MEGABYTE,
    Server,
    request,
    serving,
)
from tests.live import wait_until

POST = b"POST /livez HTTP/1.1\r\nHost: x\r\n"
INVALID = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the start of TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"FOO /livez HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/2.0\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: a\\b\r\n\r\n",
    b"GET livez HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nNo Colon\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
    b"GET /livez HTTP/1.1\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nGET /",
    POST + b"Content-Length: +3\r\n\r\nabc",
    POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\nabc",
    POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    POST + b"Transfer-Encoding: gzip\r\n\r\n",
    POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
]
ENDLESS = [
    (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"a" * MEGABYTE, 431),
    (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: a\r\n" * 100_000, 431),
    (b"GET /?", b"a" * MEGABYTE, 414),
    (CHUNKED + b"0\r\nX: ", b"a" * MEGABYTE, 413),
    (CHUNKED + b"0\r\n", b"X: a\r\n" * 100_000, 413),
    (CHUNKED + b"5;a=", b"a" * MEGABYTE, 413),
    (CHUNKED, b"1\r\n \r\n" * 100_000, 413),
    (CHUNKED, b"%x\r\n%b\r\n" % (MEGABYTE, b" " * MEGABYTE), 413),
    (b"", b"A" * MEGABYTE, 400),
]


def test_invalid_request_gets_a_400(server: Server) -> None:
    for nonsense in INVALID:
        [answer] = server.ask(nonsense + LIVEZ)
        assert answer.status == 400, nonsense
        assert json.loads(answer.body)["code"] in {"bad_request", "not_implemented"}, nonsense
        assert answer.headers["connection"] == "close", nonsense


def test_invalid_request_behind_others_does_not_take_their_responses(server: Server) -> None:
    for ahead, nonsense in product((1, 3), INVALID[2:4]):
        found = server.ask(LIVEZ * ahead + nonsense + LIVEZ)
        assert [each.status for each in found][:ahead] == [200] * ahead
        assert len(found) <= ahead + 1


def flood(server: Server, start: bytes, more: Iterable[bytes]) -> tuple[int, int]:
    """Return the status of an endless request, and how many bytes could be sent."""
    sent = 0
    with server.connect() as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(start)
            for piece in more:
                sent += connection.send(piece)
        received = b""
        with suppress(ConnectionResetError):
            received = connection.recv(65_536)
    return int(received.split()[1]) if received else 0, sent


@pytest.mark.parametrize(("start", "more", "status"), ENDLESS)
def test_endless_request_is_rejected_early(
    server: Server, start: bytes, more: bytes, status: int
) -> None:
    found, sent = flood(server, start, repeat(more, 200))
    assert found in {status, 0}  # The client may be reset before it reads.
    assert sent < 32 * MEGABYTE


def test_fields_after_a_chunked_body_are_not_headers(server: Server) -> None:
    asked = CHUNKED[:-2] + b"Connection: close\r\n\r\n1\r\n{\r\n0\r\nX-Request-ID: trailer\r\n\r\n"
    [answer] = server.ask(asked)
    assert answer.status == 400
    assert answer.headers["x-request-id"] != "trailer"


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"GET /livez HTTP/1.1\r\n",
        request("POST", "/livez", b"", "Content-Length: 60000") + b" ",
        CHUNKED + b"1\r\n",
        request("GET", "/docs/swagger-ui/swagger-ui-bundle.js") * 9,
    ],
)
def test_new_client_is_served_above_the_limit_of_connections(message: bytes) -> None:
    """Whatever the others wait with: no connection stays because its client does nothing."""
    patient = {"receive_timeout": "3600", "send_timeout": "3600", "idle_timeout": "3600"}
    with serving(max_connections="4", **patient) as server, connections(server, 4, message):
        # A connection with a response due stays, but soon the server waits for its client.
        wait_until(lambda: b"200 OK" in server.say(LAST))
        for _ in range(8):
            assert server.get("/livez").status == 200
        assert server.metric("evicted_connections_total") >= 1
        assert server.metric("max_connections") == 4


def test_get_and_head_are_answered_on_one_connection(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    target = "/v1/analysis?board=XO./.X./..O"
    for method, has_body in (("GET", True), ("HEAD", False), ("GET", True)):
        connection.request(method, target)
        answer = connection.getresponse()
        assert answer.status == 200
        assert bool(answer.read()) == has_body
        assert int(answer.headers["content-length"]) > 500
    stream = "/v1/analysis/stream?board=........./........./.........&in_a_row=4"
    connection.request("HEAD", stream)
    head = connection.getresponse()
    assert (head.status, head.read()) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    connection.close()
    assert server.searches == 0
