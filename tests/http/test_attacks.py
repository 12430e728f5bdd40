"""Attacks on requests and searches by one client, during which another one is served.

Every address of 127.0.0.0/8 is this machine, but a different client to the server.
"""

import json
import select
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, product
from pathlib import Path

import pytest

from service.engine.budget import MAX_NODES, TURN_NODES
from service.settings import Settings
from tests.http.support import CHUNKED, PATIENCE, Server, answers, read_all, request, reset
from tests.live import wait_until
from tests.parameters import in_full

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
SHARE = Settings.model_fields["max_pending"].default // 4  # waiting requests of one client
LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
STREAM = f"/v1/analysis/stream?board={'.' * 81}&in_a_row=5&max_nodes=400000"
SHORT = 2_000  # nodes, enough to need a worker


def search(cell: int, max_nodes: int = MAX_NODES, *fields: str) -> bytes:
    board = "." * cell + "X" + "." * (80 - cell)
    asked = {"board": board, "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), *fields, close=True)


def status(server: Server, address: str, message: bytes) -> int:
    [answer] = server.ask(message, address=address)
    return answer.status


@contextmanager
def connections(server: Server, count: int, message: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections of the attacker, on each of which this message has been sent."""
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            opened.append(server.connect())
            opened[-1].sendall(message)
        yield opened
    finally:
        for connection in opened:
            reset(connection)


def refused(opened: list[socket.socket], count: int) -> Counter[tuple[int, str]]:
    """The first responses on these connections, as many as this; each closes its connection."""
    found: Counter[tuple[int, str]] = Counter()
    while found.total() < count:
        readable = select.select(opened, [], [], PATIENCE)[0]
        assert readable, found
        for connection in readable:
            [answer] = answers(read_all(connection))
            found[answer.status, answer.json["code"]] += 1
            opened.remove(connection)
            connection.close()
    return found


@pytest.mark.parametrize("count", [2 * SHARE, *in_full(900)])  # below the limit of connections
def test_equal_requests_leave_places_for_other_clients(server: Server, count: int) -> None:
    with connections(server, count, search(40)) as opened:
        assert refused(opened, count - SHARE) == {(503, "overloaded"): count - SHARE}
        assert server.metric("searches_running") == 1
        assert status(server, HONEST, search(41, SHORT)) == 200
        assert status(server, ATTACKER, request("GET", "/livez", close=True)) == 200
        quick = request("GET", "/v1/analysis?board=XO./.X./..O", close=True)
        assert status(server, ATTACKER, quick) == 200


def test_different_requests_leave_places_for_other_clients(server: Server) -> None:
    with connections(server, 0) as opened:
        for cell in range(SHARE + 2):
            opened.append(server.connect("127.0.0.5"))
            # The address that an untrusted proxy forwards is ignored.
            opened[-1].sendall(search(cell, MAX_NODES, f"X-Forwarded-For: 192.0.2.{cell}"))
        assert refused(opened, 2) == {(503, "overloaded"): 2}
        for address in (HONEST, "127.0.0.3", "127.0.0.4"):
            assert status(server, address, search(50, SHORT)) == 200


def test_places_of_clients_that_leave_are_free_again(server: Server) -> None:
    for _ in range(3):
        with connections(server, 2 * SHARE, search(40)) as opened:
            assert refused(opened, SHARE) == {(503, "overloaded"): SHARE}
        wait_until(lambda: server.is_idle)
    assert status(server, ATTACKER, search(40, SHORT)) == 200


def test_system_buffers_little_for_a_client_that_does_not_read(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request("GET", LARGEST))
        assert connection.recv(1)
        local = f"0100007F:{server.port:04X}"
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        queued = [int(line.split()[4].split(":")[0], 16) for line in lines if local in line[:20]]
        assert max(queued) < 1_000_000


def test_clients_that_leave_cause_no_error_in_the_log(server: Server) -> None:
    messages = [
        *(search(40), search(40)[:1], search(40)[:-1], CHUNKED + b"1\r\n{\r\n"),
        request("GET", LARGEST) * 3,
        request("GET", "/v1/analysis?board=.........") * 200,
        request("GET", STREAM),
        request("GET", "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"),
        b"nonsense\r\n\r\n",
    ]
    events = server.say(request("GET", STREAM, close=True))
    assert events.count(b"event: progress") > 1  # all of them are ready from now on
    for message, leave, number in product(messages, (reset, socket.socket.close), range(20)):
        connection = server.connect()
        connection.sendall(message)
        if message not in messages[:4]:  # These get no response.
            for _ in range(number):  # So clients leave at different moments of a stream.
                connection.recv(64)
        leave(connection)
    wait_until(lambda: server.is_idle)
    last = server.get("/livez").headers["x-request-id"]
    wait_until(lambda: any(last in line for line in server.log))  # The fixture checks it.


def test_forwarded_address_of_a_trusted_proxy_is_used() -> None:
    settings = {"trusted_proxies": "127.0.0.0/8", "max_pending": "32"}
    with Server(**settings) as server, connections(server, 0) as opened:
        for cell in range(8):
            opened.append(server.connect())
            opened[-1].sendall(search(cell, MAX_NODES, "X-Forwarded-For: 192.0.2.1"))
        wait_until(lambda: server.metric("requests_pending") == 8)
        for number, expected in ((1, 503), (2, 200)):
            field = f"X-Forwarded-For: 203.0.113.9, 192.0.2.{number}"
            assert status(server, ATTACKER, search(50, SHORT, field)) == expected


@pytest.mark.full
@pytest.mark.parametrize(
    "hogs",
    [
        [f"192.0.2.{number}" for number in range(3)],
        [f"2001:db8:0:{number}::1" for number in range(6)],
    ],
    ids=["addresses", "household"],
)
def test_long_reviews_leave_a_slot_for_short_tasks_and_for_newcomers(hogs: list[str]) -> None:
    sides = [
        [cell for cell in range(81) if (cell // 9 * 2 + cell % 9) % 4 // 2 == n] for n in (0, 1)
    ]
    moves = [*chain(*zip(*sides, strict=False))][:36]
    game = {"columns": 9, "rows": 9, "in_a_row": 5, "moves": moves}
    honest = "X-Forwarded-For: 198.51.100.1"
    settings = {"trusted_proxies": "127.0.0.0/8", "workers": "2"}
    with Server(**settings) as server, connections(server, 0) as opened:
        for number, hog in enumerate(hogs):
            body = json.dumps(game | {"max_nodes": 300_000 + number}).encode()
            field = f"X-Forwarded-For: {hog}"
            opened.append(server.connect())
            opened[-1].sendall(request("POST", "/v1/review/stream", body, field))
            wait_until(lambda: server.metric("requests_pending") == len(opened))
        running = min(len(hogs), 3) if "." in hogs[0] else 2
        wait_until(lambda: server.metric("searches_running") == running)
        misere = json.dumps({"moves": [4, 0, 8, 2], "misere": True}).encode()
        trace = request("GET", "/v1/trace?board=XO./.X./..O", b"", honest, close=True)
        review = request("POST", "/v1/review", misere, honest, close=True)
        for asked in (trace, review, search(50, SHORT, honest)):
            assert status(server, HONEST, asked) == 200
        wait_until(lambda: server.metric("searches_running") == running)
        assert status(server, HONEST, search(50, TURN_NODES + 1, honest)) == 200
        assert server.metric("requests_pending") == len(hogs)
