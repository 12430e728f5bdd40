"""The OpenAPI document: what FastAPI derives from the routes, and what they cannot declare."""

from typing import Any, Final

from fastapi import FastAPI

from service.api.documentation import HEADERS, SHARED, query_examples
from service.engine.budget import MAX_NODES
from service.openapi.answers import Json, add_answers
from service.settings import Settings

MAX_INT32: Final = 2**31 - 1


def openapi(app: FastAPI, settings: Settings) -> Json:
    """The document, the same in every process; `max_nodes` has the limit of the operator."""
    if app.openapi_schema:
        return app.openapi_schema
    document = FastAPI.openapi(app)
    document["components"] |= {"headers": HEADERS, "responses": SHARED}
    document["security"] = []
    for path, item in document["paths"].items():
        for operation in item.values():
            _complete(operation, query_examples(path))
    add_answers(document, app)
    app.openapi_schema = _tidied(document, settings.max_nodes)
    return app.openapi_schema


def _complete(operation: Json, examples: Json) -> None:
    """Give the parameters their examples, and repair what is not valid in OpenAPI 3.1."""
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        schema.pop("title", None)
        form, *_null = schema.pop("anyOf", [{}])  # it can be omitted, but has no way to be null
        parameter["schema"] = {**form, **schema}
        if schema.get("type") == "array":
            parameter |= {"style": "form", "explode": False}
        if parameter["in"] == "query":
            parameter["examples"] = _values(parameter, examples)
    for status, response in operation["responses"].items():
        for content in response.get("content", {}).values():
            content.pop("itemSchema", None)  # of OpenAPI 3.2
            content["schema"].pop("title", None)
        if "$ref" in response:
            operation["responses"][status] = {"$ref": response["$ref"]}
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _values(parameter: Json, examples: Json) -> Json:
    """The values of a parameter in the example requests.

    The first request has the defaults, because tools such as Postman send the first value of each
    parameter. It lacks those that are false, which Postman misreads.
    """
    name, schema = parameter["name"], parameter["schema"]
    defaults = {name: schema["default"]} if schema.get("default") else {}
    values = {}
    for key, example in examples.items():
        request, defaults = defaults | example["value"], {}
        if name in request:
            values[key] = {**example, "value": request[name]}
    return values


def _tidied(node: Any, max_nodes: int) -> Any:  # noqa: ANN401  any part of the document
    """The document with the operator's limit, and without what code generators misread.

    Some turn titles of fields into type names, optional fields with a default into required ones,
    and numbers without a format into 32 bits. A whole number is written without a fraction.
    """
    if isinstance(node, list):
        return [_tidied(item, max_nodes) for item in node]
    if isinstance(node, float) and node.is_integer():
        return int(node)
    if not isinstance(node, dict):
        return node
    if "properties" in node:
        node["properties"] = {
            name: {key: value for key, value in field.items() if key not in ("title", "default")}
            for name, field in node["properties"].items()
        }
    node = {key: _tidied(value, max_nodes) for key, value in node.items()}
    if node.get("type") in ("integer", "number"):
        is_short = node.get("maximum", MAX_INT32 + 1) <= MAX_INT32
        node["format"] = "double" if node["type"] == "number" else "int32" if is_short else "int64"
        if node.get("maximum") == MAX_NODES:
            node["maximum"] = max_nodes
    return node
