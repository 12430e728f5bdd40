"""The number of connections, and the metrics of connections."""

import json
import signal
import socket
from contextlib import ExitStack
from time import sleep

import pytest

from tests.http.attack import connect_from, unharmed
from tests.http.support import LIVEZ, Server, read_all, request, reset, serving
from tests.live import Service, wait_until


def test_open_and_evicted_connections_are_counted() -> None:
    with serving(max_connections="4") as server:
        assert server.metric("connections") == 1  # that of the request for it
        assert server.metric("max_connections") == 4
        assert server.metric("evicted_connections_total") == 0
        idle = [server.connect() for _ in range(3)]
        wait_until(lambda: server.metric("connections") == 4)
        idle += [server.connect() for _ in range(2)]
        wait_until(lambda: server.metric("evicted_connections_total") >= 2)
        for connection in idle:
            reset(connection)
        wait_until(lambda: server.metric("connections") == 1)


@pytest.mark.full
def test_longest_waiting_of_2000_connections_are_evicted() -> None:
    limits = {"receive_timeout": "60", "idle_timeout": "60", "max_connections": "1000"}
    with serving(**limits) as server, unharmed(server) as honest:
        silent: list[socket.socket] = []
        for _ in range(10):
            silent += [server.connect() for _ in range(200)]
            honest.wait_for_a_round()
        for connection in silent[:1_000]:
            assert read_all(connection) == b""
        for connection in silent[-800:]:
            connection.sendall(LIVEZ)
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
        for connection in silent:
            connection.close()


class FewFiles(Service):
    """A service that can open 200 files."""

    command = ("prlimit", "--nofile=200", *Service.command)


def test_few_files_allow_fewer_connections() -> None:
    with serving(FewFiles, receive_timeout="60", idle_timeout="60") as server:
        log = "".join(server.service.log)
        assert "50 connections of NOUGHTS_MAX_CONNECTIONS=1000" in log
        with unharmed(server) as honest:
            silent = []
            for _ in range(10):
                silent += [server.connect() for _ in range(30)]
                honest.wait_for_a_round()
            for connection in silent:
                connection.close()


def test_idle_connections_keep_little_of_their_last_request(server: Server) -> None:
    fields = [f"A{number}: {number}" for number in range(90)]
    message = request("GET", "/livez", b"", *fields, f"B: {'b' * 14_000}")
    idle = [server.connect() for _ in range(300)]
    for connection in idle:
        connection.sendall(message)
        assert connection.recv(20).startswith(b"HTTP/1.1 200")
    for connection in idle:  # the fixture checks the memory
        connection.close()


@pytest.mark.full
def test_requests_that_arrive_while_the_server_is_frozen_are_served() -> None:
    with serving(receive_timeout="2", idle_timeout="2") as server:
        idle = [server.connect() for _ in range(20)]
        for connection in idle:
            connection.sendall(LIVEZ)
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200")
        begun = [server.connect() for _ in range(20)]
        for connection in begun:
            connection.sendall(LIVEZ[:20])
        sleep(0.2)
        server.send(signal.SIGSTOP)
        for connection in idle:
            connection.sendall(LIVEZ)
        for connection in begun:
            connection.sendall(LIVEZ[20:])
        sleep(5)
        server.send(signal.SIGCONT)
        for connection in idle + begun:
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
            connection.close()


def test_many_new_connections_of_one_client_do_not_delay_another_client() -> None:
    """The log has requests in the order in which they were served."""
    with serving() as server, ExitStack() as opened:
        server.send(signal.SIGSTOP)
        for number, client in enumerate(["127.0.0.1"] * 300 + ["127.0.0.2"]):
            connection = opened.enter_context(connect_from(client, server.port))
            connection.sendall(request("GET", "/v1/levels", b"", f"X-Request-ID: {number}"))
        server.send(signal.SIGCONT)
        wait_until(lambda: sum("request_id" in line for line in server.service.log) == 301)
    ids = [json.loads(line).get("request_id") for line in server.service.log]
    assert ids.index("300") < 100
