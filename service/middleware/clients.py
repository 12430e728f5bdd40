"""The client that a connection or a request is counted for."""

from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.types import Scope

NETWORK: Final = 19  # characters of an exploded IPv6 address: its first 64 bits


def unmapped(host: str) -> str:
    """An address; an IPv4-mapped IPv6 address becomes the IPv4 address."""
    return host.removeprefix("::ffff:") if "." in host else host


def client_at(host: str) -> str:
    """The client at an address: that address in IPv4, its /64 network in IPv6."""
    if ":" not in host:
        return host
    try:
        address = ip_address(unmapped(host))
    except ValueError:
        return host
    return address.exploded[:NETWORK] if isinstance(address, IPv6Address) else str(address)


def client_of(scope: Scope) -> str:
    """The client that sends a request.

    Behind a trusted proxy, the server has replaced the address with the one the proxy names.
    """
    return client_at(scope["client"][0]) if scope.get("client") else ""
