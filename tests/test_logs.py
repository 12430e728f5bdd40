"""The log: its lines, and standard error that nobody reads or that is full."""

import json
import logging
import os
import re
import sys
from collections.abc import Iterable

import httpx
import pytest

from service.logs import MAX_TEXT, JsonFormatter, LogHandler, configure
from tests.http.support import LAST, LIVEZ, Server
from tests.live import ROOT, WAIT, Service

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"
# A service in whose log at most 20 lines wait.
FEW_LINES = """
from service import logs; logs.MAX_BATCHES = 2
from service import recorder; recorder.MAX_RECORDED = 10
from service.__main__ import main; raise SystemExit(main())
"""
MANY = 1_000  # Lines that neither a queue of 20 nor a pipe can hold.


class Unread(Server):
    """A service whose log nobody reads after its start."""

    def read(self, lines: Iterable[str]) -> None:
        """Leave the lines in the pipe."""


def test_record_is_a_line_of_json_within_limits() -> None:
    formatter = JsonFormatter()
    record = logging.LogRecord("a.b", logging.WARNING, "", 0, "%s ä\n", ("x" * 9_000,), None)
    try:
        raise RuntimeError("a" * 9_000 + "end")  # noqa: TRY301
    except RuntimeError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    line = formatter.format(record)
    assert line.isascii()
    assert "\n" not in line
    found = json.loads(line)
    assert re.fullmatch(TIME, found.pop("timestamp"))
    exception = found.pop("exception")
    assert exception.endswith("end")
    assert len(exception) == MAX_TEXT
    assert found == {"event": "x" * MAX_TEXT, "level": "warning", "logger": "a.b"}


def test_request_is_a_line_without_input_but_the_path_of_a_404() -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    headers = {"X-Request-ID": "ab-1", "traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    with Service() as service, httpx.Client(base_url=service.url, timeout=WAIT) as client:
        answer = client.get("/v1/analysis?board=XO./.X./..O", headers=headers)
        client.get("/v1/analysis?board=XO./.X./..O")  # from the cache
        boards = [{"board": board} for board in ("XO./.X./..O", "X../.O./...")]
        many = client.post("/v1/analyses", json={"positions": boards})
        client.get("/v1/analysis?board=secret", headers={"cookie": "secret"})
        client.post("/v1/analysis", json={"secret": "secret"})
        client.get("/a%0D%0Ab%1B%E2%80%AE?secret")
        client.get(f"/{'c' * 100}")
    assert "secret" not in "".join(service.log)
    lines = [json.loads(line) for line in service.log]
    first, cached, *others = [line for line in lines if line["event"] == "request"]
    [batch] = [line for line in others if line["route"] == "/v1/analyses"]
    others.remove(batch)
    assert re.fullmatch(TIME, first.pop("timestamp"))
    until_headers = float(answer.headers["server-timing"].removeprefix("total;dur="))
    assert until_headers <= first.pop("duration_ms") + 0.01 < 60_000
    assert first == {
        "event": "request",
        "level": "info",
        "logger": "noughts.access",
        "request_id": "ab-1",
        "trace_id": trace,
        "method": "GET",
        "route": "/v1/analysis",
        "status": 200,
        "nodes": answer.json()["nodes"],
    }
    assert batch["nodes"] == many.json()["nodes"] > first["nodes"] == cached["nodes"]
    shown = [(line["route"], line["status"], line.get("path")) for line in others]
    assert shown == [("/v1/analysis", 422, None)] * 2 + [
        ("unknown", 404, path) for path in ("/ab", f"/{'c' * 99}")
    ]


def test_unread_log_drops_lines_but_delays_nothing() -> None:
    with Unread(ROOT, (sys.executable, "-c", FEW_LINES, "serve")) as server:
        found = server.ask(LIVEZ * (MANY - 1), LAST)
        assert len(found) == MANY
        assert server.count('noughts_log_lines_dropped_total{kind="access"}') > 250
        assert server.stop() == 0


def test_lines_are_json_unless_standard_error_is_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("basicConfig", "captureWarnings"):  # which would change the logs of other tests
        monkeypatch.setattr(logging, name, lambda *_, **__: None)
    for terminal in (1, 2):
        monkeypatch.setattr(os, "isatty", terminal.__eq__)
        assert isinstance(configure("info").formatter, JsonFormatter) is (terminal != 2)


@pytest.mark.parametrize("text", ["%d", "%(a)d", "text"])
def test_lines_that_are_lost_are_counted(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Because an argument does not fit its text, or because the disk is full."""

    def write(_: int, data: bytes) -> int:
        if data:
            raise OSError
        return 0

    monkeypatch.setattr(os, "write", write)
    handler = LogHandler(JsonFormatter())
    for _ in range(3):
        handler.emit(
            logging.LogRecord("a", logging.INFO, "", 0, text, ({"b": 1},) * ("%" in text), None)
        )
    handler.flush()
    [counted] = handler.dropped.collect()
    samples = [each for each in counted.samples if each.name.endswith("_total")]
    totals = {each.labels["kind"]: each.value for each in samples}
    assert totals == {"other" if "%" in text else "unwritten": 3}
