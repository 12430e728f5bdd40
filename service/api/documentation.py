"""Headers, problems, links and examples that several operations declare."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from service.api.strict_json import unsupported_encoding
from service.problems.errors import MEDIA_TYPE, ProblemError
from service.settings import Settings

Responses = dict[int | str, dict[str, Any]]

# Example requests by path; the responses are computed (service/openapi/answers.py).
EXAMPLES: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_bytes())
HEADERS: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("headers.json").read_bytes())
EventText = Annotated[str, Field(description="The events as they are transmitted.")]
PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
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

_DEFAULTS: Final = Settings.model_construct()
COMPRESSED: Final = unsupported_encoding()
# The problems that operations share; those with status 422 are examples of each operation.
PROBLEMS: Final = {
    "MalformedBody": [ProblemError("malformed_body")],
    "RequestTimeout": [ProblemError("request_timeout", seconds=_DEFAULTS.receive_timeout)],
    "PreconditionFailed": [ProblemError("precondition_failed")],
    "BodyTooLarge": [ProblemError("body_too_large", limit=_DEFAULTS.max_body_bytes)],
    "UriTooLong": [ProblemError("uri_too_long", limit=_DEFAULTS.max_uri_bytes)],
    "UnsupportedMediaType": [ProblemError("unsupported_media_type"), COMPRESSED],
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


def response(description: str, *headers: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A response with the request id and these headers, which are components."""
    names = ("X-Request-ID", *headers)
    references = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return {"description": description, "headers": references, **more}


def _shared(name: str, problems: list[ProblemError]) -> dict[str, Any]:
    sent = {header for problem in problems for header in problem.headers or ()}
    examples = {
        "compressed" if each is COMPRESSED else each.problem.code: {
            "value": each.problem.model_dump()
        }
        for each in problems
    }
    return response(
        DESCRIPTIONS.get(name, f"{problems[0].problem.title}."),
        *sorted(sent & {"Accept-Encoding", "Retry-After"}),
        content={MEDIA_TYPE: {"schema": PROBLEM, "examples": examples}},
    )


SHARED: Final = {name: _shared(name, problems) for name, problems in PROBLEMS.items()}


def _references(*names: str) -> Responses:
    return {
        PROBLEMS[name][0].status_code: {"$ref": f"#/components/responses/{name}"} for name in names
    }


ANY: Final = _references(
    "RequestTimeout", "BodyTooLarge", "UriTooLong", "HeadersTooLarge", "InternalError"
)
INVALID: Final = response(
    "The request is understood but cannot be fulfilled.", content={MEDIA_TYPE: {"schema": PROBLEM}}
)
V1: Final = _references("RateLimited", "Overloaded") | {422: INVALID}
HEALTH: Final = _references("NotReady")
BODY: Final = _references("MalformedBody", "UnsupportedMediaType")


def ok(*headers: str, **more: Any) -> Responses:  # noqa: ANN401
    """The 200 of an operation, with these headers."""
    return {200: response("The response.", *headers, **more)}


def cacheable(**more: Any) -> Responses:  # noqa: ANN401
    """The responses of an operation whose 200 any cache can store."""
    headers = ("ETag", "Cache-Control")
    not_modified = response("The client holds the current response.", *headers)
    return ok(*headers, **more) | {304: not_modified} | _references("PreconditionFailed")


def query_examples(path: str) -> dict[str, Any]:
    """The example queries of a path: its example requests, except those with an array board."""
    return {
        name: example
        for name, example in EXAMPLES.get(path.removeprefix("/v1/"), {}).items()
        if isinstance(example["value"].get("board", ""), str)
    }
