"""SIGTERM, SIGINT and SIGHUP lose no accepted request; servers and workers that are killed."""

import asyncio
import json
import select
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from itertools import count, cycle
from pathlib import Path

import pytest
from fastapi import FastAPI

from service.app import create_app
from service.engine.budget import MAX_NODES
from service.serve import DrainingServer, server_config
from service.settings import Settings
from tests.asgi import Client
from tests.http.support import BOARD, LIVEZ, PATIENCE, Server, read_all, request
from tests.live import ROOT, SERVE, exists, wait_until
from tests.parameters import in_full, in_release

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
EMPTY = "." * 81
ENDLESS = json.dumps({"board": EMPTY, "in_a_row": 5, "max_nodes": MAX_NODES}).encode()
CLIENTS = 6
AN_HOUR = "3600"
Asked = tuple[str, str, bytes | str | None]  # method, path and body
QUICK: tuple[Asked, ...] = (
    ("GET", "/v1/analysis?board=XO./.X./..O", None),
    ("POST", "/v1/best-move", BOARD),
    ("GET", "/docs", None),
    ("GET", "/v1/analysis?board=nonsense", None),
)


def ask_until_the_end(server: Server, messages: Iterator[Asked], tally: Counter[str]) -> None:
    """Send requests until the server stops; each on a kept connection has to get a response.

    A new connection that waits to be accepted when the server closes its socket is reset by the
    system; the server never saw its request.
    """
    with closing(HTTPConnection("127.0.0.1", server.port, PATIENCE)) as connection:
        for asked in messages:
            if connection.sock and select.select([connection.sock], [], [], 0)[0]:
                connection.close()  # The server has; every client that keeps one checks this.
            is_new = connection.sock is None
            try:
                connection.request(*asked, headers={"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
            except ConnectionError:
                if is_new:
                    return
                raise
            assert response.status in {200, 422}
            tally["answered"] += 1


def long(first: int) -> Iterator[Asked]:
    """Requests for different searches; in Python each takes some tenths of a second."""
    for number in count(first, 2):  # The results in memory are for other limits.
        board = "X" + "." * 48
        cell = 1 + number % 48
        board = board[:cell] + "O" + board[cell + 1 :]
        document = {"board": board, "in_a_row": 5, "max_nodes": 5_000 + number}
        yield "POST", "/v1/analysis", json.dumps(document)


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, *in_full(*SIGNALS[1:]), *in_release(*SIGNALS * 5)]
)
def test_no_signal_loses_a_request_under_load(number: signal.Signals) -> None:
    tallies = [Counter[str]() for _ in range(CLIENTS)]
    sources = [*(cycle(QUICK) for _ in tallies[2:]), long(0), long(1)]
    with (  # The pool ends last: its clients ask until the server has ended.
        ThreadPoolExecutor(CLIENTS) as pool,
        Server(drain_delay="0.2", drain_timeout="60", workers="4", search="python") as server,
    ):
        runs = [
            pool.submit(ask_until_the_end, server, *each)
            for each in zip(sources, tallies, strict=True)
        ]
        wait_until(lambda: all(tally["answered"] > 30 for tally in tallies[:-2]))
        wait_until(lambda: server.metric("searches_running") == 2)
        workers = server.workers
        server.process.send_signal(number)
        assert server.wait() == 0
        for run in runs:
            run.result()
    wait_until(lambda: not any(map(exists, workers)))
    assert not server.errors


def test_server_is_unready_but_serves_during_the_drain_delay() -> None:
    with Server(drain_delay="3600") as server:
        assert server.get("/readyz").status == 200
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: server.get("/readyz").status == 503)
        unready = server.get("/readyz")
        assert unready.json["code"] == "not_ready"
        assert unready.headers["retry-after"]
        dates = set[str]()
        while len(dates) < 3:  # uvicorn would stop listening, or forget a header in a second.
            [answer] = server.ask(LIVEZ)
            assert answer.headers["connection"] == "close"
            dates.add(answer.headers["date"])
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGINT)  # A later SIGINT ends all waiting.
        assert server.wait() == 0
        with pytest.raises(ConnectionRefusedError):
            server.connect()


@pytest.fixture
async def app() -> AsyncIterator[FastAPI]:
    """An application whose searches are ended even if the test fails."""
    app = create_app(Settings(workers=1, drain_delay=3_600))
    yield app
    await app.state.searches.close()


@pytest.fixture
def unstarted(app: FastAPI) -> DrainingServer:
    """The server of the application, which does not listen."""
    return DrainingServer(server_config(app, app.state.settings), app.state)


@pytest.mark.anyio
@pytest.mark.parametrize("is_opening", [False, True])
async def test_signal_during_the_start_makes_the_service_unready(
    app: FastAPI, unstarted: DrainingServer, is_opening: bool
) -> None:
    starting = asyncio.ensure_future(app.state.searches.open())
    if is_opening:
        await asyncio.sleep(0)  # It waits for its worker now.
    unstarted.handle_exit(signal.SIGTERM, None)
    await starting
    client = Client(app, asyncio.Runner())
    (await client.ask("GET", "/readyz")).expect(503)
    (await client.ask("GET", "/livez")).expect(200)
    unstarted.stop_waiting.set()
    assert unstarted.draining
    await unstarted.draining


@pytest.mark.anyio
async def test_failing_drain_ends_the_server_and_is_logged(
    unstarted: DrainingServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(unstarted.config, "encoded_headers", ())  # As another uvicorn might.
    unstarted.handle_exit(signal.SIGTERM, None)
    assert unstarted.draining
    await asyncio.wait([unstarted.draining])
    assert unstarted.should_exit
    assert [record.message for record in caplog.records] == ["draining failed"]
    assert caplog.records[0].exc_info


@pytest.mark.parametrize(
    ("seconds", "numbers"),
    [
        ("1", SIGNALS[:1]),
        (AN_HOUR, (signal.SIGTERM, signal.SIGINT)),  # The second SIGINT ends all waiting.
        *in_full(("1", SIGNALS[1:2]), (AN_HOUR, (signal.SIGINT, signal.SIGINT))),
    ],
)
def test_endless_searches_end_with_not_ready(
    seconds: str, numbers: tuple[signal.Signals, ...]
) -> None:
    query = f"?board={EMPTY}&in_a_row=5&max_nodes={MAX_NODES}"
    stream = request("GET", f"/v1/analysis/stream{query}")
    asked = [
        request("POST", "/v1/analysis", ENDLESS.replace(b"20000000", b"19999999")),
        request("GET", f"/v1/analysis{query[:-8]}19999998"),
        request("POST", "/v1/best-move", ENDLESS.replace(b"20000000", b"19999997")),
    ]
    with (
        Server(drain_timeout=seconds, workers="4") as server,
        ThreadPoolExecutor() as pool,
        server.connect() as streaming,
    ):
        streaming.sendall(stream)
        events = b""
        while b"event: progress" not in events:
            events += streaming.recv(65_536) or pytest.fail(events.decode())
        found = [pool.submit(server.ask, each) for each in asked]
        wait_until(lambda: server.metric("searches_running") == 4)
        workers = server.workers
        for number in numbers[:-1]:
            server.process.send_signal(number)
            wait_until(lambda: server.get("/readyz").status == 503)
        server.process.send_signal(numbers[-1])
        events += read_all(streaming)
        assert server.wait() == 0
        for [answer] in (each.result() for each in found):
            assert (answer.status, answer.json["code"]) == (503, "not_ready")
            assert answer.headers["retry-after"]
        assert b"event: error\ndata: {" in events
        assert b'"not_ready"' in events
        assert events.endswith(b"\r\n0\r\n\r\n")
        wait_until(lambda: not any(map(exists, workers)))
        assert not server.errors


def test_ignored_hangup_stays_ignored_as_under_nohup() -> None:
    without_hangup = ("sh", "-c", 'trap "" HUP; exec "$0" "$@"', *SERVE)
    with Server(ROOT, without_hangup) as server:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
    ignored = int(status.partition("SigIgn:")[2].split()[0], 16)
    assert ignored & 1 << (signal.SIGHUP - 1)
