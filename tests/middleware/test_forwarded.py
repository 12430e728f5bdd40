"""The client's address behind proxies, however long the list that a client sends."""

import asyncio
from ipaddress import ip_address

import pytest
from starlette.types import Receive, Scope, Send

from service.middleware.forwarded import MAX_PROXIES, ForwardedMiddleware

PROXY, CLIENT = "10.0.0.1", "203.0.113.9"
PROXIES = ["10.0.0.0/8", "fd00::/8"]
OTHERS = [str(ip_address("10.1.0.0") + number) for number in range(7_000)]


def client_of(*lists: str, peer: str = PROXY) -> str:
    """The client that an application sees if its peer sends these X-Forwarded-For headers."""
    found: list[str] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append(scope["client"][0])

    headers = [(b"x-forwarded-for", each.encode()) for each in lists]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    asyncio.run(ForwardedMiddleware(app, PROXIES)(scope, None, None))  # type: ignore[arg-type]
    return found[0]


@pytest.mark.parametrize("by_proxies", [CLIENT, f"{CLIENT}, 10.0.0.2", f" {CLIENT}:1234,fd00::1 "])
@pytest.mark.parametrize(
    "by_client",
    ["192.0.2.1", "10.9.9.9", "", ",", "unknown", '"', "[::1", ",".join(OTHERS), "a," * 30_000],
)
def test_no_item_of_a_client_moves_the_address_that_the_proxy_saw(
    by_client: str, by_proxies: str
) -> None:
    assert client_of(f"{by_client},{by_proxies}") == CLIENT
    assert client_of(by_client, by_proxies) == CLIENT  # as HAProxy adds it
    assert client_of(*by_client.split(",")[:50], by_proxies) == CLIENT


def test_only_proxies_are_believed() -> None:
    assert client_of("192.0.2.1", peer=CLIENT) == CLIENT
    assert client_of() == PROXY


def test_number_of_proxies_is_limited() -> None:
    for number, expected in ((MAX_PROXIES - 1, CLIENT), (MAX_PROXIES, OTHERS[0])):
        assert client_of(", ".join([CLIENT, *OTHERS[:number]])) == expected
