"""Convert the contract to OpenAPI 3.0.3, for generators that misread OpenAPI 3.1.

In several languages, they turn a board, which is a union in 3.1, into an empty class, and a cell
that is null into an error. In 3.0.3, a board is a string, and what can be null is `nullable`. Every
request that is valid in 3.0.3 is also valid in 3.1.
"""

import json
import re
from typing import Any, Final

Json = dict[str, Any]
BOARD: Final = "#/components/schemas/Board"
NOTATION: Final = {"$ref": "#/components/schemas/Notation"}
# Generators that ignore `nullable` for an item can map this format to a type of their own.
CELL: Final = {"type": "string", "format": "cell", "pattern": "^[XO]$", "nullable": True}
NULL: Final = {"type": "null"}
ONLY_IN_31: Final = ("contentMediaType", "contentSchema")
REFERENCE: Final = re.compile(r'"#/components/schemas/(\w+)"')


def openapi_30(document: Json) -> Json:
    """Return the 3.0.3 form of a document."""
    made: Json = _converted(document, document["components"]["schemas"]) | {"openapi": "3.0.3"}
    del made["info"]["summary"], made["info"]["license"]["identifier"]
    schemas = made["components"].pop("schemas")
    schemas["Position"]["properties"]["cells"]["items"] = CELL
    made["components"]["schemas"] = _used(schemas, made)
    return made


def _converted(node: Any, schemas: Json) -> Any:  # noqa: ANN401  any part of the document
    if isinstance(node, list):
        return [_converted(item, schemas) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("$ref") == BOARD:
        return NOTATION
    node = {k: _converted(v, schemas) for k, v in node.items() if k not in ONLY_IN_31}
    if "examples" in node:
        node["examples"] = {k: v for k, v in node["examples"].items() if not _has_cells(v["value"])}
    if "const" in node:
        node["enum"] = [node.pop("const")]
    if NULL in node.get("anyOf", ()):
        form, _ = node.pop("anyOf")
        node = {**form, **node, "nullable": True}
    if "$ref" in node and len(node) > 1:  # In 3.0, a reference cannot have siblings.
        referred = {"$ref": node.pop("$ref")}
        node["allOf"] = [referred]
        if "nullable" in node:  # `nullable` needs a type next to it.
            node["type"] = schemas[referred["$ref"].rpartition("/")[2]]["type"]
    return node


def _has_cells(request: Any) -> bool:  # noqa: ANN401  any JSON
    """Return whether an example has a board that is not a string."""
    return isinstance(request, dict) and isinstance(request.get("board"), list)


def _used(schemas: Json, document: Json) -> Json:
    """Return the schemas to which a document refers, directly or through other schemas."""
    used: set[str] = set()
    texts = [json.dumps(document)]
    while texts:
        for name in set(REFERENCE.findall(texts.pop())) - used:
            used.add(name)
            texts.append(json.dumps(schemas[name]))
    return {name: schema for name, schema in schemas.items() if name in used}
