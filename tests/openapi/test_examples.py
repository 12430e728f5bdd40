"""The contract is true in every example."""

from typing import Any

import pytest

from service.app import create_app
from service.search_pool.pool import SearchPool
from service.search_pool.shares import OverloadedError
from tests.asgi import Answer, Client
from tests.openapi.document import DOCUMENT, OPERATIONS, V1, as_query, check_schema

EXAMPLES = [
    (operation_id, status, example)
    for operation_id in V1
    for status in ("200", "422")
    for content in OPERATIONS[operation_id][2]["responses"][status]["content"].values()
    for example in content.get("examples", ())
]


def test_every_operation_has_worked_examples() -> None:
    expected = {(name, status) for name in V1 for status in ("200", "422")}
    # What is wrong with a whole call is that it does not fit the schema, as examples have to.
    expected -= {("post_analyses", "422")}
    assert {(name, status) for name, status, _ in EXAMPLES} == expected


@pytest.mark.parametrize(("operation_id", "status", "example"), EXAMPLES)
def test_an_example_is_what_the_service_answers(
    client: Client, operation_id: str, status: str, example: str
) -> None:
    method, path, operation = OPERATIONS[operation_id]
    content = next(iter(operation["responses"][status]["content"].values()))
    shown = content["examples"][example]["value"]
    check_schema(content["schema"], shown)
    answer = ask(client, method, path, operation, example)
    assert answer.status == int(status)
    media_type = answer.headers["content-type"].partition(";")[0]
    assert media_type in operation["responses"][status]["content"]
    assert (answer.body.decode() if media_type == "text/event-stream" else answer.json) == shown


def ask(client: Client, method: str, path: str, operation: dict[str, Any], example: str) -> Answer:
    """Send the request of an example, which has to fit its schemas too."""
    if method == "post":
        [content] = operation["requestBody"]["content"].values()
        body = content["examples"][example]["value"]
        check_schema(content["schema"], body)
        return client.post(path, body)
    query: dict[str, object] = {"level": "hard"} if example == "a_parameter" else {}
    for parameter in operation["parameters"]:
        if example in parameter.get("examples", {}):
            query[parameter["name"]] = parameter["examples"][example]["value"]
            check_schema(parameter["schema"], query[parameter["name"]])
    return client.get(f"{path}?{as_query(query)}")


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_health_is_answered_as_shown(client: Client, path: str) -> None:
    app = create_app()
    app.state.ready = True
    shown = DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    assert Client(app, client.runner).get(path).json == shown["examples"]["ok"]["value"]


def test_every_request_example_has_its_answer() -> None:
    answered = {(name, example) for name, _, example in EXAMPLES}
    for name in V1:
        _, _, operation = OPERATIONS[name]
        contents = operation.get("requestBody", {}).get("content", {}).values()
        for holder in [*contents, *operation.get("parameters", [])]:
            for example in holder.get("examples", {}):
                assert (name, example) in answered


GOOD = b'{"board": "........."}'
LONG = "a" * 20_000
SHARED_REQUESTS: dict[str, tuple[bytes, dict[str, str]]] = {
    "malformed_body": (b"", {"content-type": "application/json"}),
    "body_too_large": (GOOD + LONG.encode() * 4, {"content-type": "application/json"}),
    "unsupported_media_type": (GOOD, {"content-type": "text/plain"}),
    "compressed": (GOOD, {"content-type": "application/json", "content-encoding": "gzip"}),
    "headers_too_large": (GOOD, {"content-type": "application/json", "x": LONG}),
}


@pytest.mark.parametrize("code", SHARED_REQUESTS)
def test_a_shared_problem_is_what_the_service_answers(client: Client, code: str) -> None:
    body, headers = SHARED_REQUESTS[code]
    answer = client.send("POST", "/v1/analysis", [body], headers)
    assert answer.json == shared_example(code)


def test_a_long_address_is_answered_as_shown(client: Client) -> None:
    answer = client.get(f"/v1/analysis?board={LONG}")
    assert answer.json == shared_example("uri_too_long")


def test_an_overloaded_service_answers_as_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OverloadedError

    monkeypatch.setattr(SearchPool, "run", full)
    answer = client.get("/v1/game-tree?board=..../..../....&side_to_move=O")
    assert answer.json == shared_example("overloaded")
    assert answer.headers["retry-after"] == "1"


def test_an_unready_service_answers_as_shown(client: Client) -> None:
    assert client.get("/readyz").json == shared_example("not_ready")


def test_an_if_match_that_does_not_match_is_answered_as_shown(client: Client) -> None:
    answer = client.get("/v1/levels", if_match='"other"')
    assert answer.json == shared_example("precondition_failed")


def test_an_internal_error_is_answered_as_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.tasks.analyze", lambda *_: 1 // 0)
    request_id = shared_example("internal_error")["request_id"]
    unasked = Client(create_app(), client.runner)
    answer = unasked.get("/v1/analysis?board=.........", x_request_id=request_id)
    assert answer.json == shared_example("internal_error")


def shared_example(code: str) -> dict[str, Any]:
    """The example of a problem that all operations share; it is the same wherever it stands."""
    found, *others = [
        example["value"]
        for response in DOCUMENT["components"]["responses"].values()
        for content in response["content"].values()
        for name, example in content["examples"].items()
        if name == code
    ]
    assert all(other == found for other in others)
    check_schema({"$ref": "#/components/schemas/Problem"}, found)
    return dict(found)
