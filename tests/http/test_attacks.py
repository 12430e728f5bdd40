"""Attacks by one client, each of which stopped release 1.0.0 for the others.

The attacker is at 127.0.0.1, the honest client at 127.0.0.2.
"""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from time import sleep

import pytest

from service.api.strict_json import MAX_LARGE_OF_CLIENT
from service.engine.budget import MAX_NODES
from service.protocol import MAX_FRAMING
from service.settings import Settings
from tests.http.attack import ATTACKER, HONEST, Witness, connections
from tests.http.support import CHUNKED, Answer, Server, answers, request, reset, serving
from tests.live import wait_until
from tests.parameters import in_full

SHARE = Settings.model_fields["max_pending"].default // 8  # waiting requests of one client
LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
MEMORY = 1.5  # times as much as idle
BOARD = "/".join(["." * 9] * 9)
STREAM = f"/v1/analysis/stream?board={BOARD}&in_a_row=5&max_nodes=400000"
SHORT = 2_000  # nodes, enough to need a worker


def search(cell: int, max_nodes: int = MAX_NODES, *fields: str) -> bytes:
    """A request for a search of a board with one mark."""
    cells = "." * cell + "X" + "." * (80 - cell)
    board = [cells[i : i + 9] for i in range(0, 81, 9)]
    asked = {"board": "/".join(board), "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), *fields, close=True)


def ask(server: Server, address: str, message: bytes) -> Answer:
    """The response to a client, on a new connection."""
    [answer] = answers(server.say(message, address=address))
    return answer


def refused(opened: list[socket.socket], count: int) -> Counter[tuple[int, str]]:
    """The first responses on these connections, as many as this."""
    found: Counter[tuple[int, str]] = Counter()
    waiting = dict.fromkeys(opened, b"")
    for connection in opened:
        connection.setblocking(False)

    def receive() -> bool:
        for connection in list(waiting):
            with suppress(BlockingIOError):
                waiting[connection] += connection.recv(65_536)
            if waiting[connection].endswith(b"}"):  # of a problem, so it is complete
                [answer] = answers(waiting.pop(connection))
                assert answer.headers["connection"] == "close"  # so that no body follows
                found[answer.status, json.loads(answer.body)["code"]] += 1
        return found.total() >= count

    wait_until(receive)
    return found


@pytest.fixture
def server(usual: Server) -> Iterator[Server]:
    """The same server for several attacks, after each of which no search is left.

    A place is free only when its worker has ended, so tests that count places use new addresses.
    """
    yield usual
    wait_until(lambda: usual.is_idle)


@pytest.mark.parametrize("count", [2 * SHARE, *in_full(900)])  # below the limit of connections
def test_equal_requests_leave_places_for_other_clients(server: Server, count: int) -> None:
    with Witness(server), connections(server, count, search(40)) as opened:
        assert refused(opened, count - SHARE) == {(503, "overloaded"): count - SHARE}
        assert server.metric("searches_running") == 1
        assert ask(server, HONEST, search(41, SHORT)).status == 200
        assert ask(server, ATTACKER, request("GET", "/livez", close=True)).status == 200
        quick = request("GET", "/v1/analysis?board=XO./.X./..O", close=True)
        assert ask(server, ATTACKER, quick).status == 200


def test_different_requests_leave_places_for_other_clients(server: Server) -> None:
    with Witness(server), connections(server, 0) as opened:
        for cell in range(10):
            opened.append(server.connect("127.0.0.5"))
            # The address that an untrusted proxy forwards is ignored.
            opened[-1].sendall(search(cell, MAX_NODES, f"X-Forwarded-For: 192.0.2.{cell}"))
        assert refused(opened, 2) == {(503, "overloaded"): 2}
        for address in (HONEST, "127.0.0.3", "127.0.0.4"):
            assert ask(server, address, search(50, SHORT)).status == 200


def test_places_of_clients_that_leave_are_free_again(server: Server) -> None:
    for _ in range(3):
        with connections(server, 2 * SHARE, search(40)) as opened:
            assert refused(opened, SHARE) == {(503, "overloaded"): SHARE}
        wait_until(lambda: server.is_idle)
    assert ask(server, ATTACKER, search(40, SHORT)).status == 200


def test_system_buffers_little_for_a_client_that_does_not_read(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request("GET", LARGEST))
        assert connection.recv(1)
        local = f"0100007F:{server.port:04X}"
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        queued = [int(line.split()[4].split(":")[0], 16) for line in lines if local in line[:20]]
        assert max(queued) < 1_000_000


def test_large_bodies_leave_memory_free(server: Server) -> None:
    size = 1_000_000
    length = f"Content-Length: {size + 1}"
    fields = (length, "Content-Type: application/json")
    head = request("POST", "/v1/exam", b"", *fields, close=True)
    with Witness(server), connections(server, 0) as opened:
        idle = server.memory
        server.forget_peak()
        for _ in range(60):
            opened.append(server.connect())
            with suppress(ConnectionError):
                opened[-1].sendall(head + b" " * size)
        count = 60 - MAX_LARGE_OF_CLIENT
        assert refused(opened, count) == {(503, "overloaded"): count}
        assert server.peak < MEMORY * idle


@pytest.mark.parametrize("count", [20, *in_full(100)])
def test_chunks_of_one_byte_are_rejected(server: Server, count: int) -> None:
    with Witness(server):
        for _ in range(count):
            with server.connect() as connection:
                with suppress(ConnectionError):
                    connection.sendall(CHUNKED + b"1\r\n \r\n" * MAX_FRAMING)
                assert connection.recv(20).startswith(b"HTTP/1.1 413")


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
    log = server.service.log
    first = len(log)
    with Witness(server):
        for message, leave, number in product(messages, (reset, socket.socket.close), range(20)):
            connection = server.connect()
            connection.sendall(message)
            if number % 2 and message not in messages[:4]:  # these get no response
                connection.recv(number)
            sleep(number / 10_000)  # so that clients leave at different moments of a stream
            leave(connection)
    wait_until(lambda: server.is_idle)
    last = server.get("/livez").headers["x-request-id"]
    wait_until(lambda: any(last in line for line in log[first:]))
    assert [line for line in log[first:] if json.loads(line)["level"] != "info"] == []


def test_forwarded_address_of_a_trusted_proxy_is_used() -> None:
    with serving(trusted_proxies="127.0.0.0/8") as server, connections(server, 0) as opened:
        for cell in range(8):
            opened.append(server.connect())
            opened[-1].sendall(search(cell, MAX_NODES, "X-Forwarded-For: 192.0.2.1"))
        wait_until(lambda: server.metric("searches_waiting") == 6)
        for number, status in ((1, 503), (2, 200)):
            field = f"X-Forwarded-For: 203.0.113.9, 192.0.2.{number}"
            assert ask(server, ATTACKER, search(50, SHORT, field)).status == status
