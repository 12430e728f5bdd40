"""The form of the contract in OpenAPI 3.0.3: the same operations, without what generators misread.

Schemathesis holds it against the service (tests/contract).
"""

import json
from typing import Any

from tests.live import ROOT
from tests.openapi.document import DOCUMENT, OPERATIONS
from tests.openapi.test_document import walk

TEXT = (ROOT / "openapi" / "openapi-3.0.json").read_text()
DOCUMENT_30: dict[str, Any] = json.loads(TEXT)
ONLY_IN_31 = {"const", "contentMediaType", "contentSchema", "oneOf"}


def test_document_has_nothing_that_generators_misread() -> None:
    assert DOCUMENT_30["openapi"] == "3.0.3"
    schemas = DOCUMENT_30["components"]["schemas"]
    for name in ("AnalysisRequest", "AnalysisItem", "BestMoveRequest", "TraceRequest"):
        assert schemas[name]["properties"]["board"] == {"$ref": "#/components/schemas/Notation"}
    assert schemas["Notation"]["type"] == "string"
    for node in walk([schemas, DOCUMENT_30["paths"]]):
        assert None not in node.get("enum", [])
        assert not isinstance(node.get("type"), list) or "value" in node
        assert not ONLY_IN_31 & node.keys()
        if "nullable" in node:
            assert node["type"] != "null"
        if "anyOf" in node:  # an event stream, which clients read as text or as events
            assert node["anyOf"][0]["type"] == "string"
    assert {f"#/components/schemas/{name}" for name in schemas} == {
        node["$ref"] for node in walk(DOCUMENT_30) if "/schemas/" in node.get("$ref", "")
    }


def test_operations_parameters_and_responses_are_those_of_3_1() -> None:
    for name, (method, path, operation) in OPERATIONS.items():
        other = DOCUMENT_30["paths"][path][method]
        assert other["operationId"] == name
        assert other["responses"].keys() == operation["responses"].keys()
        parameters = [
            [each["name"] for each in one.get("parameters", ())] for one in (operation, other)
        ]
        assert parameters[0] == parameters[1]
    assert DOCUMENT_30["paths"].keys() == DOCUMENT["paths"].keys()


def test_examples_are_those_of_3_1_with_boards_in_notation() -> None:
    for name, (method, path, operation) in OPERATIONS.items():
        for sent in operation.get("requestBody", {"content": {}})["content"].values():
            expected = {
                example: shown
                for example, shown in sent["examples"].items()
                if not isinstance(shown["value"].get("board"), list)
            }
            body = DOCUMENT_30["paths"][path][method]["requestBody"]
            assert body["content"]["application/json"]["examples"] == expected, name
