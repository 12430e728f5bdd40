"""Whom a request is counted for."""

from ipaddress import IPv6Address, ip_address

from starlette.types import Scope


def client_of(scope: Scope) -> str:
    """The client that holds shares: an IPv4 address, or the /64 network of an IPv6 address.

    Behind a trusted proxy the server has put in the address that the proxy names.
    """
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return address.exploded[:19]
