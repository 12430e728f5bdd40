"""Several requests sent at once on one connection."""

import json
from collections.abc import Iterator
from random import Random
from time import sleep

import pytest

from service.protocol import SLICE
from tests.http.support import BOARD, CHUNKED, LAST, LIVEZ, Server, answers, read_all, request

LONG = b'{"board": "...../...../...../...../.....", "in_a_row": 4}'


def boards(count: int) -> Iterator[tuple[bytes, int]]:
    """Requests about boards with one empty cell, and that cell."""
    full = "XOXXOOOXX"
    for cell in Random(0).choices([0, 2, 3, 7, 8], k=count):
        board = full[:cell] + "." + full[cell + 1 :]
        yield request("GET", f"/v1/best-move?board={board}"), cell


@pytest.mark.parametrize("count", [2, 5_000])
def test_pipelined_requests_are_answered_in_order(server: Server, count: int) -> None:
    asked, cells = zip(*boards(count), strict=True)
    found = server.ask(b"".join(asked) + LAST)
    assert [json.loads(answer.body)["move"]["cell"] for answer in found[:-1]] == list(cells)
    assert found[-1].headers["connection"] == "close"


@pytest.mark.full
def test_pipelined_long_and_short_requests_are_answered_in_order(server: Server) -> None:
    long, short = request("POST", "/v1/analysis", LONG), request("POST", "/v1/analysis", BOARD)
    found = server.ask((long + short) * 3 + LAST)
    assert [len(json.loads(answer.body).get("moves", "")) for answer in found] == [25, 5] * 3 + [0]


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
        assert b"no-header" not in b"".join(
            answer.headers["x-request-id"].encode() for answer in found
        )


def test_requests_after_connection_close_get_no_response(server: Server) -> None:
    assert len(server.ask(LIVEZ + LAST + LIVEZ)) == 2
    assert len(server.ask(LIVEZ + b"GET /livez HTTP/1.0\r\n\r\n" + LIVEZ)) == 2


def test_request_in_two_parts_follows_a_long_one(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request("POST", "/v1/analysis", LONG) + LAST[:20])
        connection.sendall(LAST[20:])
        first, last = answers(read_all(connection))
    assert (first.status, last.status) == (200, 200)


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
