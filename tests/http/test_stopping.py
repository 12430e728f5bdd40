"""SIGTERM and SIGINT: no request that was accepted is lost, and nothing is left behind."""

import json
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from time import sleep

import pytest

from service.engine.budget import MAX_NODES
from tests.http.stopping import (
    QUICK,
    SIGNALS,
    Asking,
    exchange,
    exit_code,
    is_there,
    long_messages,
    quick_messages,
    send,
)
from tests.http.support import (
    answers,
    read_all,
    request,
    serving,
    wait_until,
)

EMPTY = "/".join(["." * 9] * 9)
ENDLESS = json.dumps({"board": EMPTY, "in_a_row": 5, "max_nodes": MAX_NODES}).encode()
SIDE_BY_SIDE = 4
AN_HOUR = "3600"


def stop_under_load(number: signal.Signals) -> Counter[str]:
    """Stop a server that has a lot to do; what became of the requests."""
    with serving(drain_timeout="50", workers="4", search="python") as server:
        clients = [Asking(server, quick_messages(), keep=i % 2 == 0) for i in range(4)]
        clients += [Asking(server, long_messages(24 * i), keep=i % 2 == 0) for i in range(2)]
        with ThreadPoolExecutor(len(clients)) as pool:
            runs = [pool.submit(client.run) for client in clients]
            wait_until(
                lambda: len(server.workers) == 2 and all(c.answered > 30 for c in clients[:4])
            )
            workers = server.workers
            send(server, number)
            assert exit_code(server) == 0
            for run in runs:
                run.result()
        assert not any(map(is_there, workers))
        assert not [line for line in server.service.log if '"error"' in line or "Traceback" in line]
        return Counter(
            answered=sum(client.answered for client in clients),
            not_accepted=sum(client.not_accepted for client in clients),
        )


@pytest.mark.full
def test_nothing_is_lost_when_it_stops_under_load() -> None:
    stops = 20
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        total = sum(pool.map(stop_under_load, islice(cycle(SIGNALS), stops)), Counter[str]())
    assert total["answered"] > 100 * stops
    assert total["not_accepted"] <= max(1, stops / 10)  # connected just as it closed


def test_it_says_that_it_is_going_and_serves_on_for_a_while() -> None:
    with serving(drain_delay="2") as server, server.connect() as kept:
        assert server.get("/readyz").status == 200
        assert exchange(kept, QUICK[0])
        send(server, signal.SIGTERM)
        wait_until(lambda: server.get("/readyz").status == 503)
        unready = server.get("/readyz")
        assert json.loads(unready.body)["code"] == "not_ready"
        assert unready.headers["retry-after"]
        assert server.get("/livez").status == 200
        for connection in (kept, server.connect()):
            with connection:
                answer = exchange(connection, QUICK[0])
                assert answer
                assert (answer.status, answer.headers["connection"]) == (200, "close")
                assert read_all(connection) == b""
        assert server.service.process.poll() is None
        assert exit_code(server) == 0
        with pytest.raises(ConnectionRefusedError):
            server.connect()


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.full)]
)
def test_a_search_without_an_end_is_ended(number: signal.Signals) -> None:
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
            wait_until(lambda: b"searches_waiting 2.0" in server.get("/metrics").body)
            workers = server.workers
            send(server, number)
            last += read_all(streaming)
            assert exit_code(server) == 0
        for [answer] in (each.result() for each in found):
            assert (answer.status, json.loads(answer.body)["code"]) == (503, "not_ready")
            assert answer.headers["retry-after"]
        assert b"event: error\ndata: {" in last
        assert b'"not_ready"' in last
        assert last.endswith(b"\r\n0\r\n\r\n")
        assert len(workers) == 2
        assert not any(map(is_there, workers))


def test_nobody_who_is_silent_or_slow_holds_it_up() -> None:
    with serving(receive_timeout="1", send_timeout="1", drain_timeout=AN_HOUR) as server:
        starts = [b"", QUICK[0], QUICK[0][:9], QUICK[1][:-5], QUICK[2] * 500]
        silent = [server.connect() for _ in starts]
        for connection, start in zip(silent, starts, strict=True):
            connection.sendall(start)
        server.get("/livez")
        send(server, signal.SIGTERM)
        assert exit_code(server) == 0
        for connection in silent:
            connection.close()


@pytest.mark.parametrize(
    ("first", "delay"),
    [
        (signal.SIGTERM, "0"),
        (signal.SIGINT, "1"),
        pytest.param(signal.SIGTERM, "1", marks=pytest.mark.full),
        pytest.param(signal.SIGINT, "0", marks=pytest.mark.full),
    ],
)
def test_more_signals_change_nothing(first: signal.Signals, delay: str) -> None:
    with serving(drain_timeout="1", drain_delay=delay) as server:
        with ThreadPoolExecutor() as pool:
            search = pool.submit(server.say, request("POST", "/v1/analysis", ENDLESS))
            wait_until(lambda: bool(server.workers))
            workers = server.workers
            send(server, first)
            while server.service.process.poll() is None:
                for number in SIGNALS:
                    send(server, number)
                sleep(0.05)
            search.result()
        assert exit_code(server) == 0
        wait_until(lambda: not any(map(is_there, workers)))


@pytest.mark.parametrize("first", SIGNALS)
def test_who_is_in_a_hurry_ends_the_searches(first: signal.Signals) -> None:
    with (
        serving(drain_timeout=AN_HOUR, drain_delay=AN_HOUR) as server,
        ThreadPoolExecutor() as pool,
    ):
        search = pool.submit(server.ask, request("POST", "/v1/analysis", ENDLESS))
        wait_until(lambda: bool(server.workers))
        send(server, first)
        wait_until(lambda: server.get("/readyz").status == 503)
        send(server, signal.SIGINT)
        assert exit_code(server) == 0
        [answer] = search.result()
        assert (answer.status, json.loads(answer.body)["code"]) == (503, "not_ready")
        assert not [line for line in server.service.log if '"error"' in line or "Traceback" in line]


def test_pipelined_requests_are_answered_to_the_last() -> None:
    with serving() as server, server.connect() as connection:
        connection.sendall(QUICK[0] * 2_000)
        assert connection.recv(1)
        send(server, signal.SIGTERM)
        found = answers(b"H" + read_all(connection))
        assert len(found) == 2_000
        assert found[-2].headers.get("connection") is None
        assert found[-1].headers.get("connection") in (None, "close")  # None: asked before it
        assert exit_code(server) == 0
