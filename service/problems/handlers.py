"""Every error becomes a problem: the exception handlers."""

import logging
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from service.engine.errors import EngineError
from service.problems.errors import ProblemError, engine_problem, fault_at, invalid_request
from service.problems.heads import METHODS
from service.search_pool.workers import NotReadyError, WorkerDiedError
from service.shares import OverloadedError

SEARCH_ERRORS: Final = (OverloadedError, NotReadyError, TimeoutError)
INTERRUPTIONS: Final = (*SEARCH_ERRORS, WorkerDiedError)

logger = logging.getLogger("noughts")


async def on_error(request: Request, error: Exception) -> Response:
    """The response to an exception: a problem, unless it is a 304 or for nobody."""
    match error:
        case ClientDisconnect():
            return Response(status_code=499)  # nginx logs 499 for a client that has left
        case HTTPException(status_code=304):
            return Response(status_code=304, headers=error.headers)
        case HTTPException() if (request.method, request.scope["path"]) == ("OPTIONS", "*"):
            return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
        case ProblemError():
            problem = error
        case HTTPException():
            problem = http_problem(request, error)
        case RequestValidationError():
            problem = validation_problem(error)
        case EngineError():
            problem = engine_problem(error, in_body=request.method == "POST")
        case _:
            problem = search_problem(error)
    return problem.response(request.scope)


def validation_problem(error: RequestValidationError) -> ProblemError:
    """The problem of a request that does not match its models, whose errors they have described."""
    found = error.errors()
    if isinstance(error.body, bytes):  # FastAPI parses only a body that is declared as JSON
        return ProblemError("unsupported_media_type")
    if found[0]["loc"] == ("body",) and error.body is None and found[0]["type"] == "missing":
        return ProblemError("malformed_body")
    faults = [
        fault_at(each["type"], each["msg"], each["loc"][1:], in_body=each["loc"][0] == "body")
        for each in found
    ]
    return invalid_request(faults, sum(each["ctx"]["total"] for each in found))


def http_problem(request: Request, error: HTTPException) -> ProblemError:
    """The problem of an unknown path or method, or of a body that cannot be read."""
    if request.method not in METHODS:
        return ProblemError("not_implemented")
    if error.status_code == 400:
        return ProblemError("malformed_body", "The body cannot be read. Send a JSON object.")
    if error.status_code == 404:
        return ProblemError("not_found")
    if error.status_code != 405:
        raise error
    # All methods of the path: FastAPI names those of its first route.
    contexts, path = iter_route_contexts(request.app.routes), request.scope["path"]
    methods = {method for each in contexts if each.path == path for method in each.methods or ()}
    if "GET" in methods or not methods:  # the path of a file is matched by a pattern
        methods |= {"GET", "HEAD"}
    allowed = ", ".join(sorted(methods))
    return ProblemError("method_not_allowed", allowed=allowed, headers={"Allow": allowed})


HANDLERS: Final[dict[int | type[Exception], Any]] = dict.fromkeys(
    (HTTPException, RequestValidationError, EngineError, ClientDisconnect, *SEARCH_ERRORS), on_error
)


def search_problem(error: Exception) -> ProblemError:
    """The problem of one of SEARCH_ERRORS."""
    if isinstance(error, TimeoutError):
        return ProblemError("overloaded", "The search took too long. Send a lower max_nodes.")
    return ProblemError("overloaded" if isinstance(error, OverloadedError) else "not_ready")


def interruption(error: Exception, request_id: str) -> ProblemError:
    """The problem of a stream that is interrupted after its start."""
    if isinstance(error, WorkerDiedError):
        logger.error("request %s failed", request_id, exc_info=error)
        detail = "The search was interrupted. Try again."
        return ProblemError("internal_error", detail, request_id=request_id)
    return search_problem(error)
