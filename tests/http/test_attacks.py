"""One client may not stop the service for another, whatever it sends, and however slowly it reads.

Each of these attacks stopped release 1.0.0. The attacker is at 127.0.0.1, the honest client at
127.0.0.2, always on new connections.
"""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from threading import Event

import pytest

from service.engine.budget import MAX_NODES
from service.http.parsing import MAX_FRAMING
from service.middleware.limits import MAX_LARGE_BODIES
from service.settings import Settings
from tests.http.attack import (
    ATTACKER,
    HONEST,
    Witness,
    ask,
    connect_from,
    connections,
    gauge,
    is_idle,
)
from tests.http.support import (
    Server,
    answers,
    request,
    reset,
    serving,
    wait_until,
)

SHARE = Settings.model_fields["max_pending"].default // 8  # requests of a client that wait
LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
CHUNKED = (
    b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n"
)
MEMORY = 1.5  # times as much as idle
SHORT = 2_000  # nodes: enough for a search to need a worker


def search(cell: int, max_nodes: int = MAX_NODES) -> bytes:
    """A request for a search of a board with one mark."""
    cells = "." * cell + "X" + "." * (80 - cell)
    board = [cells[i : i + 9] for i in range(0, 81, 9)]
    asked = {"board": "/".join(board), "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), close=True)


def refused(opened: list[socket.socket], count: int) -> Counter[tuple[int, str]]:
    """The first answers, so many, on these connections."""
    found: Counter[tuple[int, str]] = Counter()
    waiting = set(opened)
    for connection in opened:
        connection.setblocking(False)

    def receive() -> bool:
        for connection in list(waiting):
            with suppress(BlockingIOError):
                [answer] = answers(connection.recv(65_536))
                found[answer.status, json.loads(answer.body)["code"]] += 1
                waiting.discard(connection)
        return found.total() >= count

    wait_until(receive)
    return found


@pytest.fixture(scope="module")
def _attacked() -> Iterator[Server]:
    """A server as it is by default."""
    with serving() as server:
        yield server


@pytest.fixture
def server(_attacked: Server) -> Iterator[Server]:
    """The same server for several attacks; after each no search is left.

    A place is free only when its worker has ended: where the places of a client are counted, the
    attacker is another.
    """
    yield _attacked
    wait_until(lambda: is_idle(_attacked))


@pytest.mark.parametrize("count", [2 * SHARE, pytest.param(1_000, marks=pytest.mark.full)])
def test_equal_questions_lock_nobody_out(server: Server, count: int) -> None:
    with Witness(server.port), connections(server, count, search(40)) as opened:
        assert refused(opened, count - SHARE) == {(503, "overloaded"): count - SHARE}
        assert gauge(server, "searches_running") == 1
        assert ask(server, HONEST, search(41, SHORT)).status == 200
        assert ask(server, ATTACKER, request("GET", "/livez", close=True)).status == 200
        quick = request("GET", "/v1/analysis?board=XO./.X./..O", close=True)
        assert ask(server, ATTACKER, quick).status == 200


def test_a_few_different_questions_leave_places_for_others(server: Server) -> None:
    with Witness(server.port), connections(server, 0) as opened:
        for cell in range(10):
            opened.append(connect_from("127.0.0.5", server.port))
            opened[-1].sendall(search(cell))
        assert refused(opened, 5) == {(503, "overloaded"): 5}
        for address in (HONEST, "127.0.0.3", "127.0.0.4"):
            assert ask(server, address, search(50, SHORT)).status == 200


def test_who_leaves_gives_the_place_back(server: Server) -> None:
    for _ in range(3):
        with connections(server, 2 * SHARE, search(40)) as opened:
            assert refused(opened, SHARE) == {(503, "overloaded"): SHARE}
        wait_until(lambda: is_idle(server))
    assert ask(server, ATTACKER, search(40, SHORT)).status == 200


@pytest.mark.parametrize("count", [100, pytest.param(900, marks=pytest.mark.full)])
def test_clients_that_do_not_read_share_the_bytes(count: int) -> None:
    with serving(send_timeout="5") as server:
        for path in (LARGEST, "/openapi.json", "/"):
            server.get(path)
        files = server.files
        idle = server.memory
        server.forget_peak()
        with Witness(server.port), connections(server, count, request("GET", LARGEST) * 6):
            wait_until(lambda: server.files > files + count / 2)
            wait_until(lambda: server.files <= files + 4)  # each had its time to read
        assert server.peak < MEMORY * idle
        assert server.memory < MEMORY * idle


def test_the_system_buffers_little_for_who_does_not_read(server: Server) -> None:
    with connect_from(ATTACKER, server.port) as connection:
        connection.sendall(request("GET", LARGEST))
        assert connection.recv(1)
        local = f"0100007F:{server.port:04X}"
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        queued = [int(line.split()[4].split(":")[0], 16) for line in lines if local in line[:20]]
        assert max(queued) < 1_000_000


def test_large_bodies_do_not_fill_the_memory() -> None:
    size = 1_000_000
    length = f"Content-Length: {size + 1}"
    head = request("POST", "/v1/exam", b"", length, "Content-Type: application/json")
    with serving() as server, Witness(server.port), connections(server, 0) as opened:
        idle = server.memory
        server.forget_peak()
        for _ in range(60):
            opened.append(connect_from(ATTACKER, server.port))
            with suppress(ConnectionError):
                opened[-1].sendall(head + b" " * size)
        count = 60 - MAX_LARGE_BODIES // 4
        assert refused(opened, count) == {(503, "overloaded"): count}
        assert server.peak < MEMORY * idle


@pytest.mark.parametrize("count", [4, pytest.param(16, marks=pytest.mark.full)])
def test_chunks_of_one_byte_are_refused(server: Server, count: int) -> None:
    chunk, over = b"1\r\n \r\n", Event()

    def flood() -> int:
        """How many connections were refused."""
        closed = 0
        while not over.is_set():
            with connect_from(ATTACKER, server.port) as connection:
                with suppress(ConnectionError):
                    connection.sendall(CHUNKED)
                    for _ in range(MAX_FRAMING // 1_000):
                        connection.sendall(chunk * 1_000)
                assert connection.recv(20).startswith(b"HTTP/1.1 413")
                closed += 1
        return closed

    with ThreadPoolExecutor(count) as pool:
        floods = []
        try:
            with Witness(server.port) as witness:
                floods = [pool.submit(flood) for _ in range(count)]
                wait_until(lambda: len(witness.seconds) > 50 or bool(witness.faults))
        finally:
            over.set()
        assert all(each.result() for each in floods)


def test_clients_that_leave_are_no_error() -> None:
    messages = [
        request("GET", LARGEST) * 3,
        request("GET", "/v1/analysis?board=.........") * 200,
        request("GET", "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=5"),
        b"nonsense\r\n\r\n",
    ]
    with serving() as server:
        with Witness(server.port):
            for unanswered in (search(40), CHUNKED + b"1\r\n{\r\n"):
                for _ in range(20):
                    connection = connect_from(ATTACKER, server.port)
                    connection.sendall(unanswered)
                    reset(connection)
            for number, message in zip(range(1, 301), cycle(messages)):
                connection = connect_from(ATTACKER, server.port)
                connection.sendall(message)
                if number % 4 == 0:
                    connection.recv(number)
                reset(connection)
        wait_until(lambda: gauge(server, "searches_running") == 0)
        assert server.service.stop() == 0
        levels = Counter(json.loads(line)["level"] for line in server.service.log)
    assert levels.keys() == {"info"}


def test_no_address_of_the_environment_is_trusted(server: Server) -> None:
    """Who is no trusted proxy cannot name another client."""
    with connections(server, 0) as opened:
        for cell in range(10):
            field = f"X-Forwarded-For: 192.0.2.{cell}\r\n\r\n".encode()
            opened.append(connect_from("127.0.0.6", server.port))
            opened[-1].sendall(search(cell).replace(b"\r\n\r\n", b"\r\n" + field, 1))
        assert refused(opened, 5) == {(503, "overloaded"): 5}


def test_a_trusted_proxy_names_the_clients() -> None:
    with serving(trusted_proxies="127.0.0.0/8") as server, connections(server, 0) as opened:
        for cell in range(5):
            field = b"X-Forwarded-For: 192.0.2.1\r\n\r\n"
            opened.append(connect_from(ATTACKER, server.port))
            opened[-1].sendall(search(cell).replace(b"\r\n\r\n", b"\r\n" + field, 1))
        wait_until(lambda: gauge(server, "searches_waiting") == 4)
        for number, status in ((1, 503), (2, 200)):
            field = f"X-Forwarded-For: 203.0.113.9, 192.0.2.{number}\r\n\r\n".encode()
            message = search(50, SHORT).replace(b"\r\n\r\n", b"\r\n" + field, 1)
            assert ask(server, ATTACKER, message).status == status
