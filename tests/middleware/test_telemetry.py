"""Metrics, the log and the timing of requests."""

import asyncio
import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.engine.analysis import Progress
from service.engine.tasks import Result
from service.logs import writer
from service.logs.configure import LogHandler
from service.logs.writer import LogWriter
from service.schemas.problems import ProblemCode
from service.search_pool.pool import SearchPool, Worker
from service.search_pool.shares import OverloadedError
from service.settings import Settings
from tests.asgi import Client
from tests.http.support import PATIENCE

LONG = "/v1/analysis?board=...../...../...../...../.....&in_a_row=5"


@pytest.fixture
def client(runner: asyncio.Runner) -> Iterator[Client]:
    """A client of an application that has not been asked for anything."""
    app = create_app(Settings.model_construct())
    yield Client(app, runner)
    runner.run(app.state.searches.close())


Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def series(client: Client) -> Series:
    """The samples of /metrics by name and labels."""
    answer = client.get("/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert answer.headers["cache-control"] == "no-store"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def value(found: Series, name: str, **labels: str) -> float:
    """One sample, whose name begins with noughts_."""
    return found[f"noughts_{name}", frozenset(labels.items())]


@pytest.mark.parametrize(
    ("method", "target", "route", "status"),
    [
        ("GET", "/v1/analysis?board=.........", "/v1/analysis", 200),
        ("HEAD", "/v1/analysis?board=.........", "/v1/analysis", 200),
        ("GET", "/v1/analysis?board=X", "/v1/analysis", 422),
        ("POST", "/v1/review", "/v1/review", 400),
        ("GET", "/v1/levels", "/v1/levels", 200),
        ("GET", "/livez", "/livez", 200),
        ("GET", "/", "/", 200),
        ("GET", "/static/icon.svg", "/static/*", 200),
        ("GET", "/docs/swagger-ui/nothing", "/docs/swagger-ui/*", 404),
        ("GET", "/secret", "unknown", 404),
        ("PUT", "/v1/analysis", "/v1/analysis", 405),
    ],
)
def test_a_request_is_counted_by_route_method_and_status(
    client: Client, method: str, target: str, route: str, status: int
) -> None:
    for _ in range(2):
        assert client.send(method, target).status == status
    found = series(client)
    named = method if method in {"GET", "HEAD", "POST"} else "unknown"
    labels = {"route": route, "method": named, "status": str(status)}
    assert value(found, "requests_total", **labels) == 2
    assert value(found, "request_seconds_count", route=route) == 2
    assert value(found, "request_seconds_bucket", route=route, le="+Inf") == 2


def test_no_client_makes_new_series(client: Client) -> None:
    for number in range(50):
        client.send(f"METHOD{number}", f"/path/{number}")
    found = [labels for name, labels in series(client) if name == "noughts_requests_total"]
    assert [dict(labels) for labels in found] == [
        {"route": "unknown", "method": "unknown", "status": "501"}
    ]


def test_searches_are_counted(client: Client) -> None:
    before = series(client)
    assert value(before, "searches_running") == value(before, "searches_waiting") == 0
    assert value(before, "nodes_total") == value(before, "cache_answers") == 0
    nodes = [client.get(target).json["nodes"] for target in (LONG, "/v1/analysis?board=.........")]
    after = series(client)
    assert value(after, "nodes_total") == sum(nodes)
    assert (value(after, "cache_misses_total"), value(after, "cache_hits_total")) == (2, 0)
    for target in (LONG, "/v1/analysis?board=........."):
        client.get(target)
    again = series(client)
    assert value(again, "nodes_total") == sum(nodes)
    assert (value(again, "cache_misses_total"), value(again, "cache_hits_total")) == (2, 2)
    assert value(again, "cache_answers") == 3  # of the second question also the bytes


def test_searches_are_counted_by_the_size_of_the_board(client: Client) -> None:
    nodes = {
        cells: client.get(target).json["nodes"]
        for cells, target in {"9": "/v1/analysis?board=.........", "17-25": LONG}.items()
    }
    client.get("/v1/game-tree?board=XO./.X./..O")
    client.get("/v1/trace?board=XX./XOO/O..")
    found = series(client)
    for cells in ("9", "10-16", "17-25", "26-36", "37-81"):
        assert value(found, "search_nodes_total", cells=cells) == nodes.get(cells, 0)
    counts = [
        value(found, "search_seconds_count", cells=cells) for cells in ("9", "17-25", "37-81")
    ]
    assert counts == [3, 1, 0]
    assert value(found, "search_seconds_sum", cells="17-25") > 0


def test_problems_are_counted_by_their_code(client: Client) -> None:
    client.get("/v1/analysis?board=X")
    client.post("/v1/analysis", {"board": "XX......."})
    client.send("PUT", "/v1/analysis")
    client.get("/nothing")
    client.get(f"/{'x' * 5_000}")
    client.get("/livez")
    found = {
        dict(labels)["code"]: count
        for (name, labels), count in series(client).items()
        if name == "noughts_problems_total"
    }
    assert found.keys() == set(ProblemCode)
    assert {code for code, count in found.items() if count} == {
        "unsupported_size",
        "wrong_counts",
        "method_not_allowed",
        "not_found",
        "uri_too_long",
    }


def test_limits_stand_beside_their_use(client: Client) -> None:
    found = series(client)
    limits = ("workers", "max_waiting", "max_pending")
    used = ("searches_running", "searches_waiting", "requests_pending")
    assert [value(found, name) for name in limits] == [2, 8, 256]
    assert [value(found, name) for name in used] == [0, 0, 0]


def test_the_process_is_measured(client: Client) -> None:
    text = client.get("/metrics").body.decode()
    for name in ("cpu_seconds_total", "resident_memory_bytes", "start_time_seconds", "open_fds"):
        assert f"\nprocess_{name} " in text


def test_a_worker_that_dies_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def receive_once(worker: Worker) -> Progress | Result:
        monkeypatch.undo()
        worker.process.kill()
        return await worker._receive()

    monkeypatch.setattr(Worker, "_receive", receive_once)
    assert client.get(LONG).status == 200
    assert value(series(client), "worker_restarts_total") == 1


def test_metrics_answer_while_searches_are_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OverloadedError

    monkeypatch.setattr(SearchPool, "run", full)
    assert client.get(LONG).status == 503
    labels = {"route": "/v1/analysis", "method": "GET", "status": "503"}
    assert value(series(client), "requests_total", **labels) == 1
    assert client.get("/livez").status == 200


def test_every_answer_says_how_long_it_took(client: Client) -> None:
    for target in ("/livez", "/v1/analysis?board=.........", "/nothing", "/static/icon.svg"):
        timing = client.get(target).headers["server-timing"]
        assert re.fullmatch(r"total;dur=\d+\.\d\d", timing)


class Logged:
    """A client of an application that logs to a file."""

    def __init__(self, path: Path, runner: asyncio.Runner, *, with_requests: bool) -> None:
        self._path = path
        self._descriptor = os.open(path, os.O_CREAT | os.O_WRONLY)
        self.log = LogWriter(self._descriptor, with_requests=with_requests)
        self.handler = LogHandler(self.log)
        self.client = Client(create_app(Settings.model_construct(), self.log), runner)

    def end(self) -> str:
        """All that was logged; there will be no more."""
        self.log.close()
        os.close(self._descriptor)
        return self._path.read_text()

    def lines(self) -> list[dict[str, Any]]:
        """The same, line by line."""
        return [json.loads(line) for line in self.end().splitlines()]


@pytest.fixture
def logging_to_file(
    tmp_path: Path, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Logged]]:
    """Makes an application that logs at the level info, unless told otherwise."""
    monkeypatch.setattr(writer, "PATIENCE", PATIENCE)
    made: list[Logged] = []

    def make(*, with_requests: bool = True) -> Logged:
        logged = Logged(tmp_path / "log", runner, with_requests=with_requests)
        logging.root.addHandler(logged.handler)
        made.append(logged)
        return logged

    yield make
    for logged in made:
        logging.root.removeHandler(logged.handler)
        runner.run(logged.client.app.state.searches.close())


@pytest.fixture
def logged(logging_to_file: Callable[..., Logged]) -> Logged:
    """An application that logs at the level info."""
    return logging_to_file()


def test_a_request_is_a_line_of_json(logged: Logged) -> None:
    answer = logged.client.get("/v1/analysis?board=XO./.X./..O", x_request_id="abc-1")
    [line] = logged.lines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line.pop("timestamp"))
    duration = line.pop("duration_ms")
    assert isinstance(duration, float)
    assert duration > 0
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "noughts.access",
        "request_id": "abc-1",
        "method": "GET",
        "route": "/v1/analysis",
        "status": 200,
        "nodes": answer.json["nodes"],
    }


def test_a_trace_is_a_part_of_the_line(logged: Logged) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    logged.client.get("/livez", traceparent=f"00-{trace}-00f067aa0ba902b7-01")
    logged.client.get("/livez", traceparent="secret")
    assert [line.get("trace_id") for line in logged.lines()] == [trace, None]


def test_a_broken_link_can_be_traced(logged: Logged) -> None:
    logged.client.get("/static/%0Alogo%1B.png?query=1")
    logged.client.get("/wp-login?query=1")
    logged.client.get("/livez?query=1")
    found = [(line["route"], line["status"], line.get("path")) for line in logged.lines()]
    assert found == [
        ("/static/*", 404, "/static/logo.png"),
        ("unknown", 404, "/wp-login"),
        ("/livez", 200, None),
    ]


def test_the_log_holds_nothing_that_was_sent_but_such_paths(logged: Logged) -> None:
    logged.client.get("/?secret=1")
    logged.client.get("/v1/analysis?board=secret", cookie="secret")
    logged.client.post("/v1/analysis", {"secret": "secret"})
    logged.client.send("SECRET", "/v1/analysis")
    logged.client.get("/nope?secret")
    text = logged.end()
    assert text.count("\n") == 5
    assert "secret" not in text.lower()


def test_an_unexpected_error_is_logged_with_its_cause(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.tasks.analyze_uncached", lambda *_: 1 // 0)
    answer = logged.client.get("/v1/analysis?board=.........", x_request_id="abc-2")
    assert answer.status == 500
    error, request = logged.lines()
    assert error["event"] == "request abc-2 failed"
    assert "ZeroDivisionError" in str(error["exception"])
    assert (request["status"], request["request_id"]) == (500, "abc-2")


def test_above_info_no_request_is_logged(logging_to_file: Callable[..., Logged]) -> None:
    logged = logging_to_file(with_requests=False)
    logged.client.get("/livez")
    assert logged.lines() == []


def test_lines_that_are_lost_are_counted(logged: Logged) -> None:
    logged.log.dropped.update(access=3, other=2)
    found = series(logged.client)
    assert value(found, "log_lines_dropped_total", kind="access") == 3
    assert value(found, "log_lines_dropped_total", kind="other") == 2
