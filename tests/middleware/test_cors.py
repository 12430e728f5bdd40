"""Cross-origin requests: which pages can call the service, and what they can read."""

import pytest

from tests.asgi import Client, Clients

UNDER_A_PREFIX = True

ANALYSIS = "/v1/analysis?board=XO./.X./..O"
PAGE = "http://page.example"
TARGETS = [ANALYSIS, "/v1/analysis", "/nope", "/docs", "/openapi.json", "/livez", "/readyz"]


@pytest.mark.parametrize("target", TARGETS)
def test_pages_of_all_origins_can_read_every_response(client: Client, target: str) -> None:
    with_origin, without = client.get(target, origin=PAGE).headers, client.get(target).headers
    assert with_origin["access-control-allow-origin"] == "*"
    exposed = set(with_origin["access-control-expose-headers"].split(", "))
    assert exposed == {"ETag", "Retry-After", "X-Request-ID"}
    assert "access-control-allow-credentials" not in with_origin
    assert not any(name.startswith("access-control-") for name in without)
    for headers in (with_origin, without):
        varies = headers.get("vary", "").count("Origin") == 1
        assert varies or headers["cache-control"] == "no-store"


def test_304_and_early_rejections_can_be_read(client: Client) -> None:
    etag = client.get(ANALYSIS).headers["etag"]
    held = client.get(ANALYSIS, origin=PAGE, if_none_match=etag).expect(304)
    too_large = client.post("/v1/analysis", "x" * 70_000, origin=PAGE).expect(413)
    for answer in (held, too_large):
        assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("method", ["POST", "DELETE", "FOO"])
@pytest.mark.parametrize("requested", ["content-type, authorization, x-other", None])
def test_preflight_response_lists_the_allowed_methods_and_all_headers(
    client: Client, method: str, requested: str | None
) -> None:
    headers = {"origin": PAGE, "access-control-request-method": method}
    headers |= {"access-control-request-headers": requested} if requested else {}
    answer = client.send("OPTIONS", "/v1/best-move", headers=headers).expect(204)
    assert answer.body == b""
    assert not {"content-length", "content-type"} & {*answer.headers}  # RFC 9110, 8.6
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "GET, HEAD, POST"
    assert answer.headers.get("access-control-allow-headers") == requested
    assert answer.headers["x-request-id"]
    assert "access-control-allow-private-network" not in answer.headers
    headers["access-control-request-private-network"] = "true"
    answer = client.send("OPTIONS", "/v1/best-move", headers=headers).expect(204)
    assert answer.headers["access-control-allow-private-network"] == "true"


def test_origins_can_be_limited(new_client: Clients) -> None:
    named = new_client(cors_origins=["http://one.example", "http://two.example"])
    for target in (ANALYSIS, "/nope"):
        for origin in ("http://one.example", "http://two.example"):
            headers = named.get(target, origin=origin).headers
            assert headers["access-control-allow-origin"] == origin
            assert "Origin" in headers["vary"].split(", ")
        for sent in ({"origin": PAGE}, {}):
            headers = named.get(target, **sent).headers
            assert "access-control-allow-origin" not in headers
            assert "Origin" in headers.get("vary", "") or headers["cache-control"] == "no-store"
    asked = {"origin": PAGE, "access-control-request-method": "POST"}
    preflight = named.send("OPTIONS", "/v1/analysis", headers=asked).expect(204)
    assert "access-control-allow-origin" not in preflight.headers
