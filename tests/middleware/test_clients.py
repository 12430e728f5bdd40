"""Whom connections and requests are counted for."""

import pytest

from service.middleware.clients import client_at, unmapped


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
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


def test_ipv4_client_of_an_ipv6_socket_keeps_its_ipv4_address() -> None:
    assert unmapped("::ffff:192.0.2.1") == "192.0.2.1"
    assert unmapped("::ffff:1") == "::ffff:1"
    assert unmapped("2001:db8::1") == "2001:db8::1"
