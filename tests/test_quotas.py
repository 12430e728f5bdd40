"""Quotas: bounded in all and for each client, and never all used by a few."""

import pickle
from contextlib import ExitStack

import pytest

from service.quotas import ClientQuota, OverloadedError, client_of


def refusal(quota: ClientQuota, client: str) -> str | None:
    """Whose limit keeps a client from getting a place, if it gets none."""
    try:
        with quota.acquire(client):
            return None
    except OverloadedError as error:
        return "client" if error.is_share_used else "service"


def test_client_holds_its_share_and_the_last_quarter_is_for_clients_without_a_place() -> None:
    quota = ClientQuota(slots=16, per_client=6)
    with ExitStack() as held:
        for client in "ab":
            for _ in range(6):
                held.enter_context(quota.acquire(client))
            assert refusal(quota, client) == "client"  # another client would get a place
        for client in "cdef":
            held.enter_context(quota.acquire(client))
        assert quota.in_use == 16
        for client in "ag":
            assert refusal(quota, client) == "service"
    assert quota.in_use == 0
    assert not refusal(quota, "a")


def test_last_quarter_is_not_for_a_client_that_holds_a_place() -> None:
    quota = ClientQuota(slots=4, per_client=3)
    with ExitStack() as held:
        for client in "aab":
            held.enter_context(quota.acquire(client))
        assert refusal(quota, "b") == "client"
        assert not refusal(quota, "c")


def test_last_quarter_is_for_networks_without_a_place() -> None:
    quota = ClientQuota(slots=4, per_client=1)
    household = [
        client_of({"client": (f"2001:db8:0:{number:x}::1", 1)}) for number in range(1, 256)
    ]
    with ExitStack() as held:
        for client in household[:3]:
            held.enter_context(quota.acquire(client))
        assert {refusal(quota, client) for client in household[3:]} == {"client"}
        for host in ("2001:db8:0:100::1", "192.0.2.1", "192.0.2.10"):
            assert not refusal(quota, client_of({"client": (host, 1)}))


def test_place_is_given_back_after_an_error() -> None:
    quota = ClientQuota(slots=1, per_client=1)
    with pytest.raises(KeyError), quota.acquire("a"):
        raise KeyError
    assert not refusal(quota, "b")


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:1", "0000:0000:0000:0000"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2::", "2001:0db8:0001:0002"),
        ("::1", "0000:0000:0000:0000"),
        ("no:address", "no:address"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_client_is_an_ipv4_address_or_an_ipv6_network(host: str, client: str) -> None:
    assert client_of({"client": (host, 1)}) == client


def test_clients_without_slots_take_no_memory() -> None:
    quota = ClientQuota(slots=16, per_client=6)
    size = len(pickle.dumps(quota))
    for number in range(1_000):
        with quota.acquire(str(number)):
            pass
    assert len(pickle.dumps(quota)) == size
