"""Pipelined requests, those that are not HTTP, endless heads and bodies, too many connections.

The fixture `server` checks that honest clients are served and nothing is left behind.
"""

import json
from contextlib import suppress
from itertools import product
from random import Random
from time import sleep

import pytest

from service.protocol import MAX_FRAMING, SLICE
from tests.http.attack import connections
from tests.http.support import (
    BOARD,
    CHUNKED,
    LAST,
    LIVEZ,
    MEGABYTE,
    Server,
    answers,
    read_all,
    request,
    serving,
)
from tests.live import wait_until
from tests.parameters import in_full

POST = b"POST /livez HTTP/1.1\r\nHost: x\r\n"
INVALID = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the start of TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"FOO /livez HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://x HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/2.0\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: a\\b\r\n\r\n",
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
    for ahead, nonsense in product((1, 3), INVALID[2:5]):
        found = server.ask(LIVEZ * ahead + nonsense + LIVEZ)
        assert [each.status for each in found][:ahead] == [200] * ahead
        assert len(found) <= ahead + 1


@pytest.mark.parametrize(("start", "more", "status"), ENDLESS)
def test_endless_request_is_rejected_early(
    server: Server, start: bytes, more: bytes, status: int
) -> None:
    sent, received = 0, b""
    with server.connect() as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(start)
            for _ in range(200):
                sent += connection.send(more)
        with suppress(ConnectionResetError):  # The client may be reset before it reads.
            received = connection.recv(65_536)
    assert not received or int(received.split()[1]) == status
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
        *in_full(
            request("GET", "/docs/swagger-ui/swagger-ui-bundle.js") * 9,
            b"GET /livez HTTP/1.1\r\n",
            request("POST", "/livez", b"", "Content-Length: 60000") + b" ",
            LIVEZ + request("POST", "/livez", b"", "Content-Length: 60000") + b" ",
            CHUNKED + b"1\r\n",
        ),
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


def test_head_of_a_stream_starts_no_search(server: Server) -> None:
    stream = "/v1/analysis/stream?board=........./........./.........&in_a_row=4"
    searched = 'search_seconds_count{cells="26-36"}'
    before = server.metric(searched)
    received = server.say(request("HEAD", stream) + LAST)
    head, _, rest = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"text/event-stream" in head
    assert [answer.status for answer in answers(rest)] == [200]
    assert server.metric(searched) == before


@pytest.mark.parametrize("count", [2, 5_000])
def test_pipelined_requests_are_answered_in_order(server: Server, count: int) -> None:
    """Each about a board with one empty cell."""
    full = "XOXXOOOXX"
    cells = Random(0).choices([0, 2, 3, 7, 8], k=count)
    boards = [full[:cell] + "." + full[cell + 1 :] for cell in cells]
    asked = [request("GET", f"/v1/best-move?board={board}") for board in boards]
    found = server.ask(b"".join(asked) + LAST)
    assert [json.loads(answer.body)["move"]["cell"] for answer in found[:-1]] == cells
    assert found[-1].headers["connection"] == "close"


@pytest.mark.full
def test_pipelined_bodies_may_arrive_in_any_pieces(server: Server) -> None:
    chunked = CHUNKED + b"5\r\n%b\r\n%x;a=b\r\n%b\r\n0\r\n" % (BOARD[:5], len(BOARD) - 5, BOARD[5:])
    chunked += b"X-Request-ID: no-header\r\n\r\n"
    padded = request("POST", "/v1/analysis", BOARD + b" " * 50_000)
    asked = (chunked + padded + request("POST", "/v1/analysis", BOARD)) * 20 + LAST
    for size in (1, 7, 1_000, 1_024, 100_000):
        part = asked if size > 1 else chunked * 20 + LAST
        found = server.ask(*(part[i : i + size] for i in range(0, len(part), size)))
        assert {answer.status for answer in found} == {200}
        assert len(found) == (61 if size > 1 else 21)
        assert "no-header" not in {answer.headers["x-request-id"] for answer in found}


def test_requests_after_connection_close_get_no_response(server: Server) -> None:
    assert len(server.ask(LIVEZ + LAST + LIVEZ)) == 2
    assert len(server.ask(LIVEZ + b"GET /livez HTTP/1.0\r\n\r\n" + LIVEZ)) == 2


def test_body_continues_after_its_head_fills_a_slice(server: Server) -> None:
    """The application waits for the body while the size of its first chunk arrives."""
    head = CHUNKED[:-2] + b"Connection: close\r\nX: "
    head += b"a" * (SLICE - len(head) - 4) + b"\r\n\r\n"
    size, rest = b"%x" % len(BOARD), b"\r\n%b\r\n0\r\n\r\n" % BOARD
    with server.connect() as connection:
        connection.sendall(head + size)
        sleep(0.1)  # otherwise the rest could arrive with it
        connection.sendall(rest)
        [answer] = answers(read_all(connection))
    assert answer.status == 200


def test_head_is_not_counted_with_the_framing_of_its_body(server: Server) -> None:
    target, field = f"/{'a' * 4_000}", f"X: {'a' * (MAX_FRAMING - 1_000)}"
    [answer] = server.ask(request("POST", target, BOARD.ljust(9_000), field, close=True))
    assert answer.status == 404


@pytest.mark.parametrize("to", ["h2c", "websocket", "HTTP/2.0, h2c"])
def test_upgrade_is_ignored(server: Server, to: str) -> None:
    fields = ("Connection: Upgrade, HTTP2-Settings", f"Upgrade: {to}", "HTTP2-Settings: AAMA")
    chunked = CHUNKED[:-2] + "\r\n".join((*fields, "", "")).encode()
    chunked += b"%x\r\n%b\r\n0\r\n\r\n" % (len(BOARD), BOARD)
    for asked in (request("POST", "/v1/analysis", BOARD, *fields), chunked):
        answer, last = server.ask(asked + LAST)
        assert (answer.status, json.loads(answer.body)["best_move"]) == (200, 3)
        assert last.status == 200
    closing = request("GET", "/livez", b"", "Connection: close, Upgrade", f"Upgrade: {to}")
    [answer] = server.ask(closing + LIVEZ)
    assert answer.headers["connection"] == "close"


def test_upgrade_in_pieces_is_rejected_or_ignored_with_its_body(server: Server) -> None:
    """A busy server may read the pieces at once."""
    asked = request("POST", "/v1/analysis", BOARD, "Connection: close, Upgrade", "Upgrade: h2c")
    head = [bytes([byte]) for byte in asked[: -len(BOARD)]]
    [answer] = server.ask(*head, BOARD)
    found = json.loads(answer.body)
    assert (answer.status, found.get("code"), found.get("best_move")) in {
        (400, "bad_request", None),
        (200, None, 3),
    }


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
