"""The OpenAPI document: what FastAPI derives from the routes, completed to the letter.

FastAPI knows paths, parameters and schemas. Added here: every status an operation can answer
with, headers, worked examples, links, and the description of the API as a whole.
"""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from service import __version__
from service.api.events import MEDIA_TYPE as EVENT_STREAM
from service.api.levels import levels
from service.api.strict import NO_QUERY
from service.engine.budget import MAX_NODES
from service.openapi.examples import EXAMPLES, Example, answer_of
from service.schemas import responses as answers
from service.schemas.problems import (
    MEDIA_TYPE,
    Fault,
    FaultCode,
    Problem,
    ProblemCode,
    ProblemError,
)

Json = dict[str, Any]

REF: Final = "#/components/schemas/{model}"

LEVELS: Final = "levels"
STREAM: Final = "analysis/stream"
STREAM_SCHEMA: Final = {
    "anyOf": [
        {"type": "string", "description": "The events as they go over the wire."},
        {"$ref": REF.format(model="AnalysisEvent")},
    ]
}

DESCRIPTION: Final = """\
A perfect player for tic-tac-toe and its family. Send a board and the side to move; the answer \
holds the exact score of every legal move, the best move, and what a page needs to show the \
position: whether the game is over, who has won and on which cells.

The service is stateless, and every 200 under `/v1` is deterministic: the same request always \
gets the same body. Each operation exists twice: as GET, whose answers any HTTP cache may keep, \
and as POST, which takes a board in every form. HEAD works wherever GET does.

Boards have 3 to 9 columns and rows. A score that is not proved within `max_nodes` positions is \
`unknown` and has an `estimate`; no unproved move is ever called a win, a draw or a loss.

Outcomes and scores are always those of the side to move of the position asked about. Every \
error is `application/problem+json` with a `code` that stays the same, and never repeats what \
was sent.\
"""

TAGS: Final = [
    {"name": "analysis", "description": "The score of every legal move."},
    {"name": "game tree", "description": "How big the game is from a position on."},
    {"name": "health", "description": "For whoever runs the service."},
    {"name": "play", "description": "One call, one turn, at the level of your choice."},
    {"name": "review", "description": "What each move of a game was worth."},
]

# The details of problems that are the same for every operation, with default settings.
SHARED_PROBLEMS: Final = {
    ProblemCode.MALFORMED_BODY: "Send a JSON object as the body.",
    ProblemCode.REQUEST_TIMEOUT: "Send the whole request within 10 seconds.",
    ProblemCode.BODY_TOO_LARGE: "A body may have 65536 bytes: send less.",
    ProblemCode.URI_TOO_LONG: "The path and query may have 4096 bytes: send a POST instead.",
    ProblemCode.UNSUPPORTED_MEDIA_TYPE: "Send the header Content-Type: application/json.",
    ProblemCode.RATE_LIMITED: "Send fewer requests at a time: try again in a second.",
    ProblemCode.HEADERS_TOO_LARGE: "The headers may have 16384 bytes in all: send fewer or "
    "shorter ones.",
    ProblemCode.INTERNAL_ERROR: "The fault is ours, and it is logged under the request_id.",
    ProblemCode.OVERLOADED: "All searches are taken: try again in a second, or ask for fewer "
    "max_nodes.",
    ProblemCode.NOT_READY: "Try again in a second.",
}
ANY_REQUEST: Final = (
    ProblemCode.REQUEST_TIMEOUT,
    ProblemCode.BODY_TOO_LARGE,
    ProblemCode.URI_TOO_LONG,
    ProblemCode.HEADERS_TOO_LARGE,
    ProblemCode.INTERNAL_ERROR,
)
WITH_BODY: Final = (ProblemCode.MALFORMED_BODY, ProblemCode.UNSUPPORTED_MEDIA_TYPE)

REQUEST_ID_EXAMPLE: Final = "5f3a6c1de0b94d7b8a2c4e6f80917253"
HEADERS: Final[dict[str, Json]] = {
    "X-Request-ID": {
        "description": "The id of this request: the one sent if it has 1 to 64 letters, digits, "
        "dots, hyphens or underscores, else a new one.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "ETag": {
        "description": "Names this answer; send it back in If-None-Match.",
        "schema": {"type": "string", "pattern": '^"[0-9a-f]{32}"$'},
    },
    "Cache-Control": {
        "description": "How long a cache may keep the answer.",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "schema": {"type": "integer", "minimum": 1},
    },
}
IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "ETags of answers that the client holds: 304 if one of them is current.",
    "schema": {"type": "string"},
}


def build(app: FastAPI) -> Json:
    """The document, the same in every process."""
    document: Json = get_openapi(
        title="Noughts",
        version=app.version,
        openapi_version="3.1.0",
        summary="A perfect player for tic-tac-toe and its family",
        description=DESCRIPTION,
        routes=app.routes,
        tags=TAGS,
        servers=[{"url": "/", "description": "The service that serves this document"}],
        contact={"name": "The Noughts contributors"},
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    schemas = document["components"]["schemas"]
    for generated in ("HTTPValidationError", "ValidationError"):
        schemas.pop(generated)
    schemas |= _more_schemas()
    document["components"]["headers"] = HEADERS
    document["components"]["responses"] = {
        _response_name(code): _shared_problem(code) for code in SHARED_PROBLEMS
    }
    for path, item in document["paths"].items():
        for method, operation in item.items():
            _complete(operation, method, path)
    document["security"] = []
    _limit_nodes(document, app.state.settings.max_nodes)
    tidied: Json = _tidied(document)
    return tidied


def _limit_nodes(node: Any, most: int) -> None:  # noqa: ANN401  any part of the document
    """Let every `max_nodes` of a request end where the operator's limit is."""
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict) and inner.get("maximum") == MAX_NODES:
            inner["maximum"] = most
        if isinstance(inner, dict | list):
            _limit_nodes(inner, most)


def _complete(operation: Json, method: str, path: str) -> None:
    """Add to an operation what FastAPI does not know."""
    in_body = method == "post"
    responses = operation["responses"]
    responses.pop("422", None)
    responses["200"]["description"] = "The answer."
    responses["200"]["headers"] = _headers("X-Request-ID")
    codes = [*ANY_REQUEST, *(WITH_BODY if in_body else ())]
    if path.startswith("/v1/"):
        codes.append(ProblemCode.RATE_LIMITED)
    if path.startswith("/v1/") and not path.endswith(LEVELS):
        codes.append(ProblemCode.OVERLOADED)
    if path == "/readyz":
        codes.append(ProblemCode.NOT_READY)
    for code in codes:
        reference = {"$ref": f"#/components/responses/{_response_name(code)}"}
        responses[str(_status(code))] = reference
    if path.endswith(LEVELS):
        _complete_levels(operation)
    elif path.startswith("/v1/"):
        _complete_v1(operation, path.removeprefix("/v1/"), in_body=in_body)
    else:
        healthy = answers.Health(status="ok", version=__version__).model_dump()
        responses["200"]["content"]["application/json"]["examples"] = {"ok": {"value": healthy}}
    operation["responses"] = dict(sorted(responses.items()))


def _complete_v1(operation: Json, name: str, *, in_body: bool) -> None:
    """Add examples, links and what caches need to an operation under /v1."""
    examples = [example for example in EXAMPLES[name] if in_body or example.fits_query]
    responses = operation["responses"]
    responses["422"] = _problem_response("The request is understood and cannot be answered.")
    if name == STREAM:
        responses["200"]["content"] = {EVENT_STREAM: {"schema": STREAM_SCHEMA}}
    for example in examples:
        status, answer = answer_of(name, example, in_body=in_body)
        [content] = responses[str(status)]["content"].values()
        content.setdefault("examples", {})[example.name] = _example(example, answer)
    if in_body:
        [content] = operation["requestBody"]["content"].values()
        content["examples"] = {
            example.name: _example(example, example.request) for example in examples
        }
    else:
        for parameter in operation["parameters"]:
            parameter["schema"] = _without_null(parameter["schema"])
            parameter["examples"] = dict(_parameter_examples(parameter["name"], examples))
    if name != STREAM:
        responses["200"]["links"] = _links()
        if not in_body:
            _complete_for_caches(operation)


def _complete_levels(operation: Json) -> None:
    """Add the examples of the operation that asks nothing."""
    responses = operation["responses"]
    content = responses["200"]["content"]["application/json"]
    content["examples"] = {"all_levels": {"value": levels().model_dump(mode="json")}}
    fault = Fault(code=FaultCode.UNKNOWN_PARAMETER, message=NO_QUERY, parameter="")
    problem = ProblemError(ProblemCode.INVALID_REQUEST, NO_QUERY, errors=[fault]).problem
    responses["422"] = _problem_response("There is nothing to ask for.")
    responses["422"]["content"][MEDIA_TYPE]["examples"] = {
        "a_parameter": {"value": problem.model_dump(mode="json", exclude_none=True)}
    }
    _complete_for_caches(operation)


def _complete_for_caches(operation: Json) -> None:
    """Add what lets a cache keep the answer."""
    operation.setdefault("parameters", []).append(IF_NONE_MATCH)
    operation["responses"]["200"]["headers"] |= _headers("ETag", "Cache-Control")
    operation["responses"]["304"] = {
        "description": "The client holds the current answer.",
        "headers": _headers("ETag", "Cache-Control", "X-Request-ID"),
    }


def _without_null(schema: Json) -> Json:
    """The schema of a parameter that may be left out, but has no way to be null."""
    [schema] = [one for one in schema.get("anyOf", [schema]) if one != {"type": "null"}]
    return schema


def _parameter_examples(name: str, examples: list[Example]) -> Iterator[tuple[str, Json]]:
    for example in examples:
        if name in example.request:
            yield example.name, _example(example, example.request[name])


def _example(example: Example, value: object) -> Json:
    return {"summary": example.summary, "value": value}


def _links() -> Json:
    """From the position of an answer to the operations on it."""
    position = {
        "board": "$response.body#/position/notation",
        **{
            name: f"$response.body#/position/{name}"
            for name in ("side_to_move", "in_a_row", "misere")
        },
    }
    targets = ("get_analysis", "get_best_move", "post_analysis", "post_best_move")
    return {
        target: {
            "operationId": target,
            "description": "Go on from the position of this answer.",
            **({"parameters": position} if target.startswith("get") else {"requestBody": position}),
        }
        for target in targets
    }


def _headers(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _problem_response(description: str) -> Json:
    schema = {"$ref": REF.format(model="Problem")}
    return {
        "description": description,
        "headers": _headers("X-Request-ID"),
        "content": {MEDIA_TYPE: {"schema": schema}},
    }


def _shared_problem(code: ProblemCode) -> Json:
    """The response of a problem that has nothing to do with the position."""
    request_id = REQUEST_ID_EXAMPLE if code is ProblemCode.INTERNAL_ERROR else None
    problem = ProblemError(code, SHARED_PROBLEMS[code], request_id=request_id).problem
    response = _problem_response(f"{problem.title}.")
    value = problem.model_dump(mode="json", exclude_none=True)
    response["content"][MEDIA_TYPE]["examples"] = {code: {"value": value}}
    if code is ProblemCode.OVERLOADED:  # a search may also be cut short by the end of the service
        response["content"][MEDIA_TYPE]["examples"] |= _shared_problem(ProblemCode.NOT_READY)[
            "content"
        ][MEDIA_TYPE]["examples"]
        response["description"] = "The service is busy, or about to stop."
    if code in (ProblemCode.RATE_LIMITED, ProblemCode.OVERLOADED, ProblemCode.NOT_READY):
        response["headers"] |= _headers("Retry-After")
    return response


def _response_name(code: ProblemCode) -> str:
    return "".join(word.capitalize() for word in code.split("_"))


def _status(code: ProblemCode) -> int:
    return ProblemError(code, "").problem.status


def _more_schemas() -> Json:
    models: tuple[type[BaseModel], ...] = (Problem, answers.AnalysisEvent, answers.Progress)
    _, schema = models_json_schema([(m, "serialization") for m in models], ref_template=REF)
    definitions: Json = schema["$defs"]
    return definitions


def _tidied(node: Any) -> Any:  # noqa: ANN401  any part of the document
    """The document without what generators stumble over.

    Titles of fields, from which some make type names; whole numbers written as floats; and
    defaults in bodies, for which some make a field required that a client may leave out.
    """
    if isinstance(node, list):
        return [_tidied(item) for item in node]
    if isinstance(node, float) and node.is_integer():
        return int(node)
    if not isinstance(node, dict):
        return node
    if "properties" in node:
        node["properties"] = {
            name: {key: value for key, value in field.items() if key not in ("title", "default")}
            for name, field in node["properties"].items()
        }
    return {key: _tidied(value) for key, value in node.items()}
