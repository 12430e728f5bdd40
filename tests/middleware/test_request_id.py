"""The ids of requests and traces, and the time in each response."""

import re
from itertools import count

import pytest

from service.middleware import requests
from service.middleware.requests import context_for
from tests.api.support import series, value
from tests.asgi import Client, Clients

TARGETS = ["/v1/analysis?board=.........", "/v1/analysis", "/nope", "/docs", "/livez"]
TRACE, PARENT = b"4bf92f3577b34da6a3ce929d0e0e4736", b"00f067aa0ba902b7"
TRACEPARENT = b"00-%b-%b-01" % (TRACE, PARENT)


@pytest.mark.parametrize("target", TARGETS)
def test_response_has_a_new_id_and_its_time(client: Client, target: str) -> None:
    first, second = (client.get(target).headers for _ in range(2))
    assert re.fullmatch("[0-9a-f]{32}", first["x-request-id"])
    assert first["x-request-id"] != second["x-request-id"]
    assert re.fullmatch(r"total;dur=\d+\.\d\d", first["server-timing"])


def test_first_valid_id_of_the_client_is_kept(client: Client) -> None:
    for valid in ("a", "trace-1.2_3", "A" * 64):
        for target in TARGETS:
            answer = client.get(target, x_request_id=["not valid", valid, "second"])
            assert answer.headers["x-request-id"] == valid


def test_time_is_in_milliseconds_in_a_response_and_in_seconds_in_the_metrics(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds, client = count(10, 1.25), new_client()
    monkeypatch.setattr(requests, "perf_counter", lambda: next(seconds))
    assert client.get("/livez").headers["server-timing"] == "total;dur=1250.00"
    assert value(series(client), "request_seconds_sum", route="/livez") == 2.5


def test_invalid_id_of_the_client_is_replaced(client: Client) -> None:
    for sent in ("", "a b", "A" * 65, "a\n", "<b>", "é", "a;b"):
        found = client.get(TARGETS[0], x_request_id=sent).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{32}", found)


# https://www.w3.org/TR/trace-context/#traceparent-header
VALID = [TRACEPARENT, b"cc" + TRACEPARENT[2:], b"01" + TRACEPARENT[2:] + b"-x"]
INVALID = [
    *(b"", TRACE, TRACEPARENT[:-1], TRACEPARENT.upper(), TRACEPARENT + b"\n", TRACEPARENT + b"-x"),
    *(b"ff" + TRACEPARENT[2:], b"01" + TRACEPARENT[2:] + b"x", b'00-"' + TRACEPARENT[4:]),
    *(b"00-%b-%b-01" % (b"0" * 32, PARENT), b"00-%b-%b-01" % (TRACE, b"0" * 16)),
]


@pytest.mark.parametrize("value", VALID + INVALID)
def test_valid_traceparent_is_logged(value: bytes) -> None:
    context = context_for({"method": "GET", "headers": [(b"traceparent", value)]})
    assert context.trace_id == (TRACE.decode() if value in VALID else None)
