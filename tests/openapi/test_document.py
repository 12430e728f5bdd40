"""The committed contract: equal to the app, and complete."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

from fastapi.routing import APIRoute, iter_route_contexts
from openapi_spec_validator import validate

from service import __version__
from service.app import create_app
from service.openapi.__main__ import contract_text
from service.problems.catalogue import CATALOGUE
from service.settings import Settings
from tests.asgi import Client
from tests.openapi.document import DOCUMENT, OPERATIONS, TEXT, resolved


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
        each.endpoint.__name__
        for each in iter_route_contexts(create_app().routes)
        if isinstance(each.original_route, APIRoute) and each.include_in_schema and each.endpoint
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


def test_no_description_repeats_its_summary() -> None:
    for part in [DOCUMENT["info"], *(operation for _, _, operation in OPERATIONS.values())]:
        first, *_ = part["description"].split(".")
        assert first != part["summary"]


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
