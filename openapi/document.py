"""Compute the OpenAPI 3.1 document: what FastAPI derives from the routes, and what it lacks."""

import json
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from openapi.enums import open_enums
from openapi.examples import add_examples
from openapi.problems import PROBLEM, SHARED, response
from openapi.streams import EVENTS, add_streams
from service.app import create_app
from service.engine.board.geometry import MAX_SIDE
from service.settings import Settings

Json = dict[str, Any]
FOLDER: Final = Path(__file__).parent
HEADERS: Final = json.loads((FOLDER / "headers.json").read_bytes())
TAGS: Final = json.loads((FOLDER / "tags.json").read_bytes())  # In the order of the documentation.
MAX_INT32: Final = 2**31 - 1
# What was added to requests with a board after 1.3.0. Generated clients can pass arguments by
# position, so these come last.
ADDED: Final = ("moves", "starting_side", "columns", "rows")
NOTATION_LENGTH: Final = MAX_SIDE**2 + MAX_SIDE - 1  # Characters of the largest board.
CACHED: Final = ("ETag", "Cache-Control")
IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "ETags of stored responses; if one is current, a 304 is sent.",
}
# Tools that import a file have no other way to know where the service is.
LOCAL: Final = [{"url": "http://127.0.0.1:8000", "description": "A local service"}]
LINKS: Final = {
    target: {
        "operationId": target,
        "description": "Continue from the position of this response.",
        "parameters": {
            name: f"$response.body#/position/{'notation' if name == 'board' else name}"
            for name in ("board", "side_to_move", "in_a_row", "misere")
        },
    }
    for target in ("get_analysis", "get_best_move")
}


async def contract() -> Json:
    """Return the document of a local service with default settings."""
    app = create_app(Settings.model_construct())
    app.servers = LOCAL
    document = FastAPI.openapi(app)
    document["info"]["description"] = (FOLDER / "description.md").read_text(encoding="utf-8")
    document["security"] = []
    document["tags"] = TAGS
    open_enums(document["components"]["schemas"])
    add_streams(document)
    components = document["components"]
    schemas = components["schemas"]
    components["headers"] = HEADERS
    components["links"] = LINKS
    components["responses"] = {each.name: each.response() for each in SHARED.values()}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            _complete_responses(path, method, operation, schemas)
            parameters = operation.get("parameters", [])
            if "304" in operation["responses"]:
                operation["parameters"] = parameters = [*parameters, IF_NONE_MATCH]
            for parameter in parameters:
                _complete_parameter(parameter)
            if any(parameter["name"] == "board" for parameter in parameters):
                parameters.sort(key=lambda parameter: parameter["name"] in ADDED)
    for name in ("HTTPValidationError", "ValidationError"):  # Of FastAPI's own 422.
        del schemas[name]
    _complete_boards(schemas)
    await add_examples(document, app)
    _suit_generators(document)
    return document


def _complete_boards(schemas: Json) -> None:
    """Describe boards as clients that were generated before 1.5.0 expect them."""
    for name in ("AnalysisRequest", "BestMoveRequest", "GameTreeRequest", "TraceRequest"):
        fields = schemas[name]["properties"]
        for added in ADDED:
            fields[added] = fields.pop(added)
        [board, _null] = fields["board"].pop("anyOf")  # Null is accepted, but a board was required.
        fields["board"] = {**board, "maxLength": NOTATION_LENGTH, **fields["board"]}
    # They take the first form that fits.
    schemas["Board"] = {"anyOf": schemas["Board"].pop("oneOf"), **schemas["Board"]}


def _complete_parameter(parameter: Json) -> None:
    """Remove what is invalid in a parameter, and the title and description in its schema."""
    schema = parameter["schema"]
    form, *_null = schema.pop("anyOf", [{}])  # A parameter can be omitted, but not be null.
    parameter["schema"] = {**form, **schema}
    for name in ("title", "description"):
        parameter["schema"].pop(name, None)
    if parameter["name"] == "board":
        parameter["schema"]["maxLength"] = NOTATION_LENGTH
    _join_lines(parameter)
    if parameter["schema"].get("type") == "array":
        parameter |= {"style": "form", "explode": False}


def _complete_responses(path: str, method: str, operation: Json, schemas: Json) -> None:
    """Add the responses that all operations of a kind have, and the headers and links of others."""
    content = operation["responses"]["200"]["content"]
    for media_type in content.values():
        media_type["schema"].pop("title", None)
    is_v1, is_post, is_stream = path.startswith("/v1/"), method == "post", EVENTS in content
    is_cached = is_v1 and not is_post and not is_stream
    headers = CACHED if is_cached else ()
    responses = {200: response("The response.", *headers, content=content)}
    name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    if "position" in schemas.get(name, {}).get("properties", {}):
        links = {target: {"$ref": f"#/components/links/{target}"} for target in LINKS}
        responses[200]["links"] = links
    if is_stream:
        responses[204] = response("The client has received the last event.")
    if is_cached:
        responses[304] = response("The client holds the current response.", *headers)
    if is_v1:
        description = "The request is understood but cannot be fulfilled."
        problem = {name: dict(media_type) for name, media_type in PROBLEM.items()}
        responses[422] = response(description, content=problem)
    for status, shared in SHARED.items():
        if (status != 412 or is_cached) and (status != 415 or is_post):
            responses[status] = {"$ref": f"#/components/responses/{shared.name}"}
    operation["responses"] = {str(status): responses[status] for status in sorted(responses)}


def _suit_generators(node: Any) -> None:  # noqa: ANN401  any part of the document
    """Remove what code generators misread, and add what they need.

    Some generators turn titles of fields into type names, optional fields with a default into
    required fields, and numbers without a format into 32 bits. Whole numbers lose their fraction.
    """
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            _suit_generators(inner)
    if not isinstance(node, dict):
        return
    for name, value in node.items():
        if isinstance(value, float) and value.is_integer():
            node[name] = int(value)
    for field in node.get("properties", {}).values():
        for name in ("title", "default"):
            field.pop(name, None)
        _join_lines(field)
    if node.get("type") in ("integer", "number"):
        is_short = node.get("maximum", MAX_INT32 + 1) <= MAX_INT32
        node["format"] = "double" if node["type"] == "number" else "int32" if is_short else "int64"


def _join_lines(described: Json) -> None:
    """Join the lines of a description, which is the docstring of an attribute."""
    if "description" in described:
        described["description"] = " ".join(described["description"].split())
