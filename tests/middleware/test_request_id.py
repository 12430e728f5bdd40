"""The ids of requests."""

import re
from itertools import islice

import pytest

from service.middleware.request_id import AT_ONCE, VALID_ID, random_ids, request_id_of


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


def test_an_id_of_a_client_costs_none_of_ours() -> None:
    assert request_id_of([(b"x-request-id", b"theirs")]) == "theirs"
    assert request_id_of([]) != request_id_of([])
