"""FastAPI's exception handlers: every error becomes a problem."""

import logging
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from service.engine.errors import EngineError
from service.problems.errors import (
    ProblemError,
    engine_problem,
    fault_at,
    invalid_request,
)
from service.search_pool.pool import ClosedError, SearchTimeoutError, WorkerDiedError
from service.search_pool.shares import OverloadedError

SEARCH_ERRORS: Final = (OverloadedError, ClosedError, SearchTimeoutError)
INTERRUPTIONS: Final = (*SEARCH_ERRORS, WorkerDiedError)
# The methods of RFC 9110, PATCH (RFC 5789) and QUERY.
METHODS: Final = frozenset(
    ("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY")
)

logger = logging.getLogger("noughts")


async def on_problem(_: Request, error: ProblemError) -> Response:
    """A problem as it was raised."""
    return error.response()


async def on_invalid_request(_: Request, error: RequestValidationError) -> Response:
    """A request that does not match its models, whose errors RequestModel has described."""
    found = error.errors()
    if isinstance(error.body, bytes):  # FastAPI parses only a body that is declared as JSON
        return ProblemError("unsupported_media_type").response()
    if found[0]["loc"] == ("body",) and error.body is None and found[0]["type"] == "missing":
        return ProblemError("malformed_body").response()
    faults = [
        fault_at(each["type"], each["msg"], each["loc"][1:], in_body=each["loc"][0] == "body")
        for each in found
    ]
    return invalid_request(faults, sum(each["ctx"]["total"] for each in found)).response()


async def on_engine_error(request: Request, error: EngineError) -> Response:
    """An input that the engine rejects."""
    return engine_problem(error, in_body=request.method == "POST").response()


async def on_search_error(_: Request, error: Exception) -> Response:
    """A search that was refused or interrupted."""
    return search_problem(error).response()


async def on_disconnect(_: Request, __: ClientDisconnect) -> Response:
    """Nobody reads this response; nginx logs 499 for a client that has left."""
    return Response(status_code=499)


async def on_http_exception(request: Request, error: HTTPException) -> Response:
    """The exceptions of FastAPI and Starlette: an unknown path or method, or a 304."""
    if error.status_code == 304:
        return Response(status_code=304, headers=error.headers)
    if request.method not in METHODS:
        return ProblemError("not_implemented").response()
    if (request.method, request.scope["path"]) == ("OPTIONS", "*"):
        return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
    if error.status_code == 400:
        return ProblemError(
            "malformed_body", "The body cannot be read. Send a JSON object."
        ).response()
    if error.status_code == 404:
        return ProblemError("not_found").response()
    if error.status_code != 405:
        raise error
    allowed = ", ".join(_methods_at(request))
    return ProblemError(
        "method_not_allowed", allowed=allowed, headers={"Allow": allowed}
    ).response()


def _methods_at(request: Request) -> list[str]:
    """All methods of a path; FastAPI names those of its first route."""
    contexts = list(iter_route_contexts(request.app.routes))
    path = request.scope["path"]
    taken = {method for each in contexts if each.path == path for method in each.methods or ()}
    if "GET" in taken or not taken:  # the path of a file is matched by a pattern
        taken |= {"GET", "HEAD"}
    return sorted(taken)


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    ProblemError: on_problem,
    RequestValidationError: on_invalid_request,
    EngineError: on_engine_error,
    **dict.fromkeys(SEARCH_ERRORS, on_search_error),
    ClientDisconnect: on_disconnect,
    HTTPException: on_http_exception,
}


def search_problem(error: Exception) -> ProblemError:
    """The problem of one of SEARCH_ERRORS."""
    if isinstance(error, SearchTimeoutError):
        return ProblemError("overloaded", "The search took too long. Send a lower max_nodes.")
    return ProblemError("overloaded" if isinstance(error, OverloadedError) else "not_ready")


def interruption(error: Exception, request_id: str) -> ProblemError:
    """The problem of a stream that is interrupted after its start."""
    if isinstance(error, WorkerDiedError):
        logger.error("request %s failed", request_id, exc_info=error)
        detail = "The search was interrupted. Try again."
        return ProblemError("internal_error", detail, request_id=request_id)
    return search_problem(error)
