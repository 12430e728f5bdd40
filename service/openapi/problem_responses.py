"""The problems of the document, and the headers that all of its responses share."""

from collections.abc import Iterable
from typing import Any, Final

from service.api.caching import precondition_failed
from service.api.error_handlers import not_ready, overloaded
from service.api.request_reading import (
    malformed_body,
    unsupported_encoding,
    unsupported_media_type,
)
from service.middleware.errors import internal_error
from service.middleware.limits import (
    body_too_large,
    headers_too_large,
    request_timeout,
    uri_too_long,
)
from service.schemas.problems import MEDIA_TYPE, RETRY_AFTER, ProblemCode, ProblemError
from service.settings import Settings

Json = dict[str, Any]

REF: Final = "#/components/schemas/{model}"
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
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9a-f]{32}"$'},
    },
    "Cache-Control": {
        "description": "How long a cache may keep the answer.",
        "schema": {"type": "string"},
    },
    "Accept-Encoding": {
        "description": "On a compressed body: the one encoding that is taken.",
        "schema": {"type": "string", "const": "identity"},
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


def shared_responses() -> Json:
    """The components of problems that do not depend on the input, with default settings."""
    settings = Settings.model_construct()
    problems = (
        malformed_body(),
        request_timeout(settings),
        precondition_failed(),
        body_too_large(settings.max_body_bytes),
        uri_too_long(settings),
        unsupported_media_type(),
        rate_limited(),
        headers_too_large(settings),
        internal_error(REQUEST_ID_EXAMPLE),
        overloaded(),
        not_ready(),
    )
    responses = {_name(problem.problem.code): _shared_response(problem) for problem in problems}
    compressed = {"value": _value(unsupported_encoding())}
    responses["UnsupportedMediaType"]["content"][MEDIA_TYPE]["examples"]["compressed"] = compressed
    responses["UnsupportedMediaType"]["headers"] |= header_references("Accept-Encoding")
    responses["RateLimited"]["description"] = (
        "Too many requests. The proxy that is delivered takes 50 a second of one address, 200 "
        "beyond that at once, and 64 at a time; `/v1/analyses` takes many positions in one."
    )
    # A search may also be cut short by the end of the service.
    busy, stopping = responses["Overloaded"], responses["NotReady"]
    busy["content"][MEDIA_TYPE]["examples"] |= stopping["content"][MEDIA_TYPE]["examples"]
    busy["description"] = "The service is busy, or about to stop."
    return responses


def rate_limited() -> ProblemError:
    """The problem that the proxy in front answers with (deploy/nginx.conf.template)."""
    detail = "Send fewer requests at a time: try again in a second."
    return ProblemError(ProblemCode.RATE_LIMITED, detail, headers=RETRY_AFTER)


def references(codes: Iterable[ProblemCode]) -> Json:
    """The components of these problems, by status."""
    return {
        str(ProblemError(code, "").problem.status): {
            "$ref": f"#/components/responses/{_name(code)}"
        }
        for code in codes
    }


def problem_response(description: str, **examples: ProblemError) -> Json:
    """A response that is a problem."""
    content: Json = {"schema": {"$ref": REF.format(model="Problem")}}
    if examples:
        content["examples"] = {name: {"value": _value(e)} for name, e in examples.items()}
    return {
        "description": description,
        "headers": header_references("X-Request-ID"),
        "content": {MEDIA_TYPE: content},
    }


def header_references(*names: str) -> Json:
    """The components of these headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _shared_response(error: ProblemError) -> Json:
    response = problem_response(f"{error.problem.title}.", **{error.problem.code: error})
    if "Retry-After" in (error.headers or {}):
        response["headers"] |= header_references("Retry-After")
    return response


def _value(error: ProblemError) -> Json:
    return error.problem.model_dump(mode="json", exclude_none=True)


def _name(code: ProblemCode) -> str:
    return "".join(word.capitalize() for word in code.split("_"))
