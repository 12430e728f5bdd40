"""The lines that requests leave in the log."""

import asyncio
import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.logs import writer
from service.logs.configure import LogHandler
from service.logs.writer import LogWriter
from service.settings import Settings
from tests.asgi import Client
from tests.http.support import PATIENCE
from tests.middleware.metrics import series, value


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


def test_request_is_logged_as_a_line_of_json(logged: Logged) -> None:
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


def test_log_line_contains_the_trace_id(logged: Logged) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    logged.client.get("/livez", traceparent=f"00-{trace}-00f067aa0ba902b7-01")
    logged.client.get("/livez", traceparent="secret")
    assert [line.get("trace_id") for line in logged.lines()] == [trace, None]


def test_log_line_of_a_404_contains_the_path(logged: Logged) -> None:
    logged.client.get("/static/%0Alogo%1B.png?query=1")
    logged.client.get("/wp-login?query=1")
    logged.client.get("/livez?query=1")
    found = [(line["route"], line["status"], line.get("path")) for line in logged.lines()]
    assert found == [
        ("/static/*", 404, "/static/logo.png"),
        ("unknown", 404, "/wp-login"),
        ("/livez", 200, None),
    ]


def test_log_contains_no_other_input(logged: Logged) -> None:
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
    monkeypatch.setattr("service.engine.tasks.analyze", lambda *_: 1 // 0)
    answer = logged.client.get("/v1/analysis?board=.........", x_request_id="abc-2")
    assert answer.status == 500
    error, request = logged.lines()
    assert error["event"] == "request abc-2 failed"
    assert "ZeroDivisionError" in str(error["exception"])
    assert (request["status"], request["request_id"]) == (500, "abc-2")


def test_no_request_is_logged_above_level_info(logging_to_file: Callable[..., Logged]) -> None:
    logged = logging_to_file(with_requests=False)
    logged.client.get("/livez")
    assert logged.lines() == []


def test_lines_that_are_lost_are_counted(logged: Logged) -> None:
    logged.log.dropped.update(access=3, other=2)
    found = series(logged.client)
    assert value(found, "log_lines_dropped_total", kind="access") == 3
    assert value(found, "log_lines_dropped_total", kind="other") == 2
