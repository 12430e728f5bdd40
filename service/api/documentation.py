"""Headers, problems, links and examples that several operations declare."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from service.api.strict_json import unsupported_encoding
from service.problems.errors import MEDIA_TYPE, ProblemError
from service.settings import Settings

Responses = dict[int | str, dict[str, Any]]

QUERY_EXAMPLES: Final = "x-examples"
# Example requests by family; the responses are computed (service/openapi/answers.py).
EXAMPLES: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_bytes())
EventText = Annotated[str, Field(description="The events as they are transmitted.")]
PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
_POSITION: Final = {"board": "$response.body#/position/notation"} | {
    name: f"$response.body#/position/{name}" for name in ("side_to_move", "in_a_row", "misere")
}
LINKS: Final = {
    target: {
        "operationId": target,
        "description": "Continue from the position of this response.",
        "parameters": _POSITION,
    }
    for target in ("get_analysis", "get_best_move")
}

HEADERS: Final[dict[str, Any]] = {
    "X-Request-ID": {
        "description": "The id of this request: the one sent if it has 1 to 64 letters, digits, "
        "dots, hyphens or underscores, otherwise a new one.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
    "ETag": {
        "description": "Identifies this response; send it back in If-None-Match.",
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9a-f]{32}"$'},
    },
    "Cache-Control": {
        "description": "How long a cache can store the response.",
        "schema": {"type": "string"},
    },
    "Accept-Encoding": {
        "description": "On a compressed body: the one encoding that is accepted.",
        "schema": {"type": "string", "const": "identity"},
    },
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "schema": {"type": "integer", "minimum": 1},
    },
}

_DEFAULTS: Final = Settings.model_construct()

# The problems that operations share; those with status 422 are examples of each operation.
PROBLEMS: Final = {
    "MalformedBody": [ProblemError("malformed_body")],
    "RequestTimeout": [ProblemError("request_timeout", seconds=_DEFAULTS.receive_timeout)],
    "PreconditionFailed": [ProblemError("precondition_failed")],
    "BodyTooLarge": [ProblemError("body_too_large", limit=_DEFAULTS.max_body_bytes)],
    "UriTooLong": [ProblemError("uri_too_long", limit=_DEFAULTS.max_uri_bytes)],
    "UnsupportedMediaType": [ProblemError("unsupported_media_type"), unsupported_encoding()],
    "RateLimited": [ProblemError("rate_limited")],
    "HeadersTooLarge": [ProblemError("headers_too_large", limit=_DEFAULTS.max_header_bytes)],
    "InternalError": [
        ProblemError("internal_error", request_id="5f3a6c1de0b94d7b8a2c4e6f80917253")
    ],
    "Overloaded": [ProblemError("overloaded"), ProblemError("not_ready")],
    "NotReady": [ProblemError("not_ready")],
}
DESCRIPTIONS: Final = {
    "RateLimited": "Too many requests. The nginx configuration in `deploy/` accepts 50 requests "
    "per second from one address, bursts of 200, and 64 requests at a time. `/v1/analyses` accepts "
    "many positions in one request.",
    "Overloaded": "The service is busy, or about to stop.",
}


def headers(*names: str) -> dict[str, Any]:
    """References to the components of these headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def shared_responses() -> dict[str, Any]:
    """The components of the shared problems."""
    return {name: _shared(name, problems) for name, problems in PROBLEMS.items()}


def _shared(name: str, problems: list[ProblemError]) -> dict[str, Any]:
    sent = {header for problem in problems for header in problem.headers or ()}
    examples: dict[str, Any] = {}
    for problem in problems:
        code = problem.problem.code
        examples["compressed" if code in examples else code] = {
            "value": problem.problem.model_dump()
        }
    return {
        "description": DESCRIPTIONS.get(name, f"{problems[0].problem.title}."),
        "headers": headers("X-Request-ID", *sorted(sent & {"Accept-Encoding", "Retry-After"})),
        "content": {MEDIA_TYPE: {"schema": PROBLEM, "examples": examples}},
    }


def _references(*names: str) -> Responses:
    return {
        PROBLEMS[name][0].status_code: {"$ref": f"#/components/responses/{name}"} for name in names
    }


ANY: Final = _references(
    "RequestTimeout", "BodyTooLarge", "UriTooLong", "HeadersTooLarge", "InternalError"
)
INVALID: Final[Responses] = {
    422: {
        "description": "The request is understood but cannot be fulfilled.",
        "headers": headers("X-Request-ID"),
        "content": {MEDIA_TYPE: {"schema": PROBLEM}},
    }
}
V1: Final = _references("RateLimited", "Overloaded") | INVALID
HEALTH: Final = _references("NotReady")
BODY: Final = _references("MalformedBody", "UnsupportedMediaType")


def ok(*header_names: str, **more: Any) -> Responses:  # noqa: ANN401
    """The 200 of an operation, with these headers."""
    headed = {"headers": headers("X-Request-ID", *header_names)}
    return {200: {"description": "The response.", **headed, **more}}


def cacheable(**more: Any) -> Responses:  # noqa: ANN401
    """The responses of an operation whose 200 any cache can store."""
    names = ("ETag", "Cache-Control")
    not_modified = {
        "description": "The client holds the current response.",
        "headers": headers(*names, "X-Request-ID"),
    }
    return ok(*names, **more) | {304: not_modified} | _references("PreconditionFailed")


def event_stream(event: type[BaseModel]) -> Responses:
    """A 200 that is a stream of these events."""
    return ok(model=EventText | event)


def as_query(family: str) -> dict[str, Any]:
    """The examples whose board is a string, for `openapi_extra`; an array does not fit a query.

    The document distributes them to the parameters.
    """
    return {
        QUERY_EXAMPLES: {
            name: example
            for name, example in EXAMPLES[family].items()
            if isinstance(example["value"].get("board", ""), str)
        }
    }
