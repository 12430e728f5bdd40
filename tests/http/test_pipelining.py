"""Several requests sent at once on one connection."""

import json
from collections.abc import Iterator
from random import Random
from time import sleep

import pytest

from service.http.parsing import SLICE
from tests.http.support import (
    BOARD,
    LAST,
    LIVEZ,
    Server,
    answers,
    read_all,
    request,
)

LONG = b'{"board": "...../...../...../...../.....", "in_a_row": 4}'


def boards(count: int) -> Iterator[tuple[bytes, int]]:
    """Requests about boards with one empty cell, and that cell."""
    full = "XOXXOOOXX"
    for cell in Random(0).choices([0, 2, 3, 7, 8], k=count):
        board = full[:cell] + "." + full[cell + 1 :]
        yield request("GET", f"/v1/best-move?board={board}"), cell


@pytest.mark.parametrize("count", [2, 50, 5_000])
def test_requests_sent_at_once_are_answered_in_order(server: Server, count: int) -> None:
    asked, cells = zip(*boards(count), strict=True)
    found = server.ask(b"".join(asked) + LAST)
    assert [json.loads(answer.body)["move"]["cell"] for answer in found[:-1]] == list(cells)
    assert found[-1].headers["connection"] == "close"


def test_long_and_short_requests_sent_at_once(server: Server) -> None:
    long, short = request("POST", "/v1/analysis", LONG), request("POST", "/v1/analysis", BOARD)
    found = server.ask((long + short) * 3 + LAST)
    assert [len(json.loads(answer.body).get("moves", "")) for answer in found] == [25, 5] * 3 + [0]


def test_bodies_sent_at_once_in_odd_pieces(server: Server) -> None:
    chunked = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    chunked += b"Transfer-Encoding: chunked\r\n\r\n"
    chunked += b"5\r\n%b\r\n%x;a=b\r\n%b\r\n0\r\n" % (BOARD[:5], len(BOARD) - 5, BOARD[5:])
    chunked += b"X-Request-ID: no-header\r\n\r\n"
    padded = request("POST", "/v1/analysis", BOARD + b" " * 50_000)
    asked = (chunked + padded + request("POST", "/v1/analysis", BOARD)) * 20 + LAST
    for size in (1, 7, 1_000, 1_024, 100_000):
        part = asked if size > 1 else chunked * 20 + LAST
        found = server.ask(*(part[i : i + size] for i in range(0, len(part), size)))
        assert {answer.status for answer in found} == {200}
        assert len(found) == (61 if size > 1 else 21)
        assert b"no-header" not in b"".join(
            answer.headers["x-request-id"].encode() for answer in found
        )


def test_what_comes_after_connection_close_is_not_answered(server: Server) -> None:
    assert len(server.ask(LIVEZ + LAST + LIVEZ)) == 2
    assert len(server.ask(LIVEZ + b"GET /livez HTTP/1.0\r\n\r\n" + LIVEZ)) == 2


def test_half_a_request_behind_a_long_one(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request("POST", "/v1/analysis", LONG) + LAST[:20])
        connection.sendall(LAST[20:])
        first, last = answers(read_all(connection))
    assert (first.status, last.status) == (200, 200)


def test_a_body_goes_on_after_a_slice_that_ends_with_the_head(server: Server) -> None:
    """The application asks for the body while the size of its first chunk is yet to be parsed."""
    head = b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    head += b"Content-Type: application/json\r\nConnection: close\r\nX: "
    head += b"a" * (SLICE - len(head) - 4) + b"\r\n\r\n"
    size, rest = b"%x" % len(BOARD), b"\r\n%b\r\n0\r\n\r\n" % BOARD
    with server.connect() as connection:
        connection.sendall(head + size)
        sleep(0.1)  # else the rest may come with it
        connection.sendall(rest)
        [answer] = answers(read_all(connection))
    assert answer.status == 200
