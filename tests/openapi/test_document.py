"""The committed contract: equal to the app, complete, and true in every example."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs
import pytest
from openapi_spec_validator import validate

from service import __version__
from service.api.contract_route import ContractRoute
from service.api.health import health
from service.api.operations import operations
from service.app import create_app
from service.openapi.__main__ import contract_text
from service.schemas.problems import CATALOGUE
from service.search_pool.pool import SearchPool
from service.search_pool.shares import OverloadedError
from service.settings import Settings
from tests.asgi import Answer, Client
from tests.live import ROOT

TEXT = (ROOT / "openapi" / "openapi.json").read_text()
DOCUMENT: dict[str, Any] = json.loads(TEXT)
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
V1 = sorted(name for name, (_, path, _) in OPERATIONS.items() if path.startswith("/v1/"))


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """What a node stands for, if it is a reference."""
    found: Any = node
    if "$ref" in node:
        found = DOCUMENT
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
    return dict(found)


def closed(components: dict[str, Any]) -> dict[str, Any]:
    """The components with schemas that forbid fields that they do not name."""
    schemas = {
        name: schema | ({"additionalProperties": False} if "properties" in schema else {})
        for name, schema in components["schemas"].items()
    }
    return components | {"schemas": schemas}


CLOSED = closed(DOCUMENT["components"])


def check_schema(schema: dict[str, Any], value: object) -> None:
    """Hold a value against a schema of the document; it has the documented fields and no others."""
    jsonschema_rs.Draft202012Validator({**schema, "components": CLOSED}).validate(value)


def test_the_committed_contract_is_that_of_the_app(client: Client) -> None:
    assert contract_text() == TEXT, "run `make openapi` and read the difference"
    assert client.get("/openapi.json").json == DOCUMENT


def test_of_all_settings_the_contract_names_the_most_nodes(runner: asyncio.Runner) -> None:
    app = create_app(Settings(max_body_bytes=7, max_nodes=2000))
    limited = Client(app, runner).get("/openapi.json").json
    assert limited == json.loads(TEXT.replace('"maximum": 20000000', '"maximum": 2000'))
    assert limited != DOCUMENT


def test_the_document_is_valid() -> None:
    validate(DOCUMENT)


def test_it_says_what_it_is() -> None:
    info = DOCUMENT["info"]
    assert DOCUMENT["openapi"].startswith("3.1")
    assert info["version"] == __version__
    assert info["license"] == {"name": "MIT", "identifier": "MIT"}
    assert set(info["contact"]) == {"name"}
    assert info["description"]
    assert DOCUMENT["servers"]
    used = {tag for _, _, operation in OPERATIONS.values() for tag in operation["tags"]}
    assert [tag["name"] for tag in DOCUMENT["tags"]] == sorted(used)


def test_operation_ids_are_the_names_of_functions() -> None:
    functions = {
        route.endpoint.__name__
        for route in [*operations, *health]
        if isinstance(route, ContractRoute)
    }
    assert set(OPERATIONS) == functions


def test_every_operation_is_described() -> None:
    for _, _, operation in OPERATIONS.values():
        assert operation["summary"]
        assert operation["description"]
        for response in operation["responses"].values():
            assert "X-Request-ID" in resolved(response)["headers"]
        for parameter in operation.get("parameters", []):
            assert parameter["description"]


def test_enums_are_named() -> None:
    for node in walk({**DOCUMENT, "components": {}}):
        assert "enum" not in node
    for name, schema in DOCUMENT["components"]["schemas"].items():
        inner = walk(schema)
        assert not any("enum" in node for node in inner if node is not schema), name


def walk(node: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401  any part of the document
    """Every object within a part of the document."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from walk(inner)


REQUIRED = {
    "AnalysesRequest": ["positions"],
    "AnalysisRequest": ["board"],
    "BestMoveRequest": ["board"],
    "ExamRequest": ["moves", "side"],
    "GameTreeRequest": ["board"],
    "ReviewRequest": ["moves"],
    "TraceRequest": ["board"],
}


def test_what_may_be_left_out_is_not_required() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    requests = {name for name in schemas if name.endswith("Request")}
    assert requests == set(REQUIRED)
    for name in requests:
        assert schemas[name]["required"] == REQUIRED[name]
        assert not any("default" in field for field in schemas[name]["properties"].values())
    optional = {"Problem": {"errors", "request_id"}, "Fault": {"pointer", "parameter"}}
    for name, schema in schemas.items():
        if "properties" in schema and not name.endswith("Request") and name != "AnalysisItem":
            assert set(schema["properties"]) - set(schema["required"]) == optional.get(name, set())
            assert "additionalProperties" not in schema
    for name in [*requests, "AnalysisItem"]:
        assert schemas[name]["additionalProperties"] is False


def test_every_property_is_described() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        assert schema["description"], name
        for field, property_ in schema.get("properties", {}).items():
            assert property_["description"], (name, field)


def test_every_array_has_an_end_and_every_number_a_size() -> None:
    for node in walk(DOCUMENT["components"]["schemas"]):
        if node.get("type") == "array":
            assert "maxItems" in node
        if node.get("type") == "integer":
            assert node["format"] in {"int32", "int64"}
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["BestMove"]["properties"]["seed"]["anyOf"][0]["format"] == "int64"
    assert schemas["Position"]["properties"]["columns"]["format"] == "int32"


def test_forms_of_boards_are_named() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert {"Board", "Notation", "Cell", "TextRow", "CellNumber"} <= set(schemas)
    for name in ("AnalysisRequest", "BestMoveRequest", "GameTreeRequest"):
        assert schemas[name]["properties"]["board"]["$ref"] == "#/components/schemas/Board"


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


def as_query(values: dict[str, object]) -> str:
    """Values as query parameters."""
    return urlencode({k: str(v).lower() if isinstance(v, bool) else v for k, v in values.items()})


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
    monkeypatch.setattr("service.engine.tasks.analyze_uncached", lambda *_: 1 // 0)
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


def test_every_status_is_documented() -> None:
    everywhere = {"200", "408", "413", "414", "431", "500", "503"}
    for name, (method, path, operation) in OPERATIONS.items():
        expected = set(everywhere)
        if path.startswith("/v1/"):
            expected |= {"422", "429"} | ({"400", "415"} if method == "post" else {"304", "412"})
        if name in {"stream_analysis", "stream_review"}:
            expected -= {"304", "412"}
        assert set(operation["responses"]) == expected, name
    codes = {str(entry.status) for entry in CATALOGUE.values()}
    assert everywhere - {"200"} <= codes


UNLINKED = {"stream_analysis", "stream_review", "get_levels", "post_analyses", "post_exam"}


def test_links_lead_to_operations(client: Client) -> None:
    """Following a link means to put parts of one answer into the next request."""
    start = client.get("/v1/best-move?board=.........").json
    for name in V1:
        if name in UNLINKED:
            continue
        links = OPERATIONS[name][2]["responses"]["200"]["links"]
        for link in links.values():
            _, path, _ = OPERATIONS[link["operationId"]]
            values = link["parameters"].items()
            found = {key: pick(start, expression) for key, expression in values}
            assert client.get(f"{path}?{as_query(found)}").status == 200
        assert set(links) == {"get_analysis", "get_best_move"}


def pick(document: dict[str, Any], expression: str) -> Any:  # noqa: ANN401  any part of it
    """The part of a body that a runtime expression names."""
    assert expression.startswith("$response.body#/")
    found: Any = document
    for step in expression.removeprefix("$response.body#/").split("/"):
        found = found[step]
    return found
