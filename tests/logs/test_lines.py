"""What a line of the log looks like."""

import json
import logging
import sys
from typing import Any

import pytest

from service.logs.lines import MAX_EXCEPTION, MAX_MESSAGE, JsonFormatter, Request

USUAL = Request(1_700_000_000.25, "ab-1", "GET", "/v1/analysis", 200, 0.0012345, 31, None)


def read(line: str) -> dict[str, Any]:
    """The object of a line, which has to be one line."""
    assert line.isascii()
    assert "\n" not in line.removesuffix("\n")
    found: dict[str, Any] = json.loads(line)
    return found


def record(message: str, *arguments: object, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """The line of a record that is logged so."""
    made = logging.LogRecord("x", logging.WARNING, "", 0, message, arguments, None)
    vars(made).update(fields)
    return read(JsonFormatter().format(made))


def test_a_request() -> None:
    assert USUAL.line.endswith("\n")
    assert read(USUAL.line) == {
        "event": "request",
        "level": "info",
        "logger": "noughts.access",
        "timestamp": "2023-11-14T22:13:20.250000Z",
        "request_id": "ab-1",
        "method": "GET",
        "route": "/v1/analysis",
        "status": 200,
        "duration_ms": 1.23,
        "nodes": 31,
    }


def test_a_request_within_a_trace() -> None:
    assert read(USUAL._replace(trace_id="4b" * 16).line) == {
        **read(USUAL.line),
        "trace_id": "4b" * 16,
    }


def test_a_request_of_which_little_is_known() -> None:
    line = read(USUAL._replace(request_id=None, nodes=None, seconds=0.0).line)
    assert (line["request_id"], line["nodes"], line["duration_ms"]) == (None, None, 0)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/nope", "/nope"),
        ('/"\\ä b', '/"\\ä b'),
        ("/a\r\nb\x00\x1b[31m\x7f\x85", "/ab[31m"),
        ("/a\u202eb\u2028c\u200b\ud800\ufeff", "/abc"),
        ("/" + "a" * 200, "/" + "a" * 99),
        ("", ""),
    ],
)
def test_a_path_is_cleaned_and_bounded(path: str, shown: str) -> None:
    assert read(USUAL._replace(status=404, path=path).line)["path"] == shown


def test_every_character_of_a_path_leaves_a_line_of_json() -> None:
    for first in range(0, sys.maxunicode + 1, 50):
        past = min(first + 50, sys.maxunicode + 1)
        path = "".join(map(chr, range(first, past)))
        assert read(USUAL._replace(path=path).line)["path"].isprintable()


def test_a_record() -> None:
    assert record("%s and %d", "one", 2, created=0.000001) == {
        "event": "one and 2",
        "level": "warning",
        "logger": "x",
        "timestamp": "1970-01-01T00:00:00.000001Z",
    }


def test_a_record_with_an_exception() -> None:
    error = RuntimeError("a\nb" + "c" * MAX_EXCEPTION + "end")
    line = record("failed", exc_info=(type(error), error, None))
    assert line["event"] == "failed"
    assert len(line["exception"]) == MAX_EXCEPTION
    assert line["exception"].endswith("end")


def test_no_message_is_lost_or_endless() -> None:
    assert record("%d", "one")["event"] == "%d"
    assert record("%(a)s", {"b": 1})["event"] == "%(a)s"
    assert record("a" * 5_000)["event"] == "a" * MAX_MESSAGE
    assert record("\ud800\n")["event"] == "\ud800\n"
