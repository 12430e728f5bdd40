"""Each client through nginx: its limits, its encoding, its origin and its connection."""

import gzip
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from time import monotonic

import httpx
import pytest

from tests import reference
from tests.deploy.conftest import new_path
from tests.deploy.faults import heavy_body
from tests.deploy.proxy import COMPOSE, PLENTY, Site
from tests.http.attack import ATTACKER, Witness, connect_from
from tests.http.support import answers, read_all, request
from tests.live import wait_until
from tests.reference import THREE_BY_THREE

pytestmark = pytest.mark.full

LARGEST = "/docs/swagger-ui/swagger-ui-bundle.js"
LARGE = "/v1/game-tree?board=XO./.X./..O"
HARD = "board=....../....../....../....../.....O&in_a_row=4"
STREAM = f"/v1/analysis/stream?{HARD}"
GAME = {"moves": [24, 0, 25], "columns": 7, "rows": 7, "in_a_row": 5, "max_nodes": 5_000_000}
OWN = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "server": "nginx",
    "x-content-type-options": "nosniff",
}
OF_ONE_RESPONSE = {"connection", "date", "server-timing", "x-request-id"}
ENVIRONMENT = COMPOSE["nginx"]["environment"]
DEFAULTS = {
    name: ENVIRONMENT[f"NOUGHTS_{name.upper()}"] for name in ("rate", "burst", "connections")
}


@pytest.fixture(scope="module")
def delivered() -> Iterator[Site]:
    """A site with the limits of docker-compose.yml."""
    with Site(DEFAULTS, trusted_proxies="127.0.0.0/8") as site:
        yield site


def searches(site: Site) -> int:
    return sum(site.counts("noughts_searches_running"))


@pytest.mark.parametrize("equal", [True, False])
@pytest.mark.parametrize("claimed", ["", "X-Forwarded-For: 192.0.2.{}"])
def test_one_address_cannot_lock_out_another(delivered: Site, equal: bool, claimed: str) -> None:
    port = delivered.proxy.port
    with ExitStack() as stack:
        witness = stack.enter_context(Witness(port))
        for number in range(60):
            connection = stack.enter_context(connect_from(ATTACKER, port))
            body = json.dumps(heavy_body(0 if equal else number)).encode()
            fields = [claimed.format(number)] if claimed else []
            connection.sendall(request("POST", "/v1/analysis", body, *fields, close=True))
        asked = len(witness.seconds)
        wait_until(lambda: len(witness.seconds) > asked + 50 or witness.faults)
        with connect_from("127.0.0.3", port) as connection:
            body = json.dumps(heavy_body(80, 20_000)).encode()
            connection.sendall(request("POST", "/v1/analysis", body, close=True))
            [answer] = answers(read_all(connection))
        assert answer.status == 200
    wait_until(lambda: searches(delivered) == 0)


def test_slow_readers_fill_no_disk(delivered: Site) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            connection = stack.enter_context(connect_from(ATTACKER, delivered.proxy.port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            connection.sendall(request("GET", LARGEST))
            assert connection.recv(1)
        with Witness(delivered.proxy.port) as witness:
            wait_until(lambda: len(witness.seconds) > 50 or witness.faults)
        temporary = (delivered.proxy.folder / "temp").rglob("*")
        assert not [path for path in temporary if path.is_file()]


def test_all_positions_of_3x3_are_within_the_limits(delivered: Site) -> None:
    positions = [
        {"board": board, "side_to_move": side}
        for board, side in sorted(reference.reachable(THREE_BY_THREE))
    ]
    lines = 0
    for start in range(0, len(positions), 500):
        call = {"positions": positions[start : start + 500], "moves": "best"}
        headers = {"accept": "application/x-ndjson"}
        answer = delivered.client.post("/v1/analyses", json=call, headers=headers)
        assert (answer.status_code, answer.headers["content-type"]) == (200, headers["accept"])
        lines += len(answer.text.splitlines())
    assert lines == len(positions) == 10_956


@pytest.mark.parametrize("path", ["/livez", "/openapi.json", "/v1/levels", "/v1/nope"])
def test_nginx_adds_headers_to_responses_other_than_pages(site: Site, path: str) -> None:
    for _ in range(2):
        headers = site.client.get(path).headers
        assert {name: headers.get_list(name) for name in OWN} == {
            name: [value] for name, value in OWN.items()
        }


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/docs",
        "/learn",
        "/learn/player",
        "/learn/player/sandbox",
        "/client/noughts.js",
        "/problems",
    ],
)
def test_pages_keep_the_headers_of_the_service(site: Site, path: str) -> None:
    through, direct = site.client.get(path), httpx.get(site.replicas[0].url + path)
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
    direct = httpx.options(f"{site.replicas[0].url}/v1/analysis", headers=asked)
    assert through.status_code == direct.status_code == 204
    for name in direct.headers:
        if name.startswith("access-control"):
            assert through.headers.get_list(name) == [direct.headers[name]]


def test_v1_is_answered_by_the_service(site: Site) -> None:
    for path in ("/v1", "/v1/"):
        answer = site.client.get(path, headers={"Host": "elsewhere.example"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [("gzip", True), ("gzip, br", True), ("identity", False), ("br", False), ("gzip;q=0", False)],
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
    assert body == httpx.get(site.replicas[0].url + LARGE).content
    etag = answer.headers["etag"].removeprefix("W/")
    for held in (etag, f"W/{etag}"):
        again = site.client.get(LARGE, headers=encoding | {"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")


def test_file_is_compressed_by_the_service_for_each_client(site: Site) -> None:
    for encoding in ("gzip", "identity", "gzip"):
        accepted = {"Accept-Encoding": encoding}
        answer = site.client.get(LARGEST, headers=accepted)
        direct = httpx.get(site.replicas[0].url + LARGEST, headers=accepted)
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert "accept-encoding" in answer.headers["vary"].lower()
        for name in ("content-length", "etag"):
            assert answer.headers[name] == direct.headers[name]
        held = {"If-None-Match": answer.headers["etag"]}
        assert site.client.get(LARGEST, headers=held).status_code == 304


def test_events_arrive_one_by_one_and_uncompressed(site: Site) -> None:
    arrived, events, size = [], [], 0
    headers = {"Accept-Encoding": "gzip"}
    with site.client.stream("GET", f"{STREAM}&max_nodes=200000", headers=headers) as stream:
        assert "content-encoding" not in stream.headers
        for line in stream.iter_lines():
            size += len(line)
            if line.startswith("event: "):
                arrived.append(monotonic())
                events.append(line)
    assert size > 1_024
    assert events == ["event: progress"] * (len(events) - 1) + ["event: analysis"]
    assert len(events) > 5
    # The search takes a while between any two; buffered events would come at once.
    gaps = [later - earlier for earlier, later in pairwise(arrived)]
    assert sum(gap > 0.01 for gap in gaps) > len(gaps) / 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (STREAM, None),
        (f"/v1/best-move/stream?{HARD}&max_nodes=1000000", None),
        ("/v1/review/stream", GAME),
    ],
    ids=["analysis", "best-move", "review"],
)
def test_client_that_leaves_ends_its_search(
    site: Site, path: str, body: dict[str, object] | None
) -> None:
    with site.client.stream("POST" if body else "GET", path, json=body) as stream:
        lines = stream.iter_lines()  # ends the stream when it is deleted
        assert next(lines) == "event: progress"
        assert searches(site) == 1
    wait_until(lambda: searches(site) == 0)


def test_only_allowed_origins_can_read_responses() -> None:
    allowed, other = "https://game.example", "https://other.example"
    path = new_path()
    with Site(PLENTY, cors_origins=allowed) as site:
        for origin in (None, other, allowed, None, other, allowed):
            headers = {"Origin": origin} if origin else {}
            found = site.client.get(path, headers=headers).headers
            expected = allowed if origin == allowed else None
            assert found.get("access-control-allow-origin") == expected
