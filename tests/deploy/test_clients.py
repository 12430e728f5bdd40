"""Each client through nginx: its limits, its encoding, its origin and its connection."""

import gzip
import re
import socket
import subprocess
from contextlib import ExitStack

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import PLENTY, Proxy, Site
from tests.deploy.replica import replica
from tests.live import ROOT, WAIT, free_port, get, wait_until
from tests.programs import find

pytestmark = pytest.mark.full

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
LARGE = "/v1/game-tree?board=XO./.X./..O"
HARD = f"board={'.' * 49}&in_a_row=5&max_nodes=20000000"
GAME = {"moves": [24, 0, 25], "columns": 7, "rows": 7, "in_a_row": 5, "max_nodes": 20_000_000}
OWN = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "server": "nginx",
    "x-content-type-options": "nosniff",
}
OF_ONE_RESPONSE = {"connection", "date", "server-timing", "x-request-id"}


def searches(site: Site) -> int:
    return sum(site.counts("noughts_searches_running"))


def test_slow_readers_fill_no_disk(site: Site) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            connection = stack.enter_context(site.proxy.connect())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            connection.sendall(f"GET {LARGEST} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert connection.recv(1)
        assert site.client.get(new_path()).status_code == 200
        temporary = (site.proxy.folder / "temp").rglob("*")
        assert not [path for path in temporary if path.is_file()]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/livez", 200), ("/openapi.json", 200), ("/v1/levels", 200), ("/v1", 404), ("/v1/no", 404)],
)
def test_nginx_adds_headers_to_responses_other_than_pages(
    site: Site, path: str, status: int
) -> None:
    for _ in range(2):
        answer = site.client.get(path)
        assert answer.status_code == status
        assert {name: answer.headers.get_list(name) for name in OWN} == {
            name: [value] for name, value in OWN.items()
        }


@pytest.mark.parametrize("path", ["/", "/docs", "/learn/player/sandbox", "/client/noughts.js"])
def test_pages_keep_the_headers_of_the_service(site: Site, path: str) -> None:
    through, direct = site.client.get(path), get(site.replicas[0].url + path)
    assert through.content == direct.content
    assert OWN.keys() - {"server"} <= direct.headers.keys()
    for name in set(direct.headers) - OF_ONE_RESPONSE:
        assert through.headers.get_list(name) == direct.headers.get_list(name)


def test_preflight_request_reaches_the_service(site: Site) -> None:
    asked = {
        "Origin": "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    through = site.client.options("/v1/analysis", headers=asked)
    direct = httpx.options(f"{site.replicas[0].url}/v1/analysis", headers=asked, timeout=WAIT)
    assert through.status_code == direct.status_code == 204
    for name in direct.headers:
        if name.startswith("access-control"):
            assert through.headers.get_list(name) == [direct.headers[name]]


def test_request_headers_are_replaced_removed_or_passed_on() -> None:
    sent = {"X-Forwarded-For": "192.0.2.1", "traceparent": "00-1-2-01", "Accept-Encoding": "gzip"}
    with replica(200) as server, Proxy([server.url]) as proxy:
        get(f"{proxy.url}/v1/levels", headers=sent)
    assert server.received["x-forwarded-for"] == "127.0.0.1"
    assert server.received["traceparent"] == "00-1-2-01"
    assert "accept-encoding" not in server.received


@pytest.mark.parametrize(
    ("accepted", "compressed"), [("gzip, br", True), ("br", False), ("gzip;q=0", False)]
)
def test_accept_encoding_decides_the_form(site: Site, accepted: str, compressed: bool) -> None:
    site.client.get(LARGE)
    encoding = {"Accept-Encoding": accepted}
    with site.client.stream("GET", LARGE, headers=encoding) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["x-cache"] == "HIT"
    assert answer.headers["vary"] == "Accept-Encoding, Origin"
    assert answer.headers.get("content-encoding") == ("gzip" if compressed else None)
    body = gzip.decompress(raw) if compressed else raw
    assert body == get(site.replicas[0].url + LARGE).content
    etag = answer.headers["etag"].removeprefix("W/")
    for held in (etag, f"W/{etag}"):
        again = site.client.get(LARGE, headers=encoding | {"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")


def test_file_is_compressed_by_the_service_for_each_client(site: Site) -> None:
    for encoding in ("gzip", "identity", "gzip"):
        accepted = {"Accept-Encoding": encoding}
        answer = site.client.get(LARGEST, headers=accepted)
        direct = get(site.replicas[0].url + LARGEST, headers=accepted)
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert "accept-encoding" in answer.headers["vary"].lower()
        for name in ("content-length", "etag"):
            assert answer.headers[name] == direct.headers[name]
        held = {"If-None-Match": answer.headers["etag"]}
        assert site.client.get(LARGEST, headers=held).status_code == 304


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"/v1/analysis/stream?{HARD}", None),
        (f"/v1/best-move/stream?{HARD}", None),
        ("/v1/review/stream", GAME),
    ],
    ids=["analysis", "best-move", "review"],
)
def test_events_arrive_during_a_search_and_a_client_that_leaves_ends_it(
    site: Site, path: str, body: dict[str, object] | None
) -> None:
    encoding = {"Accept-Encoding": "gzip"}
    with site.client.stream("POST" if body else "GET", path, json=body, headers=encoding) as stream:
        lines = stream.iter_lines()  # ends the stream when it is deleted
        assert "event: progress" in lines  # A comment can come before it.
        assert "content-encoding" not in stream.headers
        assert searches(site) == 1
    wait_until(lambda: searches(site) == 0)


def test_only_allowed_origins_can_read_responses() -> None:
    allowed = ["https://game.example", "chrome-extension://abcdefghijklmnop", "app+v2.x://game"]
    path = new_path()
    with Site(PLENTY, cors_origins=",".join(allowed)) as site:
        for origin in [None, "null", "https://other.example", *allowed] * 2:
            headers = {"Origin": origin} if origin else {}
            found = site.client.get(path, headers=headers).headers
            expected = origin if origin in allowed else None
            assert found.get("access-control-allow-origin") == expected


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
    behind_another_proxy = "http { set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;"
    with Proxy([site.replicas[0].url], limits, changes={"http {": behind_another_proxy}) as proxy:

        def status(address: str) -> int:
            return get(f"{proxy.url}/v1/levels", headers={"X-Real-IP": address}).status_code

        assert [status(first) for _ in range(3)] == [200, 200, 429]
        assert status(second) == (429 if is_same else 200)


def test_documented_command_refuses_a_client() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    [command] = re.findall('exec nginx sh -c "(.*)"`', text)
    with Proxy([f"http://127.0.0.1:{free_port()}"]) as proxy:
        for old, new in (
            ("/tmp", str(proxy.folder)),  # noqa: S108  of the container
            ("192.0.2.1", "127.0.0.1"),
            ("nginx -p", f"{find('nginx')} -p"),
        ):
            command = command.replace(old, new)
        assert get(proxy.url).status_code == 503
        subprocess.run(["sh", "-c", command], check=True)
        wait_until(lambda: get(proxy.url).status_code == 403)
