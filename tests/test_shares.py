"""Clients, and their shares: bounded in all and for each, and never all taken by a few."""

from contextlib import ExitStack

import pytest

from service.shares import OverloadedError, Shares, client_at


def is_full_for(shares: Shares, client: str) -> bool:
    """Whether a client gets no place."""
    try:
        with shares.hold(client):
            return False
    except OverloadedError:
        return True


def test_client_holds_its_share_at_most() -> None:
    shares = Shares(places=16, share=4)
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(shares.hold("a"))
        assert is_full_for(shares, "a")
        assert not is_full_for(shares, "b")
        assert shares.taken == 4
    assert shares.taken == 0
    assert not is_full_for(shares, "a")


def test_last_quarter_is_for_clients_that_hold_no_place() -> None:
    shares = Shares(places=16, share=8)
    with ExitStack() as held:
        for client in "ab" * 6:
            held.enter_context(shares.hold(client))
        assert is_full_for(shares, "a")
        for client in "cdef":
            held.enter_context(shares.hold(client))
        assert is_full_for(shares, "g")
        assert shares.taken == 16


def test_place_is_given_back_after_an_error() -> None:
    shares = Shares(places=1, share=1)
    with pytest.raises(KeyError), shares.hold("a"):
        raise KeyError
    assert not is_full_for(shares, "b")


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
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_client_is_an_ipv4_address_or_an_ipv6_network(host: str, client: str) -> None:
    assert client_at(host) == client
