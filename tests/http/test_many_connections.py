"""More connections than the server takes: the longest waiting go, and honest clients are served."""

import socket

import pytest

from tests.http.honest import unharmed
from tests.http.support import Server, read_all, request, serving
from tests.live import Service


@pytest.mark.full
def test_of_2000_connections_the_longest_waiting_go() -> None:
    limits = {"receive_timeout": "60", "idle_timeout": "60", "max_connections": "1000"}
    with serving(**limits) as server, unharmed(server) as honest:
        silent: list[socket.socket] = []
        for _ in range(10):
            silent += [server.connect() for _ in range(200)]
            honest.wait_for_a_round()
        for connection in silent[:1_000]:
            assert read_all(connection) == b""
        for connection in silent[-800:]:
            connection.sendall(request("GET", "/livez"))
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
        for connection in silent:
            connection.close()


class FewFiles(Service):
    """One that may open 200 files."""

    command = ("prlimit", "--nofile=200", *Service.command)


def test_with_few_files_there_are_fewer_connections() -> None:
    service = FewFiles(receive_timeout="60", idle_timeout="60")
    try:
        server = Server(service)
        assert "50 connections of NOUGHTS_MAX_CONNECTIONS=1000" in "".join(service.log)
        with unharmed(server) as honest:
            silent = []
            for _ in range(10):
                silent += [server.connect() for _ in range(30)]
                honest.wait_for_a_round()
            for connection in silent:
                connection.close()
    finally:
        service.stop()
