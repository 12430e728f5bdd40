"""Convert the contract to OpenAPI 3.0.3, for generators and validators that misread OpenAPI 3.1.

In several languages, generators turn a board, which is a union in 3.1, into an empty class, and a
cell that is null into an error. In 3.0.3, a board is a string, and a stream is text. Every request
that is valid in 3.0.3 is also valid in 3.1.
"""

import json
import re
from typing import Any, Final

from openapi.streams import EVENTS, TEXT

Json = dict[str, Any]
PREFIX: Final = "#/components/schemas/"
BOARD: Final = f"{PREFIX}Board"
NOTATION: Final = {"$ref": f"{PREFIX}Notation"}
NULL: Final = {"type": "null"}
ONLY_IN_31: Final = ("contentMediaType", "contentSchema")
REFERENCE: Final = re.compile(rf'"{PREFIX}(\w+)"')
# A reference with `nullable` next to it does not allow null, so it becomes any of the reference and
# this schema, which generators convert to an optional value. They do so only if it is not a string.
# As a component, it would also become a class, which nothing uses and Go does not compile.
NULL_VALUE: Final[Json] = {"type": "object", "nullable": True, "enum": [None]}
# CellMark is a component because Rust users have to replace it: its items cannot be null.
CELL_MARK: Final[Json] = {
    "type": "string",
    "nullable": True,
    "pattern": "^[XO]$",
    "description": "The mark in a cell; null if empty.",
}


def openapi_30(document: Json) -> Json:
    """Return the 3.0.3 form of a document."""
    made: Json = _converted(document) | {"openapi": "3.0.3"}
    del made["info"]["summary"], made["info"]["license"]["identifier"]
    schemas = made["components"].pop("schemas") | {"CellMark": CELL_MARK}
    schemas["Position"]["properties"]["cells"]["items"] = {"$ref": f"{PREFIX}CellMark"}
    made["components"]["schemas"] = _used(schemas, made)
    for item in made["paths"].values():
        for operation in item.values():
            contents = operation["responses"]["200"]["content"]
            if EVENTS in contents:  # Generators cannot read a text that can also be an object.
                contents[EVENTS]["schema"] = TEXT
            _remove_cells(operation.get("requestBody", {"content": {}})["content"], contents)
    return made


def _converted(node: Any) -> Any:  # noqa: ANN401  any part of the document
    if isinstance(node, list):
        return [_converted(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("$ref") == BOARD:
        return NOTATION
    node = {k: _converted(v) for k, v in node.items() if k not in ONLY_IN_31}
    if "const" in node:
        node["enum"] = [node.pop("const")]
    if NULL in node.get("anyOf", ()):
        form, _ = node.pop("anyOf")
        if "$ref" in form:
            node["anyOf"] = [form, NULL_VALUE]
        else:
            node = {**form, **node, "nullable": True}
    if "$ref" in node and len(node) > 1:  # In 3.0, a reference cannot have siblings.
        node["allOf"] = [{"$ref": node.pop("$ref")}]
    return node


def _remove_cells(bodies: Json, responses: Json) -> None:
    """Remove the examples whose board is not a string, together with their responses."""
    for body in bodies.values():
        for name, example in [*body["examples"].items()]:
            if isinstance(example["value"].get("board"), list):
                for content in (body, *responses.values()):
                    content["examples"].pop(name)


def _used(schemas: Json, document: Json) -> Json:
    """Return the schemas to which a document refers, directly or through other schemas."""
    used: set[str] = set()
    texts = [json.dumps(document)]
    while texts:
        for name in set(REFERENCE.findall(texts.pop())) - used:
            used.add(name)
            texts.append(json.dumps(schemas[name]))
    return {name: schema for name, schema in schemas.items() if name in used}
