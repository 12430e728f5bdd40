"""Errors of every route: one form, stable codes, and nothing of the input."""

import pytest
from starlette.types import Receive, Scope, Send

from service.engine import errors
from service.problems.catalogue import CATALOGUE, FAULTS
from tests.api.support import assert_problem
from tests.asgi import Client
from tests.clients import Clients
from tests.openapi.document import DOCUMENT

OPERATIONS = ["/v1/analysis", "/v1/best-move", "/v1/game-tree"]
PAGES = ["/", "/docs", "/openapi.json", "/problems", "/static/docs.js"]
MARKER = "Zq9-marker"


@pytest.mark.parametrize(
    "path",
    ["/nope", "/v1", "/v1/", "/v1/analysis/", "/v2/analysis", "/v1//analysis", "/V1/analysis",
     "/%00", "/%ff", "/v1/analysis%2F", "/static/nope.js", "/docs/swagger-ui/../../settings.py",
     "/static/%2e%2e/settings.py", "/docs/", "/v1/analysis;x", "*"],
)  # fmt: skip
def test_unknown_path_is_not_found(client: Client, path: str) -> None:
    assert_problem(client.get(path), 404, "not_found")
    if not path.startswith(("/static", "/docs/swagger-ui")):
        for method in ("POST", "DELETE"):
            assert_problem(client.send(method, path), 404, "not_found")


@pytest.mark.parametrize("path", [*DOCUMENT["paths"], *PAGES])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY"])
def test_method_that_a_path_does_not_support_gets_those_that_it_does(
    client: Client, path: str, method: str
) -> None:
    methods = {each.upper() for each in DOCUMENT["paths"].get(path, ["get"])}
    if method not in methods:
        answer = client.send(method, path)
        assert_problem(answer, 405, "method_not_allowed")
        allowed = methods | ({"HEAD"} if "GET" in methods else set())
        assert answer.headers["allow"] == ", ".join(sorted(allowed))


@pytest.mark.parametrize("path", ["/v1/analysis", "/livez", "/", "/nope", "/static/docs.js"])
@pytest.mark.parametrize("method", ["FOO", "get", "PROPFIND"])
def test_method_that_http_does_not_have_is_not_implemented(
    client: Client, path: str, method: str
) -> None:
    assert_problem(client.send(method, path), 501, "not_implemented")


def test_options_of_the_service_are_its_methods(client: Client) -> None:
    answer = client.send("OPTIONS", "*").expect(204)
    assert (answer.body, answer.headers["allow"]) == (b"", "GET, HEAD, POST, OPTIONS")


@pytest.mark.parametrize("path", OPERATIONS)
def test_post_without_body_is_malformed(client: Client, path: str) -> None:
    assert_problem(client.send("POST", path), 400, "malformed_body")


@pytest.mark.parametrize("path", OPERATIONS)
@pytest.mark.parametrize(
    "document",
    [
        {"board": MARKER},
        {"board": [MARKER]},
        {"board": [[MARKER]]},
        {"board": MARKER * 1000},
        {"board": "." * 9, "side_to_move": MARKER},
        {"board": "." * 9, "in_a_row": MARKER},
        {"board": "." * 9, "misere": MARKER},
        {"board": "." * 9, "level": MARKER},
        {"board": "." * 9, "seed": MARKER},
        {"board": "." * 9, MARKER: 1},
        {"board": {MARKER: MARKER}},
        {MARKER: {MARKER: MARKER}},
        MARKER,
        [MARKER],
    ],
)
def test_problem_does_not_repeat_the_body(client: Client, path: str, document: object) -> None:
    answer = client.post(path, document)
    assert_problem(answer, 422, "invalid_request")
    assert MARKER not in answer.body.decode() + str(answer.headers)
    assert len(answer.body) < 2500


@pytest.mark.parametrize("path", [*OPERATIONS, "/nope"])
def test_problem_does_not_repeat_query_path_method_or_headers(client: Client, path: str) -> None:
    for answer in (
        client.get(f"{path}?board={MARKER}"),
        client.get(f"{path}?{MARKER}={MARKER}"),
        client.get(f"{path}/{MARKER}"),
        client.get(path, cookie=MARKER, host=MARKER, referer=MARKER, origin=f"http://{MARKER}"),
        client.send(MARKER, path),
        client.send("POST", path, [MARKER.encode()], {"content-type": "application/json"}),
        client.send("POST", path, [MARKER.encode()], {"content-type": MARKER}),
    ):
        assert answer.status >= 400
        assert MARKER not in answer.body.decode() + str(answer.headers)


def test_unexpected_error_is_logged_and_its_cause_is_not_sent(
    new_client: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    client = new_client()

    @client.app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("a secret cause")

    answer = client.get("/broken", x_request_id="abc-1", origin="http://page.example")
    assert_problem(answer, 500, "internal_error")
    assert answer.json["request_id"] == answer.headers["x-request-id"] == "abc-1"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert b"secret" not in answer.body
    [record] = [record for record in caplog.records if record.name == "noughts"]
    assert "abc-1" in record.getMessage()
    assert record.exc_info
    assert "a secret cause" in str(record.exc_info[1])


def test_error_after_the_response_has_begun_is_left_to_the_server(new_client: Clients) -> None:
    async def half(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("half-way")

    client = new_client()
    client.app.mount("/half", half)
    with pytest.raises(RuntimeError, match="half-way"):
        client.get("/half/")


def test_codes_are_ordered_by_status_and_explained(client: Client) -> None:
    statuses = [entry.status for entry in CATALOGUE.values()]
    assert statuses == sorted(statuses)
    page = client.get("/problems").body.decode()
    for code, entry in CATALOGUE.items():
        assert f'<tr id="{code}">' in page
        assert f"<td>{entry.title}</td>" in page
    assert "`" not in page
    assert "$" not in page


def test_every_error_of_the_engine_has_a_code() -> None:
    pending = [errors.EngineError]
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        if kind is errors.WrongEntry:  # of a request that does not match its schema
            assert kind.code in FAULTS
        elif hasattr(kind, "code"):
            assert CATALOGUE[kind.code].status == 422
