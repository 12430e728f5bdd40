"""Last changes to the whole document."""

from typing import Any, Final

Json = dict[str, Any]

MAX_INT32: Final = 2**31 - 1


def limit_nodes(document: Json, limit: int) -> None:
    """Lower the maximum of every `max_nodes` of a request to the limit of the operator."""
    for schema in document["components"]["schemas"].values():
        if schema.get("additionalProperties") is False and "max_nodes" in schema["properties"]:
            _limit(schema["properties"]["max_nodes"], limit)
    for item in document["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "max_nodes":
                    _limit(parameter["schema"], limit)


def _limit(schema: Json, limit: int) -> None:
    for form in schema.get("anyOf", [schema]):
        if "maximum" in form:
            form["maximum"] = limit


def tidied(node: Any) -> Any:  # noqa: ANN401  any part of the document
    """The document without what generators stumble over.

    Titles of fields, from which some make type names; whole numbers written as floats; defaults
    in bodies, for which some make a field required that a client may leave out; and numbers
    without a format, for which some take 32 bits.
    """
    if isinstance(node, list):
        return [tidied(item) for item in node]
    if isinstance(node, float) and node.is_integer():
        return int(node)
    if not isinstance(node, dict):
        return node
    if "properties" in node:
        node["properties"] = {
            name: {key: value for key, value in field.items() if key not in ("title", "default")}
            for name, field in node["properties"].items()
        }
    node = {key: tidied(value) for key, value in node.items()}
    if node.get("type") in ("integer", "number"):
        node["format"] = _format(node)
    return node


def _format(number: Json) -> str:
    """The size of a number: 32 bits where its bounds allow it, else 64."""
    if number["type"] == "number":
        return "double"
    return "int32" if number.get("maximum", MAX_INT32 + 1) <= MAX_INT32 else "int64"
