"""nginx's own errors are problems like the service's, in the same words."""

import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPResponse
from typing import Any

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import PLENTY, Proxy, Site
from tests.deploy.replica import replica
from tests.deploy.test_clients import OWN
from tests.live import WAIT, free_port, get
from tests.openapi.document import check_schema

pytestmark = pytest.mark.full

FORK = {"board": "XO./.X./..O"}
QUERY = "/v1/analysis?board=XO./.X./..O"
FROM_A_PAGE = {"Origin": "https://game.example"}


def assert_is_problem(answer: httpx.Response, status: int, code: str) -> None:
    problem = answer.json()
    check_schema({"$ref": "#/components/schemas/Problem"}, problem)
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["type"] == f"/problems#{code}"
    assert problem["detail"].endswith(".")
    headers = {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "ETag, Retry-After, X-Request-ID",
        **OWN,
    }
    scope = {"rate_limited": "client", "not_ready": "service", "overloaded": "service"}.get(code)
    assert (problem.get("retry_after"), problem.get("scope")) == (scope and 1, scope)
    assert answer.headers.get("retry-after") == (scope and "1")
    assert {name: answer.headers.get_list(name) for name in headers} == {
        name: [value] for name, value in headers.items()
    }
    [request_id] = answer.headers.get_list("x-request-id")
    assert re.fullmatch("[0-9a-f]{32}", request_id)


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (("GET", "/metrics", {}), (404, "not_found")),
        (("GET", "//metrics", {}), (404, "not_found")),
        (("GET", "/noughts/metrics", {}), (404, "not_found")),
        (("GET", "/%6detrics", {}), (404, "not_found")),
        *(
            (("GET", f"/{path}%0{last}", {}), (404, "not_found"))
            for path in ("metrics", "livez", "docs", "v1/levels", "v1/analyses")
            for last in "1AD"
        ),
        (("GET", "/problem/rate_limited", {}), (404, "not_found")),
        (("GET", f"{QUERY}&x={'x' * 9_000}", {}), (414, "uri_too_long")),
        (("GET", QUERY, {"X-Long": "x" * 18_000}), (431, "headers_too_large")),
        (("GET", QUERY, {f"X-{i}": "x" * 4_000 for i in range(9)}), (431, "headers_too_large")),
        (("GET", QUERY, {"Host": "a/b"}), (400, "bad_request")),
        (("GET", "/%00", {}), (400, "bad_request")),
        (("TRACE", QUERY, {}), (405, "method_not_allowed")),
    ],
)
def test_nginx_rejects_with_a_problem(
    site: Site, asked: tuple[str, str, dict[str, str]], refused: tuple[int, str]
) -> None:
    method, path, headers = asked
    url = httpx.URL(site.proxy.url)
    request = httpx.Request(method, url, headers=FROM_A_PAGE | headers)
    request.url = url.copy_with(raw_path=path.encode())
    assert_is_problem(site.client.send(request), *refused)


@pytest.mark.parametrize(("size", "status"), [(8_300, 200), (16_000, 200), (16_384, 431)])
def test_headers_are_limited_in_total_with_those_that_nginx_adds(
    site: Site, size: int, status: int
) -> None:
    answer = site.client.post("/v1/analysis", json=FORK, headers={"Cookie": "x" * size})
    assert answer.status_code == status
    assert status == 200 or " 16384 bytes " in answer.json()["detail"]


def test_405_lists_the_methods_of_the_service(site: Site) -> None:
    assert site.client.request("TRACE", "/v1/exam").headers["allow"] == "OPTIONS, POST"
    assert site.client.request("TRACE", "/livez").headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    ("path", "document", "limit", "chunked"),
    [
        ("/v1/analysis", FORK, 2**16, False),
        ("/v1/analysis", FORK, 2**16, True),
        ("/v1/analyses", {"positions": [FORK]}, 2**20, False),
        ("/v1/exam", {"side": "X", "moves": {}}, 2**20, False),
    ],
)
def test_body_is_limited(
    site: Site, path: str, document: dict[str, Any], limit: int, chunked: bool
) -> None:
    def post(size: int) -> httpx.Response:
        body = json.dumps(document).encode().ljust(size)
        content = iter([body[:-1], body[-1:]]) if chunked else body
        headers = {"Content-Type": "application/json"}
        return site.client.post(path, content=content, headers=headers)

    taken, again = post(limit), post(limit)
    assert taken.status_code == 200
    assert taken.content == again.content
    assert not {"x-cache"} & {*taken.headers, *again.headers}
    refused = post(limit + 1)
    assert_is_problem(refused, 413, "body_too_large")
    assert f" {limit} bytes" in refused.json()["detail"]


@pytest.mark.parametrize(
    "request_head",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/3.0\r\nHost: x\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /../x HTTP/1.1\r\nHost: x\r\n\r\n",
        b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        b"POST /v1/analysis HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: unheard-of\r\n\r\n",
        b"GET /v1/levels HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    ],
)
def test_invalid_http_is_a_problem(site: Site, request_head: bytes) -> None:
    with site.proxy.connect() as connection:
        connection.sendall(request_head)
        assert_is_problem(received_from(connection), 400, "bad_request")


def received_from(connection: socket.socket) -> httpx.Response:
    received = HTTPResponse(connection)
    received.begin()
    return httpx.Response(received.status, headers=received.getheaders(), content=received.read())


def test_no_replica_is_a_problem_until_one_is_back(site: Site) -> None:
    for each in site.replicas:
        each.stop()
    try:
        assert_is_problem(site.client.get(new_path()), 503, "not_ready")
    finally:
        for each in site.replicas:
            each.start()
    assert site.client.get(new_path()).status_code == 200


@pytest.mark.parametrize(
    ("path", "backlog", "code"),
    [(QUERY, 9, "search_timeout"), ("/docs", 9, "not_ready"), (QUERY, 0, "not_ready")],
)
def test_replica_without_a_response_is_a_problem(path: str, backlog: int, code: str) -> None:
    """Without a backlog, the only connection that the replica takes is already open."""
    changes = {"read_timeout 120s": "read_timeout 1s"}
    with (
        socket.create_server(address := ("127.0.0.1", free_port()), backlog=backlog),
        socket.create_connection(address),
        Proxy([f"127.0.0.1:{address[1]}"], changes=changes) as proxy,
    ):
        assert_is_problem(get(proxy.url + path, headers=FROM_A_PAGE), 503, code)


def test_rates_of_the_api_and_of_health_checks_are_limited(site: Site) -> None:
    limits = {"rate": "1r/m", "burst": "1", "connections": "9"}
    with (
        Proxy([site.replicas[0].url], limits) as proxy,
        httpx.Client(base_url=proxy.url, timeout=WAIT) as client,
    ):
        for status in (200, 200, 429, 429):
            answer = client.get("/v1/levels")
            assert answer.status_code == status
        assert_is_problem(client.get(new_path(), headers=FROM_A_PAGE), 429, "rate_limited")
        for status in (200, 200, 429, 429):  # They do not count as requests to the API.
            assert client.get("/livez").status_code == status
        assert get(f"{site.replicas[0].url}/livez").status_code == 200


@pytest.mark.parametrize("path", ["/v1/levels", "/livez", "/readyz"])
def test_concurrent_requests_are_limited(path: str) -> None:
    limits = {**PLENTY, "connections": "2"}
    with replica(200) as server, Proxy([server.url], limits) as proxy, ExitStack() as stack:
        opened = [stack.enter_context(proxy.connect()) for _ in range(10)]
        for connection in opened:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answers = [received_from(connection) for connection in opened]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    assert server.most <= 2
    for answer in refused:
        assert_is_problem(answer, 429, "rate_limited")


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
@pytest.mark.parametrize("length", ["Content-Length: 60000", "Transfer-Encoding: chunked"])
def test_health_check_with_a_body_is_rejected_at_once(site: Site, path: str, length: str) -> None:
    with site.proxy.connect() as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\n{length}\r\n\r\n".encode())
        answer = received_from(connection)
    assert_is_problem(answer, 413, "body_too_large")
    assert "exceeds 0 bytes" in answer.json()["detail"]


def test_search_without_a_place_on_any_replica_is_a_problem() -> None:
    def search(site: Site, end: str) -> httpx.Response:
        board = f"....../....../....../....../.....{end}"
        body = {"board": board, "in_a_row": 4, "max_nodes": 100_000}
        return site.client.post("/v1/analysis", json=body, headers=FROM_A_PAGE)

    with Site(workers="1", max_waiting="0") as site:
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda end: search(site, end), "XO.XO."))
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses[:2] == [200, 200]
        for answer in answers:
            if answer.status_code != 200:
                assert_is_problem(answer, 503, "overloaded")
        assert site.client.get(new_path()).status_code == 200
