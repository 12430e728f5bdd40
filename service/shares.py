"""Clients, and a bounded number of places of which none of them gets all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address

from starlette.types import Scope


class OverloadedError(Exception):
    """All places that this client may hold are taken."""


class Shares:
    """Places shared among clients.

    A client holds at most `share` of them. The last quarter is kept for clients that hold none, so
    that a few greedy clients leave places for the others.
    """

    def __init__(self, places: int, share: int) -> None:
        self._places = places
        self._share = share
        self._held: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """The number of places that are held."""
        return self._held.total()

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Hold a place for the duration of a block; raises OverloadedError at once."""
        held = self._held[client]
        places = self._places - self._places // 4 if held else self._places
        if held >= self._share or self.taken >= places:
            raise OverloadedError
        self._held[client] += 1
        try:
            yield
        finally:
            self._held -= Counter([client])  # drops a client that holds none


def client_at(host: str) -> str:
    """The client at an address: an IPv4 address, mapped to IPv6 or not, or an IPv6 /64 network."""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or address.exploded[:19])  # the first 64 bits


def client_of(scope: Scope) -> str:
    """The client that sends a request.

    Behind a trusted proxy, the server has replaced the address with the one the proxy names.
    """
    return client_at(scope["client"][0]) if scope.get("client") else ""
