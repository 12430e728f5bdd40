"""Quotas: bounded in all and for each client, and never all used by a few."""

from contextlib import ExitStack

import pytest

from service.quotas import ClientQuota, OverloadedError, client_at


def is_full_for(quota: ClientQuota, client: str) -> bool:
    """Whether a client gets no place."""
    try:
        with quota.acquire(client):
            return False
    except OverloadedError:
        return True


def test_client_holds_its_share_at_most() -> None:
    quota = ClientQuota(slots=16, per_client=4)
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(quota.acquire("a"))
        assert is_full_for(quota, "a")
        assert not is_full_for(quota, "b")
        assert quota.in_use == 4
    assert quota.in_use == 0
    assert not is_full_for(quota, "a")


def test_last_quarter_is_for_clients_that_hold_no_place() -> None:
    quota = ClientQuota(slots=16, per_client=8)
    with ExitStack() as held:
        for client in "ab" * 6:
            held.enter_context(quota.acquire(client))
        assert is_full_for(quota, "a")
        for client in "cdef":
            held.enter_context(quota.acquire(client))
        assert is_full_for(quota, "g")
        assert quota.in_use == 16


def test_client_is_told_whether_its_own_share_is_used() -> None:
    quota = ClientQuota(slots=4, per_client=2)
    with ExitStack() as held:
        held.enter_context(quota.acquire("a"))
        held.enter_context(quota.acquire("a"))
        assert is_share_used(quota, "a")  # its two
        held.enter_context(quota.acquire("b"))
        assert is_share_used(quota, "b")  # the last quarter is for others
        held.enter_context(quota.acquire("c"))
        assert not any(is_share_used(quota, client) for client in "abcd")


def is_share_used(quota: ClientQuota, client: str) -> bool:
    """Whether a client gets no place, while another one would."""
    with pytest.raises(OverloadedError) as caught, quota.acquire(client):
        pass
    return caught.value.is_share_used


def test_place_is_given_back_after_an_error() -> None:
    quota = ClientQuota(slots=1, per_client=1)
    with pytest.raises(KeyError), quota.acquire("a"):
        raise KeyError
    assert not is_full_for(quota, "b")


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
    assert client_at(host) == client
