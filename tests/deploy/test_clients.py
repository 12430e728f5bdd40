"""Through nginx: what one address may do to others, and the form in which each gets an answer."""

import gzip
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from service.engine.budget import MAX_NODES
from tests.deploy.conftest import new_path
from tests.deploy.proxy import COMPOSE, PLENTY, Proxy, Site, wait_until
from tests.http.attack import ATTACKER, Witness, connect_from
from tests.http.support import answers, read_all, request
from tests.live import ROOT

pytestmark = pytest.mark.full

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
LARGE = "/v1/game-tree?board=XO./.X./..O"
ENVIRONMENT = COMPOSE["nginx"]["environment"]
DEFAULTS = {
    name: ENVIRONMENT[f"NOUGHTS_{name.upper()}"] for name in ("rate", "burst", "connections")
}
TRUSTED = "127.0.0.0/8"


@pytest.fixture(scope="module")
def delivered() -> Iterator[Site]:
    """A site with the limits that it is delivered with."""
    site = Site(DEFAULTS, trusted_proxies=TRUSTED)
    try:
        yield site
    finally:
        site.close()


def search(number: int, max_nodes: int = MAX_NODES) -> bytes:
    """A request for a search, of a different board for each number."""
    cells = "." * number + "X" + "." * (80 - number)
    board = "/".join(cells[i : i + 9] for i in range(0, 81, 9))
    body = {"board": board, "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(body).encode(), close=True)


def idle(site: Site) -> bool:
    """Whether no search is running."""
    return sum(site.counts("noughts_searches_running")) == 0


@pytest.mark.parametrize("equal", [True, False])
@pytest.mark.parametrize("claimed", [b"", b"X-Forwarded-For: 192.0.2.%d\r\n"])
def test_one_address_does_not_lock_out_another(
    delivered: Site, equal: bool, claimed: bytes
) -> None:
    port = delivered.proxy.port
    with ExitStack() as stack:
        witness = stack.enter_context(Witness(port))
        for number in range(60):
            connection = stack.enter_context(connect_from(ATTACKER, port))
            message = search(0 if equal else number)
            field = claimed % number if claimed else b""
            connection.sendall(message.replace(b"Host: x\r\n", b"Host: x\r\n" + field))
        asked = len(witness.seconds)
        wait_until(lambda: len(witness.seconds) > asked + 50 or bool(witness.faults))
        with connect_from("127.0.0.3", port) as connection:
            connection.sendall(search(80, 20_000))
            [answer] = answers(read_all(connection))
        assert answer.status == 200
    wait_until(lambda: idle(delivered))


def test_slow_readers_fill_no_disk(delivered: Site) -> None:
    folder = delivered.proxy.folder
    with ExitStack() as stack:
        for _ in range(60):
            connection = stack.enter_context(connect_from(ATTACKER, delivered.proxy.port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            connection.sendall(request("GET", LARGEST))
            assert connection.recv(1)
        with Witness(delivered.proxy.port) as witness:
            wait_until(lambda: len(witness.seconds) > 50 or bool(witness.faults))
        files = [path for path in (folder / "temp").rglob("*") if path.is_file()]
        assert not files


def test_v1_is_answered_by_the_service(site: Site) -> None:
    for path in ("/v1", "/v1/"):
        answer = site.client.get(path, headers={"Host": "elsewhere.example"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [("gzip", True), ("gzip, br", True), ("identity", False), ("br", False), ("gzip;q=0", False)],
)
def test_each_gets_the_form_that_it_wants(site: Site, accepted: str, compressed: bool) -> None:
    site.client.get(LARGE)
    with site.client.stream("GET", LARGE, headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["x-cache"] == "HIT"
    assert answer.headers.get_list("vary") == ["Accept-Encoding"]
    assert answer.headers.get("content-encoding") == ("gzip" if compressed else None)
    body = gzip.decompress(raw) if compressed else raw
    assert body == httpx.get(site.replicas[0].url + LARGE).content


@pytest.mark.parametrize("form", ["plain", "compressed"])
@pytest.mark.parametrize("weak", [True, False])
def test_either_form_is_not_sent_again(site: Site, form: str, weak: bool) -> None:
    encoding = {"Accept-Encoding": "gzip" if form == "compressed" else "identity"}
    etag = site.client.get(LARGE, headers=encoding).headers["etag"].removeprefix("W/")
    held = {"If-None-Match": f"W/{etag}" if weak else etag}
    answer = site.client.get(LARGE, headers=encoding | held)
    assert (answer.status_code, answer.content) == (304, b"")


def test_a_file_comes_compressed_from_the_service(site: Site) -> None:
    direct = httpx.get(site.replicas[0].url + LARGEST, headers={"Accept-Encoding": "gzip"})
    through = site.client.get(LARGEST, headers={"Accept-Encoding": "gzip"})
    assert through.headers["content-encoding"] == "gzip"
    assert through.headers["content-length"] == direct.headers["content-length"]
    assert through.headers["etag"] == direct.headers["etag"]


def test_events_are_not_compressed(site: Site) -> None:
    path = "/v1/analysis/stream?board=...../...../...../...../.....&in_a_row=4&max_nodes=200000"
    answer = site.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert len(answer.content) > 1_024


def test_only_allowed_origins_may_read() -> None:
    allowed, other = "https://game.example", "https://other.example"
    site, path = Site(PLENTY, cors_origins=allowed), new_path()
    try:
        for origin in (None, other, allowed, None, other, allowed):
            headers = {"Origin": origin} if origin else {}
            found = site.client.get(path, headers=headers).headers
            expected = allowed if origin == allowed else None
            assert found.get("access-control-allow-origin") == expected
    finally:
        site.close()


def test_a_claimed_client_is_replaced_and_a_trace_is_passed_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as replica, ThreadPoolExecutor(1) as pool:
        received = pool.submit(_receive, replica)
        proxy = Proxy([f"http://127.0.0.1:{replica.getsockname()[1]}"])
        try:
            headers = {"X-Forwarded-For": "192.0.2.1", "traceparent": "00-1-2-01"}
            httpx.get(f"{proxy.url}/v1/levels", headers=headers | {"Accept-Encoding": "gzip"})
        finally:
            proxy.remove()
    head = received.result().lower()
    assert b"\r\nx-forwarded-for: 127.0.0.1\r\n" in head
    assert b"\r\ntraceparent: 00-1-2-01\r\n" in head
    assert b"192.0.2.1" not in head
    assert b"accept-encoding" not in head


def _receive(listener: socket.socket) -> bytes:
    """The head of a request, which is answered."""
    connection, _ = listener.accept()
    with connection:
        head = connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    return head


def test_lists_may_be_long(site: Site) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/v1/analyses", "/v1/exam"):
        taken = site.client.post(path, content=b" " * 1_048_576, headers=headers)
        assert "x-cache" not in taken.headers
        assert taken.headers["server-timing"]  # of the service, whatever it says
        refused = site.client.post(path, content=b" " * 1_048_577, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")
        assert "1048576 bytes" in refused.json()["detail"]


def test_the_service_trusts_the_networks_of_containers() -> None:
    trusted = COMPOSE["noughts"]["environment"]["NOUGHTS_TRUSTED_PROXIES"]
    manifest = (ROOT / "deploy" / "kubernetes.yaml").read_text()
    assert f"value: {trusted}\n" in manifest
