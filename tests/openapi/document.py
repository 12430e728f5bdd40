"""The committed contract, and its schemas."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs

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


def as_query(values: Mapping[str, object]) -> str:
    """Values as query parameters."""
    return urlencode({k: str(v).lower() if isinstance(v, bool) else v for k, v in values.items()})
