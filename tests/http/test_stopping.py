"""SIGTERM, SIGINT and SIGHUP lose no accepted request; servers and workers that are killed."""

import json
import os
import resource
import select
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count, cycle, islice
from pathlib import Path
from time import sleep

import pytest

from service.engine.budget import MAX_NODES
from tests.http.support import BOARD, Answer, Server, answers, exists, read_all, request, serving
from tests.live import Service, wait_until
from tests.parameters import in_full

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
EMPTY = "/".join(["." * 9] * 9)
ENDLESS = json.dumps({"board": EMPTY, "in_a_row": 5, "max_nodes": MAX_NODES}).encode()
CLIENTS = 6
AN_HOUR = "3600"
STOPS = 20
QUICK = (
    request("GET", "/v1/analysis?board=XO./.X./..O"),
    request("POST", "/v1/best-move", BOARD),
    request("GET", "/docs"),
    request("GET", "/v1/analysis?board=nonsense"),
)


def exchange(connection: socket.socket, message: bytes) -> Answer | None:
    """The complete response, or None if not a byte of it arrives."""
    received = b""
    found: Answer | None = None
    with suppress(ConnectionError):
        connection.sendall(message)
        while not found and (more := connection.recv(65_536)):
            received += more
            with suppress(AssertionError):
                found = next(iter(answers(received)), None)
    assert found or not received, f"an incomplete response: {received!r}"
    return found


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it; every client that keeps connections checks this."""
    return bool(select.select([connection], [], [], 0)[0])


def ask_until_the_end(
    server: Server, messages: Iterator[bytes], tally: Counter[str], *, keep: bool
) -> None:
    """Send requests until a connection is not accepted; every response has to be complete.

    A new connection that waits to be accepted when the server closes its socket is reset by the
    system; the server never saw its request.
    """
    with suppress(ConnectionRefusedError, ConnectionResetError):  # in connect()
        while True:
            with server.connect() as connection:
                for asked in count():
                    if asked and is_closed(connection):
                        break
                    answer = exchange(connection, next(messages))
                    if answer is None:
                        assert not asked, "a request on a kept connection got no response"
                        return
                    tally["answered"] += 1
                    assert answer.status in {200, 422}, answer
                    if not keep or answer.headers.get("connection") == "close":
                        break


def quick_messages() -> Iterator[bytes]:
    """Requests that take no time, with a pause between them."""
    for message in cycle(QUICK):
        sleep(0.002)
        yield message


def long_messages(first: int) -> Iterator[bytes]:
    """Requests for different searches; in Python each takes some tenths of a second."""
    for number in count(first):
        board = "X" + "." * 48
        cell = 1 + number % 48
        board = board[:cell] + "O" + board[cell + 1 :]
        asked = {"board": "/".join(board[i : i + 7] for i in range(0, 49, 7)), "in_a_row": 5}
        yield request("POST", "/v1/analysis", json.dumps(asked | {"max_nodes": 5_000}).encode())


def stop_under_load(number: signal.Signals) -> None:
    tallies = [Counter[str]() for _ in range(CLIENTS)]
    sources = [*(quick_messages() for _ in tallies[2:]), long_messages(0), long_messages(24)]
    with (
        serving(drain_timeout="50", workers="4", search="python") as server,
        ThreadPoolExecutor(CLIENTS) as pool,
    ):
        runs = [
            pool.submit(ask_until_the_end, server, *each, keep=index % 2 == 0)
            for index, each in enumerate(zip(sources, tallies, strict=True))
        ]
        wait_until(lambda: server.searches == 2 and all(t["answered"] > 30 for t in tallies[:-2]))
        workers = server.workers
        server.send(number)
        assert server.wait() == 0
        for run in runs:
            run.result()
    wait_until(lambda: not any(map(exists, workers)))
    log = server.service.log
    assert not [line for line in log if '"error"' in line or "Traceback" in line]


@pytest.mark.parametrize("stops", [1, *in_full(STOPS)])
def test_no_signal_loses_a_request_under_load(stops: int) -> None:
    for number in islice(cycle(SIGNALS), stops):
        stop_under_load(number)


def test_server_is_unready_but_serves_during_the_drain_delay() -> None:
    with serving(drain_delay="3600") as server, server.connect() as kept:
        assert server.get("/readyz").status == 200
        assert exchange(kept, QUICK[0])
        server.send(signal.SIGTERM)
        wait_until(lambda: server.get("/readyz").status == 503)
        unready = server.get("/readyz")
        assert json.loads(unready.body)["code"] == "not_ready"
        assert unready.headers["retry-after"]
        sleep(0.3)  # three ticks, at which uvicorn would stop listening
        with server.connect() as new:
            for connection in (kept, new):
                answer = exchange(connection, QUICK[0])
                assert answer
                assert answer.status == 200
        assert server.service.process.poll() is None
        server.send(signal.SIGINT)  # A later SIGINT ends all waiting.
        assert server.wait() == 0
        with pytest.raises(ConnectionRefusedError):
            server.connect()


def test_drain_delay_ends_by_itself() -> None:
    with serving(drain_delay="0.2") as server:
        server.send(signal.SIGTERM)
        assert server.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, *in_full(signal.SIGINT)])
def test_endless_searches_end_with_not_ready(number: signal.Signals) -> None:
    with serving(drain_timeout="1", workers="4", max_waiting="8") as server:
        query = f"?board={EMPTY}&in_a_row=5&max_nodes={MAX_NODES - 1}"
        streamed = f"?board={EMPTY}&in_a_row=5&max_nodes={MAX_NODES - 2}"
        stream = request("GET", f"/v1/analysis/stream{streamed}")
        asked = [
            request("POST", "/v1/analysis", ENDLESS),
            request("GET", f"/v1/analysis{query}"),
            request("POST", "/v1/best-move", ENDLESS.replace(b"20000000", b"19999997")),
        ]
        with ThreadPoolExecutor() as pool, server.connect() as streaming:
            streaming.sendall(stream)
            last = b""
            while b"event: progress" not in last:
                more = streaming.recv(65_536)
                assert more, last
                last += more
            found = [pool.submit(server.ask, each) for each in asked]
            wait_until(lambda: server.searches == 4)
            workers = server.workers
            server.send(number)
            last += read_all(streaming)
            assert server.wait() == 0
        for [answer] in (each.result() for each in found):
            assert (answer.status, json.loads(answer.body)["code"]) == (503, "not_ready")
            assert answer.headers["retry-after"]
        assert b"event: error\ndata: {" in last
        assert b'"not_ready"' in last
        assert last.endswith(b"\r\n0\r\n\r\n")
        assert len(workers) == 4
        wait_until(lambda: not any(map(exists, workers)))


@pytest.mark.parametrize("first", [SIGNALS[0], *in_full(*SIGNALS[1:])])
def test_second_sigint_ends_searches_at_once(first: signal.Signals) -> None:
    with (
        serving(drain_timeout=AN_HOUR, drain_delay=AN_HOUR) as server,
        ThreadPoolExecutor() as pool,
    ):
        search = pool.submit(server.ask, request("POST", "/v1/analysis", ENDLESS))
        wait_until(lambda: server.searches == 1 and bool(server.workers))
        server.send(first)
        wait_until(lambda: server.get("/readyz").status == 503)
        server.send(signal.SIGINT)
        assert server.wait() == 0
        [answer] = search.result()
        assert (answer.status, json.loads(answer.body)["code"]) == (503, "not_ready")
        assert not [line for line in server.service.log if '"error"' in line or "Traceback" in line]


class WithoutHangup(Service):
    """A service that is started like one under nohup."""

    command = ("sh", "-c", 'trap "" HUP; exec "$0" "$@"', *Service.command)


def test_ignored_hangup_stays_ignored() -> None:
    with serving(WithoutHangup) as server:
        status = Path(f"/proc/{server.pid}/status").read_text()
    ignored = int(status.partition("SigIgn:")[2].split()[0], 16)
    assert ignored & 1 << (signal.SIGHUP - 1)


def test_no_process_outlives_a_killed_server() -> None:
    with serving(workers="2") as server, ThreadPoolExecutor() as pool:
        search = pool.submit(server.say, request("POST", "/v1/analysis", ENDLESS))
        wait_until(lambda: server.searches == 1 and len(server.workers) == 2)
        processes = server.workers
        server.service.kill()
        wait_until(lambda: not any(map(exists, processes)))
        assert search.result() == b""


def test_worker_that_cannot_start_makes_the_service_unready() -> None:
    search = request("POST", "/v1/analysis", ENDLESS.replace(b"20000000", b"1000"), close=True)
    ready = request("GET", "/readyz", close=True)
    with serving() as server:
        wait_until(lambda: server.get("/readyz").status == 200)
        limit = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        files = len(list(Path(f"/proc/{server.pid}/fd").iterdir())) + 1  # for a connection
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (files, limit[1]))
        os.kill(server.workers[0], signal.SIGKILL)
        wait_until(lambda: not server.workers)
        for message in (search, ready, ready):
            [refused] = server.ask(message)
            assert (refused.status, json.loads(refused.body)["code"]) == (503, "not_ready")
            assert refused.headers["retry-after"] == "1"
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limit)
        wait_until(lambda: server.get("/readyz").status == 200)
        [answer] = server.ask(search)
        assert answer.status == 200
