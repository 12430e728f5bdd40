"""The committed contract: equal to the application's, and complete."""

import json
from collections.abc import Iterator
from typing import Any

from openapi_spec_validator import validate

from service import __version__
from service.openapi.__main__ import contracts
from tests.asgi import Client
from tests.clients import Clients
from tests.openapi.document import DOCUMENT, OPERATIONS, TEXT, resolved

SCHEMAS: dict[str, dict[str, Any]] = DOCUMENT["components"]["schemas"]
EVERYWHERE = {"200", "408", "413", "414", "431", "500", "503"}
REQUIRED = {
    "AnalysesRequest": ["positions"],
    "AnalysisItem": ["board"],
    "AnalysisRequest": ["board"],
    "BestMoveRequest": ["board"],
    "ExamRequest": ["moves", "side"],
    "GameTreeRequest": ["board"],
    "ReviewRequest": ["moves"],
    "TraceRequest": ["board"],
}
OPTIONAL = {"Problem": {"errors", "request_id"}, "Fault": {"pointer", "parameter"}}


def walk(node: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401  any part of the document
    """Every object within a part of the document."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from walk(inner)


def test_committed_contract_matches_the_application(client: Client, new_client: Clients) -> None:
    assert contracts()["openapi.json"] == TEXT, "run `make openapi` and read the difference"
    assert new_client().app.openapi() == client.get("/openapi.json").json == DOCUMENT


def test_only_the_limit_of_max_nodes_depends_on_settings(new_client: Clients) -> None:
    limited = new_client(max_body_bytes=7, max_nodes=2000).app.openapi()
    assert limited == json.loads(TEXT.replace('"maximum": 20000000', '"maximum": 2000'))
    assert limited != DOCUMENT


def test_document_is_valid_and_describes_itself() -> None:
    validate(DOCUMENT)
    info = DOCUMENT["info"]
    assert DOCUMENT["openapi"].startswith("3.1")
    assert info["version"] == __version__
    assert info["license"] == {"name": "MIT", "identifier": "MIT"}
    assert set(info["contact"]) == {"name"}
    assert DOCUMENT["servers"]
    used = {tag for _, _, operation in OPERATIONS.values() for tag in operation["tags"]}
    tags = [tag["name"] for tag in DOCUMENT["tags"]]
    assert (sorted(tags), tags[0], tags[-1]) == (sorted(used), "play", "health")


def test_everything_is_described_and_no_description_repeats_a_summary() -> None:
    for part in [DOCUMENT["info"], *(operation for _, _, operation in OPERATIONS.values())]:
        assert part["summary"]
        assert part["description"].partition(".")[0] not in {"", part["summary"]}
        for described in part.get("parameters", []):
            assert described["description"]
    for name, schema in SCHEMAS.items():
        assert schema["description"], name
        for field, described in schema.get("properties", {}).items():
            assert described["description"], (name, field)


def test_every_status_is_documented_with_the_request_id() -> None:
    for name, (method, path, operation) in OPERATIONS.items():
        expected = set(EVERYWHERE)
        if path.startswith("/v1/"):
            expected |= {"422", "429"} | ({"400", "415"} if method == "post" else {"304", "412"})
        if name in {"stream_analysis", "stream_best_move"}:
            expected -= {"304", "412"}
        assert set(operation["responses"]) == expected, name
        for response in operation["responses"].values():
            assert "X-Request-ID" in resolved(response)["headers"]


def test_only_fields_without_default_are_required() -> None:
    requests = {name for name in SCHEMAS if name.endswith("Request") or name in REQUIRED}
    assert requests == set(REQUIRED)
    for name, schema in SCHEMAS.items():
        if name in REQUIRED:
            assert schema["required"] == REQUIRED[name]
            assert not any("default" in field for field in schema["properties"].values())
            assert schema["additionalProperties"] is False
        elif "properties" in schema:
            assert set(schema["properties"]) - set(schema["required"]) == OPTIONAL.get(name, set())
            assert "additionalProperties" not in schema


def test_schemas_suit_code_generators() -> None:
    """Enums and forms of boards have names, arrays an end, and numbers a size."""
    for node in walk({**DOCUMENT, "components": {}}):
        assert "enum" not in node
    for name, schema in SCHEMAS.items():
        assert not any("enum" in node for node in walk(schema) if node is not schema), name
    for node in walk(SCHEMAS):
        assert node.get("type") != "array" or "maxItems" in node
        assert node.get("type") != "integer" or node["format"] in {"int32", "int64"}
    assert SCHEMAS["BestMove"]["properties"]["seed"]["anyOf"][0]["format"] == "int64"
    assert SCHEMAS["Position"]["properties"]["columns"]["format"] == "int32"
    assert {"Board", "Notation", "Cell", "TextRow", "CellNumber"} <= set(SCHEMAS)
    for name in ("AnalysisRequest", "BestMoveRequest", "GameTreeRequest"):
        assert SCHEMAS[name]["properties"]["board"]["$ref"] == "#/components/schemas/Board"
