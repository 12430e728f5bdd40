"""Quotas: share a limited number of slots among clients, so that no client gets all of them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address

from starlette.types import Scope


class OverloadedError(Exception):
    """No slot for the client; if `is_share_used`, a client without slots would get one."""

    def __init__(self, *, is_share_used: bool = False) -> None:
        super().__init__(is_share_used)
        self.is_share_used = is_share_used


def network_of(client: str) -> str:
    """Return the IPv4 address or the IPv6 /56 network of a client: what a household gets."""
    return client[:17]  # No IPv4 address is longer, and 17 characters show 56 bits.


class ClientQuota:
    """Slots shared among clients.

    A client gets at most `per_client` slots. The last quarter of the slots is reserved for networks
    that have none, so that a few clients cannot take all slots.
    """

    def __init__(self, slots: int, per_client: int) -> None:
        self._slots = slots
        self._per_client = per_client
        self._in_use: Counter[str] = Counter()

    @property
    def in_use(self) -> int:
        """Return the number of slots in use."""
        return self._in_use.total()

    @contextmanager
    def acquire(self, client: str) -> Iterator[None]:
        """Occupy a slot while the block runs; raise OverloadedError if none is free."""
        own, network = self._in_use[client], network_of(client)
        has_slot = any(network_of(each) == network for each in self._in_use)
        slots = self._slots - self._slots // 4 if has_slot else self._slots
        if own >= self._per_client or self.in_use >= slots:
            raise OverloadedError(is_share_used=has_slot and self.in_use < self._slots)
        self._in_use[client] += 1
        try:
            yield
        finally:
            self._in_use -= Counter([client])  # This drops clients without slots.


def client_of(scope: Scope) -> str:
    """Return the client that sent a request, or the client that a trusted proxy names.

    Return its IPv6 /64, or its IPv4 address even if that is mapped to IPv6.
    """
    host: str = scope["client"][0] if scope.get("client") else ""
    try:
        address = IPv6Address(host.partition("%")[0])  # A zone, as in fe80::1%eth0, is local.
    except ValueError:
        return host
    return str(address.ipv4_mapped or address.exploded[:19])  # 19 characters show 64 bits.
