"""Errors of every route: one form, stable codes, and nothing of the input."""

from typing import get_args

import pytest
from starlette.types import Receive, Scope, Send

from service.catalogue import CATALOGUE
from service.engine.errors import Code
from tests.api.support import MARKER, assert_problem
from tests.asgi import Client, Clients
from tests.openapi.document import DOCUMENT

UNDER_A_PREFIX = True

PAGES = ["/", "/docs", "/openapi.json", "/problems", "/static/docs/main.js", "/client/noughts.js"]


@pytest.mark.parametrize(
    "path",
    ["/nope", "/v1", "/v1/", "/v1/analysis/", "/v2/analysis", "/v1//analysis", "/V1/analysis",
     "/%00", "/%ff", "/v1/analysis%2F", "/static/nope.js", "/docs/swagger-ui/../../settings.py",
     "/static/%2e%2e/settings.py", "/v1/analysis;x", "*", "/learn/nope/",
     "/client/", "/client/nope.js", "/client/../index.html", "/client/%2e%2e/index.html",
     "/client//etc/passwd", "/client/%00", "/client", "/examples/nope.html",
     "/static", "/static/", "/static/client", "/static/../app.py", "/static/a%00b", "/static//etc",
     f"/static/{'a' * 300}", "/examples/%2e%2e/app.py",
     "/docs/swagger-ui/", "/docs/swagger-ui/nope.js", "/index.html"],
)  # fmt: skip
def test_unknown_path_is_not_found(client: Client, path: str) -> None:
    for encoding in ("identity", "gzip"):
        assert_problem(client.get(path, accept_encoding=encoding), 404, "not_found")
    assert client.send("HEAD", path).status == 404
    if not path.startswith(("/static/", "/docs/swagger-ui/", "/client/", "/examples/")):
        for method in ("POST", "DELETE"):
            assert_problem(client.send(method, path), 404, "not_found")


@pytest.mark.parametrize("path", [*DOCUMENT["paths"], *PAGES])
def test_unsupported_method_gets_the_supported_ones(client: Client, path: str) -> None:
    methods = {each.upper() for each in DOCUMENT["paths"].get(path, ["get"])}
    head = {"HEAD"} if "GET" in methods else set()
    allowed = ", ".join(sorted(methods | head | {"OPTIONS"}))
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "QUERY"} - methods:
        answer = client.send(method, path, headers={"accept-encoding": "gzip"})
        assert_problem(answer, 405, "method_not_allowed")
        assert answer.headers["allow"] == allowed
        assert f" {' and '.join(allowed.rsplit(', ', 1))}" in answer.json["detail"]
    for headers, version in (({"origin": "http://page.example"}, "1.1"), ({}, "1.0")):
        options = client.send("OPTIONS", path, [], headers, version).expect(204)
        assert (options.body, options.headers["allow"]) == (b"", allowed)
    assert_problem(client.send("OPTIONS", f"{path}/nope"), 404, "not_found")


@pytest.mark.parametrize("root_path", ["", "/noughts"])
def test_public_url_makes_types_and_servers_absolute(new_client: Clients, root_path: str) -> None:
    """It contains the prefix, which is not added twice."""
    public = "https://example.org/noughts"
    client = new_client(public_url=public)
    client.root_path = root_path
    answers = [
        client.get("/v1/nothing").expect(404),
        client.get("/v1/analysis?board=XXX/OOO/...").expect(422),
        client.send("GET", "/a\x7f").expect(404),
        client.get("/metrics/nothing").expect(404),
        client.get(f"/{'a' * 5_000}").expect(414),
    ]
    problems = [answer.json for answer in answers]
    batch = client.post("/v1/analyses", {"positions": [{"board": "XXX/OOO/..."}]}).expect(200)
    problems.append(batch.json["results"][0]["problem"])
    for name in ("openapi.json", "openapi-3.0.json"):
        document = client.get(f"/{name}").json
        assert [server["url"] for server in document["servers"]] == [public]
        [shared] = document["components"]["responses"]["Overloaded"]["content"].values()
        problems += [example["value"] for example in shared["examples"].values()]
    for problem in problems:
        assert problem["type"] == f"{public}/problems#{problem['code']}"
    assert problems[0]["detail"].endswith(f"See {public}/docs.")


@pytest.mark.parametrize("path", ["/v1/analysis", "/livez", "/", "/nope", "/static/docs/main.js"])
def test_method_that_http_does_not_have_is_not_implemented(client: Client, path: str) -> None:
    options = client.send("OPTIONS", "*").expect(204)
    assert (options.body, options.headers["allow"]) == (b"", "GET, HEAD, POST, OPTIONS")
    for method in ("FOO", "get", "PROPFIND", MARKER):
        assert_problem(client.send(method, path), 501, "not_implemented")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [("/v1/analysis", 422, "invalid_request"), ("/nope", 404, "not_found")],
)
def test_problem_does_not_repeat_path_query_or_headers(
    client: Client, path: str, status: int, code: str
) -> None:
    sent = dict.fromkeys(("cookie", "host", "referer", "origin"), f"http://{MARKER}")
    assert_problem(client.get(f"{path}?{MARKER}={MARKER}", **sent), status, code)
    assert_problem(client.get(f"{path}/{MARKER}", **sent), 404, "not_found")
    answer = client.send("POST", "/v1/analysis", [MARKER.encode()], {"content-type": MARKER})
    assert_problem(answer, 415, "unsupported_media_type")


def test_unexpected_error_is_logged_and_its_cause_is_not_sent(
    new_client: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    client = new_client()

    @client.app.get("/broken")
    async def broken() -> None:
        raise RuntimeError(MARKER)

    answer = client.get("/broken", x_request_id="abc-1", origin="http://page.example")
    assert_problem(answer, 500, "internal_error")
    assert answer.json["request_id"] == answer.headers["x-request-id"] == "abc-1"
    assert answer.headers["access-control-allow-origin"] == "*"
    [record] = [record for record in caplog.records if record.name == "noughts"]
    assert "abc-1" in record.getMessage()
    assert record.exc_info
    assert MARKER in str(record.exc_info[1])


def test_error_after_the_response_has_started_is_raised_to_the_server(new_client: Clients) -> None:
    async def half(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("half-way")

    client = new_client()
    client.app.mount("/half", half)
    with pytest.raises(RuntimeError, match="half-way"):
        client.get("/half/")


def test_every_error_of_the_engine_has_a_code() -> None:
    codes = set(get_args(Code))
    assert codes - CATALOGUE.keys() == {"wrong_type", "wrong_value"}  # of schemas, too
    for code in codes & CATALOGUE.keys():
        assert CATALOGUE[code].status == 422
