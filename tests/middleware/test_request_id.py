"""The ids of requests."""

import re
from itertools import islice

import pytest

from service.middleware.telemetry import AT_ONCE, VALID_ID, note_ids, random_ids


def test_ids_differ_and_are_valid() -> None:
    found = list(islice(random_ids(), 3 * AT_ONCE + 1))
    assert len(set(found)) == len(found)
    for each in found:
        assert re.fullmatch("[0-9a-f]{32}", each)
        assert VALID_ID.fullmatch(each.encode())


def test_randomness_is_fetched_seldom_and_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [bytes([number]) * 16 * AT_ONCE for number in range(3)]
    monkeypatch.setattr("os.urandom", lambda size: blocks.pop(0)[:size])
    found = list(islice(random_ids(), 3 * AT_ONCE))
    assert blocks == []
    assert found == [f"{number:02x}" * 16 for number in range(3) for _ in range(AT_ONCE)]


def noted(*headers: tuple[bytes, bytes]) -> dict[str, str]:
    """The ids of a request with these headers."""
    state: dict[str, str] = {}
    note_ids([(b"host", b"x"), *headers], state)
    return state


def test_an_id_of_a_client_is_taken_if_it_is_valid() -> None:
    assert noted((b"x-request-id", b"theirs")) == {"request_id": "theirs"}
    assert noted((b"x-request-id", b"\xff"))["request_id"] != noted()["request_id"]


def test_a_request_that_was_refused_keeps_its_id() -> None:
    state = {"request_id": "first"}
    note_ids([(b"x-request-id", b"second")], state)
    assert state == {"request_id": "first"}


TRACE, PARENT = b"4bf92f3577b34da6a3ce929d0e0e4736", b"00f067aa0ba902b7"
TRACEPARENT = b"00-%b-%b-01" % (TRACE, PARENT)


@pytest.mark.parametrize(
    "value", [TRACEPARENT, b"cc" + TRACEPARENT[2:], b"01" + TRACEPARENT[2:] + b"-x"]
)
def test_the_trace_of_a_client_is_noted(value: bytes) -> None:
    assert noted((b"traceparent", value))["trace_id"] == TRACE.decode()


# As the specification has it: https://www.w3.org/TR/trace-context/#traceparent-header
@pytest.mark.parametrize(
    "value",
    [
        b"",
        TRACE,
        TRACEPARENT[:-1],
        TRACEPARENT.upper(),
        b"ff" + TRACEPARENT[2:],
        TRACEPARENT + b"-x",
        b"01" + TRACEPARENT[2:] + b"x",
        b"00-%b-%b-01" % (b"0" * 32, PARENT),
        b"00-%b-%b-01" % (TRACE, b"0" * 16),
        TRACEPARENT + b"\n",
        b'00-"' + TRACEPARENT[4:],
    ],
)
def test_what_is_no_trace_is_left_out(value: bytes) -> None:
    assert "trace_id" not in noted((b"traceparent", value))
