"""The exceptions that become problems.

A detail names the fault, then the fix. It never repeats the client's input.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.engine.errors import EngineError
from service.problems.catalogue import CATALOGUE
from service.schemas.base import NO_PARAMETERS
from service.schemas.problem import MAX_FAULTS, Fault, Problem
from service.settings import Settings

MEDIA_TYPE: Final = "application/problem+json"
HEADERS: Final = {"Cache-Control": "no-store"}
RETRY_AFTER: Final = {"Retry-After": "1"}
CLOSE: Final = {"Connection": "close"}


class ProblemError(HTTPException):
    """Raised when a request cannot be fulfilled; becomes the problem it describes."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[Fault] = (),
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        entry = CATALOGUE[code]
        super().__init__(entry.status, detail, {**HEADERS, **(headers or {})})
        self.problem = Problem(
            type=f"/problems#{code}",
            title=entry.title,
            status=entry.status,
            detail=detail,
            code=code,
            errors=list(errors[:MAX_FAULTS]) or None,
            request_id=request_id,
        )

    def response(self) -> "ProblemResponse":
        """The HTTP response, which no cache stores."""
        return ProblemResponse(self.problem, self.headers)


class ProblemResponse(Response):
    """A problem as a response; it notes its code in the scope's state for the metrics."""

    media_type = MEDIA_TYPE

    def __init__(self, problem: Problem, headers: Mapping[str, str] | None) -> None:
        super().__init__(problem.model_dump_json(), problem.status, headers)
        self.code = problem.code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response (ASGI)."""
        scope["state"]["problem"] = self.code
        await super().__call__(scope, receive, send)


def fault_at(code: str, message: str, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """A fault at a place in the body, or at a query parameter."""
    if in_body:
        return Fault(code=code, message=message, pointer="".join(f"/{step}" for step in path))
    return Fault(code=code, message=message, parameter=str(path[0]) if path else "")


def invalid_request(faults: Sequence[Fault], total: int = 1) -> ProblemError:
    """The problem of a request that does not match its schema, with its first faults."""
    detail = faults[0].message
    if total > 1:
        detail += f" This is the first of {total} errors."
    return ProblemError("invalid_request", detail, errors=faults)


def engine_problem(error: EngineError, *, in_body: bool) -> ProblemError:
    """The problem of an input that the engine rejects, at its place in the request."""
    path = (error.field,) if error.index is None else (error.field, error.index)
    fault = fault_at(error.code, str(error), path, in_body=in_body)
    code = error.code if error.code in CATALOGUE else "invalid_request"
    return ProblemError(code, str(error), errors=[fault])


def max_nodes_fault(limit: int, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """The fault of a budget above the operator's limit."""
    message = f"max_nodes: this service allows at most {limit}."
    return fault_at("wrong_value", message, path, in_body=in_body)


def no_query() -> ProblemError:
    """The problem of a query on an operation without parameters."""
    fault = Fault(code="unknown_parameter", message=NO_PARAMETERS, parameter="")
    return invalid_request([fault])


def malformed_body(detail: str = "The body is empty. Send a JSON object.") -> ProblemError:
    """The problem of a body that is not a JSON document."""
    return ProblemError("malformed_body", detail)


def unsupported_media_type() -> ProblemError:
    """The problem of a body that is not declared as JSON."""
    detail = "The body is not declared as JSON. Send the header Content-Type: application/json."
    return ProblemError("unsupported_media_type", detail)


def unsupported_encoding() -> ProblemError:
    """The problem of a compressed body (RFC 9110, 8.4 and 12.5.3)."""
    detail = "The body is compressed. Send it without Content-Encoding."
    return ProblemError("unsupported_media_type", detail, headers={"Accept-Encoding": "identity"})


def precondition_failed() -> ProblemError:
    """The problem of an If-Match that does not match."""
    detail = "If-Match names another ETag. Leave it out, or send the response's current ETag."
    return ProblemError("precondition_failed", detail)


def bad_request() -> ProblemError:
    """The problem of a request that cannot be parsed."""
    return ProblemError(
        "bad_request", "The head of the request is not valid. See RFC 9112.", headers=CLOSE
    )


def not_implemented() -> ProblemError:
    """The problem of a method that HTTP does not have."""
    return ProblemError("not_implemented", "HTTP has no such method. Use GET, HEAD or POST.")


def uri_too_long(settings: Settings) -> ProblemError:
    """The problem of a path and query over the limit."""
    detail = f"The path and query exceed {settings.max_uri_bytes} bytes. Send a POST instead."
    return ProblemError("uri_too_long", detail)


def headers_too_large(settings: Settings) -> ProblemError:
    """The problem of headers over the limit."""
    most = settings.max_header_bytes
    detail = f"The headers exceed {most} bytes in total. Send fewer or shorter ones."
    return ProblemError("headers_too_large", detail)


def body_too_large(limit: int) -> ProblemError:
    """The problem of a body over the limit."""
    detail = f"The body exceeds {limit} bytes. Send a smaller one."
    return ProblemError("body_too_large", detail, headers=CLOSE)


def request_timeout(settings: Settings) -> ProblemError:
    """The problem of a request that arrives too slowly."""
    seconds = f"{settings.receive_timeout:g} seconds"
    detail = f"The request did not arrive within {seconds}. Send all of it in that time."
    return ProblemError("request_timeout", detail, headers=CLOSE)


def rate_limited() -> ProblemError:
    """The problem that the proxy in front responds with (deploy/nginx.conf.template)."""
    detail = "Too many requests at a time. Try again in a second."
    return ProblemError("rate_limited", detail, headers=RETRY_AFTER)


def internal_error(
    request_id: str, detail: str = "An unexpected error occurred. It is logged as request_id."
) -> ProblemError:
    """The problem of an unexpected error."""
    return ProblemError("internal_error", detail, request_id=request_id)


def overloaded(
    detail: str = "All search slots are taken. Try again in a second, or send a lower max_nodes.",
) -> ProblemError:
    """The problem of a request for which the service is too busy."""
    return ProblemError("overloaded", detail, headers=RETRY_AFTER)


def not_ready() -> ProblemError:
    """The problem of a service that is starting or stopping."""
    detail = "The service is starting or stopping. Try again in a second."
    return ProblemError("not_ready", detail, headers=RETRY_AFTER)
