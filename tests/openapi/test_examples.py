"""The contract is true in every example and every link."""

from itertools import product
from typing import Any
from unittest.mock import AsyncMock

import pytest

from openapi.examples import JSON
from service.quotas import OverloadedError
from service.search_pool.workers import ProcessWorker
from tests.asgi import Answer, Client, Clients
from tests.openapi.document import (
    EXAMPLES,
    OPERATIONS,
    PROBLEMS,
    REQUESTED,
    V1,
    check_schema,
    request_of,
    resolved,
    send,
)


def test_every_example_request_has_a_response_of_its_name() -> None:
    """So that a mock can show each, and every operation shows a success and a failure."""
    assert {(name, status) for name, status, _ in EXAMPLES} == set(product(V1, ("200", "422")))
    shown = [(name, example) for name, _, example in EXAMPLES]
    assert set(REQUESTED) <= set(shown)
    assert len(shown) == len(set(shown))


@pytest.mark.compiled
@pytest.mark.parametrize(("operation_id", "status", "example"), EXAMPLES)
def test_example_request_gets_the_example_response(
    client: Client, operation_id: str, status: str, example: str
) -> None:
    contents = OPERATIONS[operation_id][2]["responses"][status]["content"]
    content = next(iter(contents.values()))
    shown = content["examples"][example]["value"]
    check_schema(content["schema"], shown)
    answer = send(client, operation_id, request_of(operation_id, example)).expect(int(status))
    media_type = answer.headers["content-type"].partition(";")[0]
    assert media_type in contents
    assert (answer.body.decode() if media_type == "text/event-stream" else answer.json) == shown


def test_first_value_of_each_parameter_makes_a_valid_request(client: Client) -> None:
    """Some tools combine these, and send nothing for a parameter without an example."""
    for name, (method, _, operation) in OPERATIONS.items():
        if method == "get" and name in V1:
            query = {}
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query":
                    examples = [*parameter.get("examples", {}).values(), {"value": ""}]
                    query[parameter["name"]] = examples[0]["value"]
            send(client, name, query).expect(200)


def test_problems_match_their_examples(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    def post(body: bytes, **headers: str) -> Answer:
        return client.send("POST", "/v1/analysis", [body], {"content-type": JSON} | headers)

    client, target = new_client(), "/v1/analysis?board=........."
    monkeypatch.setattr(ProcessWorker, "run", AsyncMock(side_effect=OverloadedError))
    monkeypatch.setattr("service.tasks.find", lambda *_: 1 // 0)
    request_id = PROBLEMS["internal_error"]["request_id"]
    answers: dict[str, Answer] = {
        "malformed_body": post(b""),
        "body_too_large": post(b"{}".ljust(80_000)),
        "unsupported_media_type": post(b"{}", **{"content-type": "text/plain"}),
        "headers_too_large": post(b"{}", x="a" * 20_000),
        "uri_too_long": client.get(f"/v1/analysis?board={'a' * 5_000}"),
        "precondition_failed": client.get("/v1/levels", if_match='"other"'),
        "not_ready": client.get("/readyz"),
        "overloaded": client.get("/v1/game-tree?board=..../..../....&side_to_move=O"),
        "internal_error": client.get(target, x_request_id=request_id),
    }
    for code, answer in answers.items():
        assert answer.json == PROBLEMS[code]


def test_preferred_problem_is_provoked_if_the_setting_is_on(new_client: Clients) -> None:
    target, plain = "/v1/best-move?board=.........", new_client()
    client = new_client(provoke_errors=True)
    for name, shown in PROBLEMS.items():
        status = shown["status"]
        prefer = f'code="{status}", example={name}'
        client.get(target).expect(200)  # which is then in the response cache
        for answer in (client.get(target, prefer=prefer), client.get("/livez", prefer=prefer)):
            own = {"request_id": answer.headers["x-request-id"]} if status == 500 else {}
            assert answer.expect(status).json == shown | own
            assert str(answer.json.get("retry_after", "")) == answer.headers.get("retry-after", "")
        plain.get(target, prefer=prefer).expect(200)
        assert client.get(target, prefer=f"code={status}").expect(status)
    assert "Prefer" in client.get(target, if_none_match="*").expect(304).headers["vary"]
    for unknown in ("code=418", "respond-async", "code=503, example=nope", "example=overloaded"):
        answer = client.get(target, prefer=unknown).expect(200)
        assert "Prefer" in answer.headers["vary"]
    assert "prefer" not in plain.get(target).headers["vary"].lower()


def test_links_can_be_followed(client: Client) -> None:
    """A link puts parts of a response into the next request."""
    examples = {name: example for name, status, example in reversed(EXAMPLES) if status == "200"}
    for name in V1:
        success = OPERATIONS[name][2]["responses"]["200"]
        schema = success["content"].get("application/json", {"schema": {}})["schema"]
        has_position = "position" in resolved(schema).get("properties", {})
        links = success.get("links", {})
        assert set(links) == ({"get_analysis", "get_best_move"} if has_position else set())
        start = send(client, name, request_of(name, examples[name])).json if links else None
        for link in map(resolved, links.values()):
            query = {key: part_of(start, path) for key, path in link["parameters"].items()}
            send(client, link["operationId"], query).expect(200)


def part_of(document: Any, expression: str) -> Any:  # noqa: ANN401  any part of a response
    """The part of a body that a runtime expression names."""
    for step in expression.removeprefix("$response.body#/").split("/"):
        document = document[step]
    return document
