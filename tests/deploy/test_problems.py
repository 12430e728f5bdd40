"""nginx's own errors are problems like the service's, in the same words."""

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse

import httpx
import jsonschema_rs
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import PLENTY, Site
from tests.live import ROOT

pytestmark = pytest.mark.full

CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text())
# What only a proxy says.
OURS = {"bad_request", "rate_limited"}
QUERY = "/v1/analysis?board=XO./.X./..O"


@pytest.fixture(scope="module")
def validator() -> jsonschema_rs.Validator:
    """Holds a problem against the contract."""
    schemas = CONTRACT["components"]["schemas"]
    schemas["ProblemCode"]["enum"] = sorted(OURS.union(schemas["ProblemCode"]["enum"]))
    return jsonschema_rs.validator_for(
        {"$ref": "#/components/schemas/Problem", "components": CONTRACT["components"]}
    )


@pytest.fixture(scope="module")
def strict_site() -> Iterator[Site]:
    """One that takes little of one address."""
    site = Site({"rate": "1r/s", "burst": "2", "connections": "1"}, workers="1", max_waiting="0")
    try:
        yield site
    finally:
        site.close()


def assert_is_problem(
    answer: httpx.Response, status: int, code: str, validator: jsonschema_rs.Validator
) -> None:
    problem = answer.json()
    validator.validate(problem)
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["type"] == f"/problems#{code}"
    assert problem["detail"].endswith(".")
    headers = {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "ETag, Retry-After, X-Request-ID",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    }
    assert {name: answer.headers.get_list(name) for name in headers} == {
        name: [value] for name, value in headers.items()
    }
    [request_id] = answer.headers.get_list("x-request-id")
    assert re.fullmatch("[0-9a-f]{32}", request_id)


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (("GET", "/metrics", {}), (404, "not_found")),
        (("GET", "/metrics?x=1", {}), (404, "not_found")),
        (("POST", "/metrics", {}), (404, "not_found")),
        (("GET", "//metrics", {}), (404, "not_found")),
        (("GET", "/%6detrics", {}), (404, "not_found")),
        (("GET", "/problem/rate_limited", {}), (404, "not_found")),
        (("GET", f"{QUERY}&x={'x' * 9_000}", {}), (414, "uri_too_long")),
        (("GET", QUERY, {"X-Long": "x" * 9_000}), (431, "headers_too_large")),
        (("GET", QUERY, {f"X-{i}": "x" * 4_000 for i in range(9)}), (431, "headers_too_large")),
        (("GET", QUERY, {"Host": "a/b"}), (400, "bad_request")),
        (("GET", "/%00", {}), (400, "bad_request")),
        (("TRACE", QUERY, {}), (405, "method_not_allowed")),
    ],
)
def test_what_nginx_refuses(
    site: Site,
    validator: jsonschema_rs.Validator,
    asked: tuple[str, str, dict[str, str]],
    refused: tuple[int, str],
) -> None:
    method, path, headers = asked
    url = httpx.URL(site.proxy.url)
    request = httpx.Request(method, url, headers=headers)
    request.url = url.copy_with(raw_path=path.encode())
    assert_is_problem(site.client.send(request), *refused, validator)


def test_the_service_says_which_methods_there_are(site: Site) -> None:
    assert site.client.request("TRACE", "/v1/review").headers["allow"] == "POST"
    assert site.client.request("TRACE", "/livez").headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large(
    site: Site, validator: jsonschema_rs.Validator, chunked: bool
) -> None:
    def parts() -> Iterator[bytes]:
        yield from [b" " * 65_536, b" "]

    content = parts() if chunked else b" " * 65_537
    headers = {"Content-Type": "application/json"}
    answer = site.client.post("/v1/analysis", content=content, headers=headers)
    assert_is_problem(answer, 413, "body_too_large", validator)


def test_the_largest_body_is_the_services(site: Site) -> None:
    body = json.dumps({"board": "XO./.X./..O"}).encode().ljust(65_536)
    headers = {"Content-Type": "application/json"}
    assert site.client.post("/v1/analysis", content=body, headers=headers).status_code == 200


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
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    ],
)
def test_what_is_not_http(
    site: Site, validator: jsonschema_rs.Validator, request_head: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", site.proxy.port)) as connection:
        connection.sendall(request_head)
        received = HTTPResponse(connection)
        received.begin()
        answer = httpx.Response(
            received.status, headers=received.getheaders(), content=received.read()
        )
    assert_is_problem(answer, 400, "bad_request", validator)


def test_too_many_requests(strict_site: Site, validator: jsonschema_rs.Validator) -> None:
    answers = [strict_site.client.get(new_path()) for _ in range(6)]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert len(refused) >= 2
    for answer in refused:
        assert_is_problem(answer, 429, "rate_limited", validator)
        assert answer.headers["retry-after"] == "1"


def test_health_is_always_told(strict_site: Site) -> None:
    for path in ["/livez", "/readyz"] * 10:
        assert strict_site.client.get(path).status_code == 200


def test_too_many_at_the_same_time(validator: jsonschema_rs.Validator) -> None:
    site = Site({**PLENTY, "connections": "1"})
    try:
        stream = "/v1/analysis/stream?board=....../....../....../....../.....X&in_a_row=4"
        with site.client.stream("GET", stream) as held:
            lines = held.iter_lines()
            assert next(lines) == "event: progress"
            answer = site.client.get(new_path())
        assert_is_problem(answer, 429, "rate_limited", validator)
    finally:
        site.close()


def test_searches_that_find_no_place_on_any_replica() -> None:
    site = Site(workers="1", max_waiting="0")
    try:
        board = "....../....../....../....../....."
        bodies = [
            {"board": f"{board}{end}", "in_a_row": 4, "max_nodes": 100_000} for end in "XO.XO."
        ]
        with ThreadPoolExecutor(len(bodies)) as pool:
            answers = list(
                pool.map(lambda body: site.client.post("/v1/analysis", json=body), bodies)
            )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses[:2] == [200, 200]
        assert set(statuses[2:]) <= {200, 503}
        for answer in answers:
            if answer.status_code == 503:
                assert answer.json()["code"] == "overloaded"
                assert answer.headers["retry-after"] == "1"
        assert site.client.get(new_path()).status_code == 200
    finally:
        site.close()
