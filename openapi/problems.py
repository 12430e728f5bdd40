"""Define the problem responses that operations share, with an example of each code."""

from typing import Any, Final, NamedTuple

from service.problems.errors import MEDIA_TYPE, ProblemError, search_problem
from service.search_pool.errors import SearchTimeoutError
from service.settings import Settings

PROBLEM: Final = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
DEFAULTS: Final = Settings.model_construct()


class Shared(NamedTuple):
    """The response that all operations have for a status."""

    name: str
    description: str
    examples: list[ProblemError]
    headers: tuple[str, ...] = ()

    def response(self) -> dict[str, Any]:
        """Return the response, with an example for each code."""
        problems = [example.problem for example in self.examples]
        examples = {each.code: {"value": each.model_dump()} for each in problems}
        content = {MEDIA_TYPE: PROBLEM[MEDIA_TYPE] | {"examples": examples}}
        return response(self.description, *self.headers, content=content)


def response(description: str, *headers: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a response that refers to the components of these headers and of X-Request-ID."""
    names = ("X-Request-ID", *headers)
    references = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return {"description": description, "headers": references, **more}


SHARED: Final = {
    400: Shared(
        "BadRequest",
        "The request is not valid HTTP, or the body is not a JSON document.",
        [ProblemError("malformed_body"), ProblemError("bad_request")],
    ),
    408: Shared(
        "RequestTimeout",
        "The request did not arrive in time.",
        [ProblemError("request_timeout", seconds=DEFAULTS.receive_timeout)],
    ),
    412: Shared(
        "PreconditionFailed",
        "The precondition failed.",
        [ProblemError("precondition_failed")],
    ),
    413: Shared(
        "BodyTooLarge",
        "The body is too large.",
        [ProblemError("body_too_large", limit=DEFAULTS.max_body_bytes)],
    ),
    414: Shared(
        "UriTooLong",
        "The path and query are too long.",
        [ProblemError("uri_too_long", limit=DEFAULTS.max_uri_bytes)],
    ),
    415: Shared(
        "UnsupportedMediaType",
        "The body is not declared as JSON, or it is compressed.",
        [ProblemError("unsupported_media_type")],
        ("Accept-Encoding",),
    ),
    429: Shared(
        "RateLimited",
        "Too many requests. The nginx configuration in `deploy/` accepts 50 requests per second "
        "from one address, bursts of 200, and 64 requests at a time. `/v1/analyses` accepts many "
        "positions in one request.",
        [ProblemError("rate_limited")],
        ("Retry-After",),
    ),
    431: Shared(
        "HeadersTooLarge",
        "The headers are too large.",
        [ProblemError("headers_too_large", limit=DEFAULTS.max_header_bytes)],
    ),
    500: Shared(
        "InternalError",
        "The service failed.",
        [ProblemError("internal_error", request_id="5f3a6c1de0b94d7b8a2c4e6f80917253")],
    ),
    503: Shared(
        "Overloaded",
        "The service is busy, or about to stop.",
        [
            ProblemError("overloaded"),
            search_problem(SearchTimeoutError(160_000), ""),
            ProblemError("not_ready"),
        ],
        ("Retry-After",),
    ),
}
