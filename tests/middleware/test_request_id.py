"""The ids of requests and traces, and the time in each response."""

import re
from itertools import islice

import pytest

from service.middleware.telemetry import AT_ONCE, note_ids, random_ids
from tests.asgi import Client

TARGETS = ["/v1/analysis?board=.........", "/v1/analysis", "/nope", "/docs", "/livez"]
TRACE, PARENT = b"4bf92f3577b34da6a3ce929d0e0e4736", b"00f067aa0ba902b7"
TRACEPARENT = b"00-%b-%b-01" % (TRACE, PARENT)


@pytest.mark.parametrize("target", TARGETS)
def test_response_has_a_new_id_and_its_time(client: Client, target: str) -> None:
    first, second = (client.get(target).headers for _ in range(2))
    assert re.fullmatch("[0-9a-f]{32}", first["x-request-id"])
    assert first["x-request-id"] != second["x-request-id"]
    assert re.fullmatch(r"total;dur=\d+\.\d\d", first["server-timing"])


@pytest.mark.parametrize("sent", ["a", "trace-1.2_3", "A" * 64])
def test_valid_id_of_the_client_is_kept(client: Client, sent: str) -> None:
    for target in TARGETS:
        assert client.get(target, x_request_id=sent).headers["x-request-id"] == sent


@pytest.mark.parametrize("sent", ["", "a b", "A" * 65, "a\n", "<b>", "é", "a;b"])
def test_invalid_id_of_the_client_is_replaced(client: Client, sent: str) -> None:
    found = client.get(TARGETS[0], x_request_id=sent).headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{32}", found)


def test_random_bytes_are_fetched_for_many_ids_and_used_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = [bytes([number]) * 16 * AT_ONCE for number in range(3)]
    monkeypatch.setattr("os.urandom", lambda size: blocks.pop(0)[:size])
    found = list(islice(random_ids(), 3 * AT_ONCE))
    assert blocks == []
    assert found == [f"{number:02x}" * 16 for number in range(3) for _ in range(AT_ONCE)]


def test_request_that_the_server_rejected_keeps_its_id() -> None:
    state = {"request_id": "first"}
    note_ids([(b"x-request-id", b"second")], state)
    assert state == {"request_id": "first"}


# https://www.w3.org/TR/trace-context/#traceparent-header
@pytest.mark.parametrize(
    ("value", "is_valid"),
    [
        (TRACEPARENT, True),
        (b"cc" + TRACEPARENT[2:], True),
        (b"01" + TRACEPARENT[2:] + b"-x", True),
        (b"", False),
        (TRACE, False),
        (TRACEPARENT[:-1], False),
        (TRACEPARENT.upper(), False),
        (b"ff" + TRACEPARENT[2:], False),
        (TRACEPARENT + b"-x", False),
        (b"01" + TRACEPARENT[2:] + b"x", False),
        (b"00-%b-%b-01" % (b"0" * 32, PARENT), False),
        (b"00-%b-%b-01" % (TRACE, b"0" * 16), False),
        (TRACEPARENT + b"\n", False),
        (b'00-"' + TRACEPARENT[4:], False),
    ],
)
def test_valid_trace_of_the_client_is_noted(value: bytes, is_valid: bool) -> None:
    state: dict[str, str] = {}
    note_ids([(b"traceparent", value)], state)
    assert state.get("trace_id") == (TRACE.decode() if is_valid else None)
