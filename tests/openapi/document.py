"""The committed contract, and its schemas."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs

from openapi.examples import REQUESTS, as_text
from tests.api.support import JSON
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
    """Return what a node stands for, if it is a reference."""
    found: Any = node
    if "$ref" in node:
        found = DOCUMENT
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
    return dict(found)


def closed(components: dict[str, Any]) -> dict[str, Any]:
    """Return the components with schemas that forbid fields and values that they do not name."""
    schemas = {
        name: schema
        | ({"additionalProperties": False} if "properties" in schema else {})
        | ({"enum": schema["x-extensible-enum"]} if "x-extensible-enum" in schema else {})
        for name, schema in components["schemas"].items()
    }
    return components | {"schemas": schemas}


CLOSED = closed(DOCUMENT["components"])


def check_schema(schema: dict[str, Any], value: object) -> None:
    """Hold a value against a schema of the document; it has the documented fields and no others.

    Of an open enum, it has a known value.
    """
    jsonschema_rs.Draft202012Validator({**schema, "components": CLOSED}).validate(value)


def as_query(values: Mapping[str, object]) -> str:
    return urlencode({name: as_text(value) for name, value in values.items()}, safe=",")


# Every example request that the schemas accept: its operation and its name.
REQUESTED = [
    (operation_id, name)
    for operation_id in V1
    for part in (
        *OPERATIONS[operation_id][2].get("requestBody", {}).get("content", {}).values(),
        *OPERATIONS[operation_id][2].get("parameters", ()),
    )
    for name in part.get("examples", ())
]
# Every example response: its operation, its status and its name, which is that of the request.
EXAMPLES = [
    (operation_id, status, example)
    for operation_id in V1
    for status in ("200", "422")
    for content in OPERATIONS[operation_id][2]["responses"][status]["content"].values()
    for example in content.get("examples", ())
]
# The example of each problem that several operations share, by code.
PROBLEMS: dict[str, dict[str, Any]] = {
    code: example["value"]
    for response in DOCUMENT["components"]["responses"].values()
    for content in response["content"].values()
    for code, example in content["examples"].items()
}
CACHEABLE = [name for name in V1 if "304" in OPERATIONS[name][2]["responses"]]


def request_of(operation_id: str, example: str) -> dict[str, Any]:
    """Return the body or the query of an example, as the document shows it."""
    _, path, operation = OPERATIONS[operation_id]
    if (operation_id, example) not in REQUESTED:  # it has no parameters, or the schema rejects it
        return dict(REQUESTS[path][example]["value"])
    for content in operation.get("requestBody", {"content": {}})["content"].values():
        return dict(content["examples"][example]["value"])
    return {
        parameter["name"]: parameter["examples"][example]["value"]
        for parameter in operation["parameters"]
        if example in parameter.get("examples", {})
    }


def target_of(operation_id: str, query: Mapping[str, object]) -> str:
    return f"{OPERATIONS[operation_id][1]}?{as_query(query)}".removesuffix("?")


def send(
    client: Client,
    operation_id: str,
    request: Mapping[str, object],
    headers: Mapping[str, str | list[str]] | None = None,
    http_version: str = "1.1",
) -> Answer:
    method, path, _ = OPERATIONS[operation_id]
    if method == "get":
        target = target_of(operation_id, request)
        return client.send("GET", target, (), headers, http_version)
    body = [json.dumps(request).encode()]
    return client.send("POST", path, body, {**JSON, **(headers or {})}, http_version)
