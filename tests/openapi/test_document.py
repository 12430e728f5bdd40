"""The committed contract: equal to the application's, and complete."""

import asyncio
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI

from openapi.__main__ import generated
from openapi.openapi_30 import NULL_VALUE
from service.app import create_app
from service.settings import Settings
from tests.api.support import events_of
from tests.asgi import Client, Clients
from tests.contract.later import grown
from tests.live import ROOT
from tests.openapi.document import DOCUMENT, EXAMPLES, OPERATIONS, TEXT, check_schema, resolved

DOCUMENT_30: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi-3.0.json").read_text())
SCHEMAS: dict[str, dict[str, Any]] = DOCUMENT["components"]["schemas"]
EVERYWHERE = {"200", "400", "408", "413", "414", "429", "431", "500", "503"}
REQUIRED = {
    "AnalysesRequest": ["positions"],
    "AnalysisItem": ["board"],
    "AnalysisRequest": [],
    "BestMoveRequest": [],
    "ExamRequest": ["moves", "side"],
    "GameTreeRequest": [],
    "ReviewRequest": ["moves"],
    "TraceRequest": [],
}
OPEN = {
    *("BestMoveEventName", "EventName", "ExamVerdict", "FaultCode", "LevelName"),
    *("ProblemCode", "ProblemScope", "Reason", "ReviewEventName", "Verdict"),
}
FORMATS = {"double", "int32", "int64", "uri-reference"}  # which old validators know
ONLY_IN_31 = {"const", "contentMediaType", "contentSchema", "oneOf"}
OPTIONAL = {
    "Problem": {"errors", "max_nodes", "request_id", "retry_after", "scope"},
    "Fault": {"pointer", "parameter"},
}


def walk(node: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401  any part of the document
    """Every object within a part of the document."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from walk(inner)


@pytest.mark.compiled
def test_generated_files_are_committed() -> None:
    for path, text in generated().items():
        assert path.read_text() == text, f"{path}: run `make openapi` and read the difference"


def as_served(text: str) -> dict[str, Any]:
    """A document for its own server, with the first example of each response."""
    document: dict[str, Any] = json.loads(text)
    document["servers"] = [{"url": "/", "description": "The service that serves this document"}]
    for node in walk(document["paths"]):
        for response in node.get("responses", {}).values():
            for content in response.get("content", {}).values():
                if "examples" in content:
                    content["examples"] = dict(islice(content["examples"].items(), 1))
    return document


def test_application_serves_the_committed_contract(new_client: Clients) -> None:
    limited = new_client(max_body_bytes=7, max_nodes=2000)
    for name in ("openapi.json", "openapi-3.0.json"):
        text = (ROOT / "openapi" / name).read_text()
        served = new_client().get(f"/{name}")
        assert served.json == as_served(text)
        assert len(served.body) < 170_000
        lower = text.replace('"maximum": 20000000', '"maximum": 2000')
        assert limited.get(f"/{name}").json == as_served(lower) != served.json
    assert new_client().app.openapi() == as_served(TEXT)


def test_document_has_the_prefix_of_its_request(runner: asyncio.Runner) -> None:
    parent = FastAPI(openapi_url=None)
    parent.mount("/a/game", create_app(Settings.model_construct()))
    for name in ("openapi.json", "openapi-3.0.json"):
        document = Client(parent, runner).get(f"/a/game/{name}").json
        assert [server["url"] for server in document["servers"]] == ["/a/game"]
        problems = [node for node in walk(document) if isinstance(node.get("detail"), str)]
        assert problems
        for problem in problems:
            assert problem["type"] == f"/a/game/problems#{problem['code']}"


def test_openapi_30_has_nothing_that_generators_misread() -> None:
    assert DOCUMENT_30["openapi"] == "3.0.3"
    schemas = DOCUMENT_30["components"]["schemas"]
    for name in ("AnalysisRequest", "AnalysisItem", "BestMoveRequest", "TraceRequest"):
        board = schemas[name]["properties"]["board"]
        assert board.get("anyOf", [board])[0] == {"$ref": "#/components/schemas/Notation"}
    assert schemas["Notation"]["type"] == "string"
    for node in walk([schemas, DOCUMENT_30["paths"]]):
        assert None not in node.get("enum", []) or node == NULL_VALUE
        assert not isinstance(node.get("type"), list) or "value" in node
        assert not ONLY_IN_31 & node.keys()
        assert node.get("format", "int32") in FORMATS
        assert node.get("type") != "null"
        assert node.get("anyOf", [{}, NULL_VALUE])[1:] == [NULL_VALUE]
        if "text/event-stream" in node:
            assert node["text/event-stream"]["schema"]["type"] == "string"
    for name in ("AnalysisRequest", "BestMoveRequest", "GameTreeRequest", "TraceRequest"):
        assert [*schemas[name]["properties"]][-1] == "rows"


@pytest.mark.full
@pytest.mark.parametrize(
    ("document", "validator"), [(DOCUMENT, "OAS31Validator"), (DOCUMENT_30, "OAS30Validator")]
)
def test_document_and_its_examples_are_valid(document: dict[str, Any], validator: str) -> None:
    import openapi_schema_validator  # noqa: PLC0415  of `make test-all`
    from openapi_spec_validator import validate  # noqa: PLC0415

    validate(document)
    components, count = document["components"], 0
    for node in walk(document):
        if "schema" in node:
            schema = {"allOf": [node["schema"]], "components": components}
            check = getattr(openapi_schema_validator, validator)(schema)
            for example in node.get("examples", {}).values():
                check.validate(example["value"])
                count += 1
    assert count > 150


def test_tools_with_limits_can_read_the_documents() -> None:
    """GPT actions limit the description of an operation, and importers need a complete URL."""
    for document in (DOCUMENT, DOCUMENT_30):
        assert [server["url"] for server in document["servers"]] == ["http://127.0.0.1:8000"]
    for _, _, operation in OPERATIONS.values():
        assert len(operation["description"]) <= 300


def test_every_status_has_the_request_id_and_every_problem_an_example() -> None:
    for name, (method, path, operation) in OPERATIONS.items():
        expected = set(EVERYWHERE)
        if path.startswith("/v1/"):
            expected |= {"422"} | ({"415"} if method == "post" else {"304", "412"})
        if "text/event-stream" in operation["responses"]["200"]["content"]:
            expected -= {"304", "412"}
        if "stream" in name:
            expected |= {"204"}
        assert set(operation["responses"]) == expected, name
        for status, response in operation["responses"].items():
            assert "X-Request-ID" in resolved(response)["headers"]
            if int(status) >= 400:
                [(media_type, content)] = resolved(response)["content"].items()
                assert media_type == "application/problem+json"
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
                for example in content["examples"].values():
                    check_schema(content["schema"], example["value"])
                    assert example["value"]["status"] == int(status), name


def test_only_fields_without_default_are_required() -> None:
    requests = {name for name in SCHEMAS if name.endswith("Request") or name in REQUIRED}
    assert requests == set(REQUIRED)
    for name, schema in SCHEMAS.items():
        if name in REQUIRED:
            assert schema.get("required", []) == REQUIRED[name]
            assert not any("default" in field for field in schema["properties"].values())
            assert schema["additionalProperties"] is False
        elif "properties" in schema:
            assert set(schema["properties"]) - set(schema["required"]) == OPTIONAL.get(name, set())
            assert "additionalProperties" not in schema


def test_shared_parameters_are_declared_alike() -> None:
    """One function can then write a parameter of every operation."""
    parts = ("in", "schema", "style", "explode")
    declared: dict[str, list[Any]] = {}
    for name, (_, _, operation) in OPERATIONS.items():
        for parameter in operation.get("parameters", ()):
            schema = {key: each for key, each in parameter["schema"].items() if key != "default"}
            found = [(parameter | {"schema": schema}).get(part) for part in parts]
            assert declared.setdefault(parameter["name"], found) == found, (name, parameter["name"])
            default = parameter["schema"].get("default")
            assert (default == 3) == (
                parameter["name"] == "in_a_row"
                or (parameter["name"] in {"columns", "rows"} and "review" in name)
            )
    assert declared["moves"][2:] == ["form", False]


def test_what_can_grow_is_open_in_responses_and_in_no_request() -> None:
    assert {name for name, schema in SCHEMAS.items() if "x-extensible-enum" in schema} == OPEN
    assert set(SCHEMAS["Level"]["enum"]) == set(SCHEMAS["LevelName"]["x-extensible-enum"])
    requests = [SCHEMAS[name] for name in REQUIRED]
    parameters = [operation.get("parameters", ()) for _, _, operation in OPERATIONS.values()]
    sent = {
        node["$ref"].rpartition("/")[2] for node in walk([requests, parameters]) if "$ref" in node
    }
    assert "Level" in sent
    assert not sent & OPEN


def test_responses_of_a_later_release_are_valid() -> None:
    components = DOCUMENT["components"]
    for operation_id, status, name in EXAMPLES:
        for content in OPERATIONS[operation_id][2]["responses"][status]["content"].values():
            value = content.get("examples", {}).get(name, {}).get("value")
            if isinstance(value, dict):
                schema = {**content["schema"], "components": components}
                jsonschema_rs.Draft202012Validator(schema).validate(grown(value))


def test_schemas_suit_code_generators() -> None:
    """Enums and forms of boards have names, arrays an end, and numbers a size."""
    for node in walk({**DOCUMENT, "components": {}}):
        assert "enum" not in node
    for name, schema in SCHEMAS.items():
        assert not any("enum" in node for node in walk(schema) if node is not schema), name
    for node in walk(SCHEMAS):
        assert node.get("type") != "array" or "maxItems" in node, f"{name}: add a max_length"
        if node.get("type") == "integer":
            assert node["format"] in {"int32", "int64"}
            assert node["minimum"] <= node["maximum"]
    assert SCHEMAS["BestMove"]["properties"]["seed"]["anyOf"][0]["format"] == "int64"
    assert SCHEMAS["Position"]["properties"]["columns"]["format"] == "int32"
    longest = len("/".join(["." * 9] * 9))
    boards = [node for node in walk(DOCUMENT["paths"]) if node.get("name") == "board"]
    notations = [board["schema"] for board in boards if "$ref" in board["schema"]]
    assert {notation["maxLength"] for notation in notations} == {longest}
    assert {"Board", "Notation", "Cell", "TextRow", "CellNumber"} <= set(SCHEMAS)
    for name in ("AnalysisRequest", "BestMoveRequest", "GameTreeRequest"):
        board = SCHEMAS[name]["properties"]["board"]
        assert board.get("anyOf", [board])[0]["$ref"] == "#/components/schemas/Board"


@pytest.mark.parametrize(
    ("method", "target", "body"),
    [
        ("get", "/v1/analysis/stream?board=..../..../..../....&in_a_row=4", b""),
        ("get", "/v1/best-move/stream?board=..../..../..../....&in_a_row=4", b""),
        ("post", "/v1/review/stream", b'{"columns": 4, "rows": 4, "in_a_row": 4, "moves": [0]}'),
    ],
)
def test_schema_of_a_stream_describes_the_data_of_its_events(
    method: str, target: str, body: bytes, client: Client
) -> None:
    operation = DOCUMENT["paths"][target.partition("?")[0]][method]
    content = operation["responses"]["200"]["content"]["text/event-stream"]
    answer = client.send(method.upper(), target, [body], {"content-type": "application/json"})
    events = events_of(answer.body)
    assert len(events) > 1
    for _, data in events:  # as validators made by hey-api check it
        check_schema(content["schema"], data)
