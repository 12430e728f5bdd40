"""Errors of every route: one form, stable codes, and nothing of what was sent."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from service.app import create_app
from service.engine import errors
from service.problems.catalogue import CATALOGUE, FAULTS
from tests.asgi import Answer, Client

ROUTES = ["/v1/analysis", "/v1/best-move", "/v1/game-tree"]


def assert_is_problem(answer: Answer, status: int, code: str) -> None:
    problem = answer.json
    assert (answer.status, problem["status"], problem["code"]) == (status, status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"]
    assert problem["type"] == f"/problems#{code}"
    assert problem["title"]
    assert problem["detail"].endswith(".")
    assert set(problem) <= {"type", "title", "status", "detail", "code", "errors", "request_id"}
    for fault in problem.get("errors", []):
        assert ("pointer" in fault) != ("parameter" in fault)


@pytest.mark.parametrize(
    "path",
    ["/nope", "/v1", "/v1/", "/v1/analysis/", "/v2/analysis", "/v1//analysis", "/V1/analysis",
     "/%00", "/%ff", "/v1/analysis%2F", "/static/nope.js", "/docs/swagger-ui/../../settings.py",
     "/static/%2e%2e/settings.py", "/docs/", "/v1/analysis;x"],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_unknown_paths(client: Client, path: str, method: str) -> None:
    if method == "GET" or not path.startswith(("/static", "/docs/swagger-ui")):
        assert_is_problem(client.send(method, path), 404, "not_found")


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"])
def test_unknown_methods(client: Client, path: str, method: str) -> None:
    answer = client.send(method, path)
    assert_is_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("path", ["/v1/analysis", "/livez", "/", "/nope", "/static/docs.js"])
@pytest.mark.parametrize("method", ["FOO", "get", "PROPFIND"])
def test_methods_that_http_does_not_have(client: Client, path: str, method: str) -> None:
    assert_is_problem(client.send(method, path), 501, "not_implemented")


def test_the_service_as_a_whole_says_its_methods(client: Client) -> None:
    answer = client.send("OPTIONS", "*")
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"
    assert_is_problem(client.send("GET", "*"), 404, "not_found")


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate, gzip", "x"])
def test_a_compressed_body_is_refused(client: Client, encoding: str) -> None:
    headers = {"content-type": "application/json", "content-encoding": encoding}
    answer = client.send("POST", "/v1/analysis", [b'{"board": "........."}'], headers)
    assert_is_problem(answer, 415, "unsupported_media_type")
    assert answer.headers["accept-encoding"] == "identity"


def test_a_body_may_say_that_it_is_not_compressed(client: Client) -> None:
    headers = {"content-type": "application/json", "content-encoding": "Identity"}
    answer = client.send("POST", "/v1/analysis", [b'{"board": "........."}'], headers)
    assert answer.status == 200


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/livez", "/readyz", "/problems"])
def test_unknown_methods_around_the_api(client: Client, path: str) -> None:
    answer = client.send("POST", path)
    assert_is_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/static/docs.js", "/docs/swagger-ui/swagger-ui.css"])
def test_unknown_methods_of_files(client: Client, path: str) -> None:
    answer = client.send("POST", path)
    assert_is_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ROUTES)
def test_each_error_of_the_input_is_a_problem(client: Client, path: str) -> None:
    assert_is_problem(client.get(path), 422, "invalid_request")
    assert_is_problem(client.get(f"{path}?board=XXX/OOO/..."), 422, "both_won")
    assert_is_problem(client.post(path, {"board": "."}), 422, "unsupported_size")
    assert_is_problem(client.send("POST", path), 400, "malformed_body")
    assert_is_problem(client.send("POST", path, [b"{}"]), 415, "unsupported_media_type")


MARKER = "Zq9-marker"


@pytest.mark.parametrize("path", ROUTES)
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
def test_nothing_is_repeated_from_a_body(client: Client, path: str, document: object) -> None:
    answer = client.post(path, document)
    assert answer.status == 422
    assert MARKER not in answer.body.decode() + str(answer.headers)
    assert len(answer.body) < 2500


@pytest.mark.parametrize("path", [*ROUTES, "/nope"])
def test_nothing_is_repeated_from_elsewhere(client: Client, path: str) -> None:
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


def test_a_refusal_is_the_same_when_it_is_asked_for_again(client: Client) -> None:
    first, again = (client.post("/v1/analysis", {"boars": "........."}) for _ in range(2))
    assert_is_problem(first, 422, "invalid_request")
    assert (again.body, again.lasting_headers) == (first.body, first.lasting_headers)


@pytest.mark.parametrize("target", ["/v1/levels", "/v1/analysis?board=XX.OO...."])
def test_a_condition_on_one_request_is_none_on_the_next(client: Client, target: str) -> None:
    for _ in range(2):
        assert_is_problem(client.get(target, if_match='"other"'), 412, "precondition_failed")
        client.get(target).expect(200)


def broken_app() -> Starlette:
    app = create_app()

    async def broken(_: Request) -> Response:
        raise RuntimeError("a secret cause")

    app.router.routes.append(Route("/broken", broken))
    return app


def test_an_unexpected_error_tells_nothing_and_is_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = Client(broken_app(), client.runner).get("/broken", x_request_id="abc-1")
    assert_is_problem(answer, 500, "internal_error")
    assert answer.json["request_id"] == answer.headers["x-request-id"] == "abc-1"
    assert b"secret" not in answer.body
    [record] = [record for record in caplog.records if record.name == "noughts"]
    assert "abc-1" in record.getMessage()
    assert record.exc_info
    assert "a secret cause" in str(record.exc_info[1])


def test_an_error_after_the_answer_has_begun_is_left_to_the_server(client: Client) -> None:
    app = create_app()

    async def half(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("half-way")

    app.mount("/half", half)
    with pytest.raises(RuntimeError, match="half-way"):
        Client(app, client.runner).get("/half/")


def test_every_code_has_its_status_and_words() -> None:
    statuses = [entry.status for entry in CATALOGUE.values()]
    assert statuses == sorted(statuses)


def test_every_error_of_the_engine_has_a_code_on_the_wire() -> None:
    pending = [errors.EngineError]
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        if hasattr(kind, "code"):
            if kind is errors.WrongEntry:  # of a request that does not fit its schema
                assert kind.code in FAULTS
            else:
                assert CATALOGUE[kind.code].status == 422
