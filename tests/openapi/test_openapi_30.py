"""The form of the contract in OpenAPI 3.0.3: valid, and no wider than 3.1."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.live import ROOT
from tests.openapi.document import DOCUMENT, OPERATIONS
from tests.openapi.test_document import walk

TEXT = (ROOT / "openapi" / "openapi-3.0.json").read_text()
DOCUMENT_30: dict[str, Any] = json.loads(TEXT)
ONLY_IN_31 = {"const", "contentMediaType", "contentSchema", "oneOf"}
PROSE = {"title", "description", "default", "format", "contentMediaType", "contentSchema"}
CELLS = re.compile(r"\^\[(\w+)\]\$")


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


def referred(node: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to."""
    for reference in [node, *node.get("allOf", ())]:
        if "$ref" in reference:
            name = reference["$ref"].rpartition("/")[2]
            schema = referred(document["components"]["schemas"][name], document)
            return {**schema, **{key: node[key] for key in node.keys() & {"nullable"}}}
    return node


def is_within(narrow: dict[str, Any], wide: dict[str, Any]) -> bool:
    """Whether what is valid in 3.0.3 is valid in 3.1: it meets every constraint of the latter."""
    narrow, wide = referred(narrow, DOCUMENT_30), referred(wide, DOCUMENT)
    if narrow.get("nullable"):
        value = {key: narrow[key] for key in narrow.keys() - {"nullable"}}
        return is_within(value, wide) and {"type": "null"} in wide["anyOf"]
    if "anyOf" in narrow:
        return all(is_within(branch, wide) for branch in narrow["anyOf"])
    if cells := CELLS.fullmatch(narrow.get("pattern", "")):
        narrow = {**narrow, "enum": list(cells[1])}
    return all(fulfills(narrow, key, limit) for key, limit in wide.items() if key not in PROSE)


def fulfills(narrow: dict[str, Any], key: str, limit: Any) -> bool:  # noqa: ANN401  any JSON
    """Whether what a schema allows meets a constraint."""
    if key == "anyOf":
        return any(is_within(narrow, branch) for branch in limit)
    if key in ("enum", "const"):
        return set(narrow["enum"]) <= set(limit if key == "enum" else [limit])
    if key == "required":
        return set(narrow["required"]) >= set(limit)
    if key == "properties":
        return narrow["properties"].keys() == limit.keys() and all(
            is_within(narrow["properties"][name], limit[name]) for name in limit
        )
    if key == "items" or (key == "additionalProperties" and limit):
        return is_within(narrow[key], limit)
    return bool(narrow.get(key) == limit)


def contents(operation: dict[str, Any], document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of an operation: of its parameters, its body and its responses."""
    yield from (parameter["schema"] for parameter in operation.get("parameters", ()))
    for message in [operation.get("requestBody", {}), *operation["responses"].values()]:
        name = message.get("$ref", "").rpartition("/")[2]
        found = document["components"]["responses"].get(name, message)
        yield from (content["schema"] for content in found.get("content", {}).values())


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_is_valid_is_valid_in_3_1(name: str) -> None:
    method, path, operation = OPERATIONS[name]
    narrow = contents(DOCUMENT_30["paths"][path][method], DOCUMENT_30)
    for here, there in zip(narrow, contents(operation, DOCUMENT), strict=True):
        assert is_within(here, there), (here, there)


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
