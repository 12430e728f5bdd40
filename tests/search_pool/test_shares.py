"""Shares: places that are bounded in all and for each client, and never all taken by a few."""

from contextlib import ExitStack

import pytest

from service.search_pool.shares import OverloadedError, Shares


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
