"""Clients of a real server, which share its two workers and eight places to wait."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count

import pytest

from tests.http.support import Server, answers, code, read_all, request, serving
from tests.live import wait_until

EMPTY = "/".join(["." * 7] * 7)
USUAL = request("GET", "/v1/analysis?board=.....%2F.....%2F.....%2F.....&in_a_row=4&max_nodes=5000")


class Clients(ExitStack):
    """Clients at different addresses, which leave at the end of a block."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server, self.budgets = server, count(19_000_000)

    def send(self, message: bytes, address: str) -> socket.socket:
        """Send a request, whose response is not read."""
        connection = self.enter_context(self.server.connect())
        fields = f"X-Forwarded-For: {address}\r\nConnection: close\r\n"
        connection.sendall(message.replace(b"Host: x\r\n", b"Host: x\r\n" + fields.encode()))
        return connection

    def search(self, address: str) -> socket.socket:
        """Ask for a search that takes half a minute, different from all others."""
        asked = {"board": EMPTY, "in_a_row": 5, "max_nodes": next(self.budgets)}
        return self.send(request("POST", "/v1/analysis", json.dumps(asked).encode()), address)

    def await_searches(self, running: int, waiting: int) -> None:
        """Return when so many searches run and wait."""
        wait_until(lambda: self.server.searches == running)
        wait_until(lambda: self.server.metric("searches_waiting") == waiting)


@pytest.fixture
def clients() -> Iterator[Clients]:
    with serving(trusted_proxies="127.0.0.1", drain_timeout="1") as server:
        with Clients(server) as clients:
            yield clients
        clients.await_searches(0, 0)


def test_another_client_does_not_wait_for_long_searches(clients: Clients) -> None:
    for _ in range(4):
        clients.search("10.0.0.1")
    clients.await_searches(2, 2)
    workers = clients.server.workers
    [answer] = answers(read_all(clients.send(USUAL, "10.0.0.2")))
    assert answer.status == 200
    clients.await_searches(2, 2)
    assert set(workers) < set(clients.server.workers)  # none was killed


def test_client_has_three_quarters_of_the_waiting_places(clients: Clients) -> None:
    for _ in range(8):
        clients.search("10.0.0.1")
    clients.await_searches(2, 6)
    [refused] = answers(read_all(clients.search("10.0.0.1")))
    assert (refused.status, code(refused)) == (503, "overloaded")
    for address in ("10.0.0.2", "10.0.0.3", "10.0.0.4"):
        clients.search(address)
    clients.await_searches(3, 8)
    [refused] = answers(read_all(clients.search("10.0.0.5")))
    assert (refused.status, code(refused)) == (503, "overloaded")
    [answer] = answers(read_all(clients.send(USUAL, "10.0.0.5")))
    assert answer.status == 200
