"""Shares: bounded in all, bounded for each client, and never all taken by a few."""

from contextlib import ExitStack

import pytest

from service.search_pool.shares import OverloadedError, Shares


def test_a_client_holds_at_most_its_share() -> None:
    shares = Shares(places=16, share=4)
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(shares.hold("a"))
        with pytest.raises(OverloadedError), shares.hold("a"):
            pass
        held.enter_context(shares.hold("b"))
        assert shares.taken == 5
    assert shares.taken == 0
    with shares.hold("a"):
        assert shares.taken == 1


def test_the_last_quarter_is_for_clients_that_hold_none() -> None:
    shares = Shares(places=16, share=8)
    with ExitStack() as held:
        for client in "ab":
            for _ in range(6):
                held.enter_context(shares.hold(client))
        with pytest.raises(OverloadedError), shares.hold("a"):
            pass
        for client in "cdef":
            held.enter_context(shares.hold(client))
        with pytest.raises(OverloadedError), shares.hold("g"):
            pass
        assert shares.taken == 16


def test_a_place_is_given_back_after_an_error() -> None:
    shares = Shares(places=1, share=1)
    with pytest.raises(KeyError), shares.hold("a"):
        raise KeyError
    with shares.hold("b"):
        assert shares.taken == 1
