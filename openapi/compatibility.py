"""What clients can rely on in a contract, to find what a change would break.

`python -m openapi.compatibility` fails if the contract lacks a line of openapi/released.txt.
With a file, it prints the lines of that contract.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from openapi.document import Json

FOLDER = Path(__file__).parent
RELEASED = FOLDER / "released.txt"


class Contract:
    """A contract, as what clients can rely on."""

    def __init__(self, document: Json) -> None:
        self._paths = document["paths"]
        self._schemas = document["components"]["schemas"]
        self._responses = document["components"]["responses"]

    def facts(self) -> Iterator[str]:
        """Yield a line for each name, type, value and media type, and what may be omitted."""
        for path, item in self._paths.items():
            for method, operation in item.items():
                yield f"{operation['operationId']}: {method.upper()} {path}"
                yield from self._operation(operation["operationId"], operation)
        for name, schema in self._schemas.items():
            yield from self._schema(name, schema, "Request" in name or name == "AnalysisItem")

    def _operation(self, name: str, operation: Json) -> Iterator[str]:
        for parameter in operation.get("parameters", ()):
            where = f"{name} {parameter['in']} {parameter['name']}"
            yield where
            if not parameter.get("required"):
                yield f"{where} optional"
            yield from self._schema(where, parameter["schema"], is_sent=True)
        yield from self._content(f"{name} body", operation.get("requestBody", {}))
        for status, response in operation["responses"].items():
            shared = self._responses.get(response.get("$ref", "").rpartition("/")[2])
            yield f"{name} {status}"
            yield from self._content(f"{name} {status}", shared or response)

    def _content(self, where: str, message: Json) -> Iterator[str]:
        for media_type, content in message.get("content", {}).items():
            yield from self._schema(f"{where} {media_type}", content["schema"], is_sent=False)

    def _schema(self, where: str, schema: Json, is_sent: bool) -> Iterator[str]:
        """Yield what a value can be; if sent, it may stay optional, if received, it stays."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            yield f"{where}: {name}"
            if not is_sent:
                yield from (f"{where}: {closed}" for closed in self._closed(name))
            schema = {"type": self._schemas[name].get("type", name)}
        if "type" in schema:
            yield f"{where}: {schema['type']}"
        for value in values_of(schema):
            yield f"{where} = {value}"
        for form in schema.get("anyOf", ()):
            yield from self._schema(where, form, is_sent)
        for name, field in schema.get("properties", {}).items():
            is_required = name in schema.get("required", ())
            if is_required != is_sent:
                yield f"{where}.{name} {'required' if is_required else 'optional'}"
            yield from self._schema(f"{where}.{name}", field, is_sent)
        for key, mark in (("items", "[]"), ("additionalProperties", "{}")):
            if schema.get(key):
                yield from self._schema(f"{where}{mark}", schema[key], is_sent)

    def _closed(self, name: str) -> list[str]:
        """Return the enums that a response can open: those of which it lists all values."""
        known = set(self._schemas[name].get("x-extensible-enum", ()))
        return [
            closed
            for closed, schema in self._schemas.items()
            if "enum" in schema and known.issuperset(schema["enum"])
        ]


def values_of(schema: Json) -> list[str]:
    """Return the values that a schema lists; an open enum allows others as well."""
    const = [schema["const"]] if "const" in schema else []
    values: list[str] = schema.get("enum", schema.get("x-extensible-enum", const))
    return values


def removed(document: Json) -> list[str]:
    """Return what a contract lacks that the last release had."""
    return sorted(set(RELEASED.read_text().splitlines()) - set(Contract(document).facts()))


def main(*files: str) -> int:
    """Print the facts of a document, or what the contract lacks."""
    document = json.loads(Path(*files or [FOLDER / "openapi.json"]).read_text())
    lines = sorted(set(Contract(document).facts())) if files else removed(document)
    for line in lines:
        sys.stdout.write(f"{line}\n" if files else f"Removed from the contract: {line}\n")
    return int(bool(lines and not files))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
