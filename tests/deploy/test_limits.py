"""The client that nginx counts a request for."""

import httpx
import pytest

from tests.deploy.proxy import Proxy, Site

pytestmark = pytest.mark.full


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
    ],
)
def test_client_is_an_ipv4_address_or_an_ipv6_network(
    site: Site, first: str, second: str, is_same: bool
) -> None:
    limits = {"rate": "1r/m", "burst": "1", "connections": "1"}
    behind_another_proxy = "set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;"
    with Proxy([site.replicas[0].url], limits, more=behind_another_proxy) as proxy:

        def status(address: str) -> int:
            return httpx.get(f"{proxy.url}/v1/levels", headers={"X-Real-IP": address}).status_code

        assert [status(first) for _ in range(3)] == [200, 200, 429]
        assert status(second) == (429 if is_same else 200)
