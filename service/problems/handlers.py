"""Convert every exception to a problem."""

from http import HTTPMethod
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from ..context import context_of, path_within
from ..engine.errors import EngineError
from ..quotas import OverloadedError
from ..schemas.problem import Fault
from ..search_pool.errors import SearchError
from ..wording import listed
from .errors import ProblemError, engine_problem, search_problem
from .validation import BODY_IGNORED, is_get_with_body, validation_problem

# The methods of RFC 9110, PATCH (RFC 5789) and QUERY; all others get a 501.
METHODS: Final = frozenset((*HTTPMethod, "QUERY"))
SEARCH_ERRORS: Final = (OverloadedError, SearchError)


async def on_error(request: Request, error: Exception) -> Response:
    """Respond with the problem for an exception that an operation or its dependencies raise."""
    match error:
        case ProblemError():
            problem = error
        case RequestValidationError():
            problem = validation_problem(request, error)
        case EngineError():
            is_post = request.method == "POST"
            problem = engine_problem(error, Fault.in_body if is_post else Fault.in_query)
        case OverloadedError() | SearchError():
            problem = search_problem(error, context_of(request.scope).request_id)
    if problem.problem.errors and is_get_with_body(request):
        problem = problem.with_hint(BODY_IGNORED)
    return problem.response(request.scope)


async def on_disconnect(_: Request, __: ClientDisconnect) -> Response:
    """Return a response that nobody receives, with the status nginx logs for a disconnect: 499."""
    return Response(status_code=499)


async def on_http_exception(request: Request, error: HTTPException) -> Response:
    """Respond to an HTTPException: 304 for a conditional request, 404 or 405 from the router."""
    if error.status_code == 304:
        return Response(status_code=304, headers=error.headers)
    path = path_within(request.scope)
    if (request.method, path) == ("OPTIONS", "*"):
        return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
    if request.method not in METHODS:
        problem = ProblemError("not_implemented")
    elif error.status_code == 404:
        problem = not_found(request, path)
    elif error.status_code == 405:
        methods = sorted(allowed_methods(request))
        allow = {"Allow": ", ".join(methods)}
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=allow)
        problem = ProblemError("method_not_allowed", allowed=listed(methods), headers=allow)
    else:
        raise error
    return problem.response(request.scope)


def not_found(request: Request, path: str) -> ProblemError:
    """Return the problem for an unknown path; name one that differs in a slash, hyphen or case."""

    def key(each: str) -> str:
        return each.rstrip("/").lower().replace("_", "-")

    base = context_of(request.scope).base
    paths = [each.path or "" for each in iter_route_contexts(request.app.routes)]
    near = next((each for each in paths if each.startswith("/v1/") and key(each) == key(path)), "")
    detail = f"This path does not exist; did you mean {base}{near}?" if near else None
    return ProblemError("not_found", detail, base=base)


def allowed_methods(request: Request) -> set[str]:
    """Return all methods of a path; the router's 405 error names only those of the first route."""
    routes = iter_route_contexts(request.app.routes)
    matching = (each for each in routes if each.matches(request.scope)[0] is not Match.NONE)
    methods = {method for each in matching for method in each.methods or ()}
    is_readable = "GET" in methods or not methods  # Only paths of files list no methods.
    return methods | {"OPTIONS"} | ({"GET", "HEAD"} if is_readable else set())


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    HTTPException: on_http_exception,
    ClientDisconnect: on_disconnect,
    **dict.fromkeys((ProblemError, RequestValidationError, EngineError, *SEARCH_ERRORS), on_error),
}
