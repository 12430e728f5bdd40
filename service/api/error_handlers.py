"""Errors that are not about the input of an operation, as problems."""

from typing import Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.types import ExceptionHandler

from service.middleware.limits import METHODS, not_implemented
from service.schemas.problems import CATALOGUE, RETRY_AFTER, ProblemCode, ProblemError
from service.search_pool.pool import ClosedError, SearchTimeoutError
from service.search_pool.shares import OverloadedError

SEARCH_ERRORS: Final = (OverloadedError, ClosedError, SearchTimeoutError)


def add_error_handlers(app: Starlette) -> None:
    """Answer the errors of the router, and ProblemErrors, with problems."""
    app.add_exception_handler(ProblemError, cast("ExceptionHandler", _problem))
    app.add_exception_handler(HTTPException, cast("ExceptionHandler", _http_exception))


async def _problem(_: Request, error: ProblemError) -> Response:
    return error.response()


async def _http_exception(request: Request, error: HTTPException) -> Response:
    """What the router refuses: a method or a path that it does not know."""
    if request.method not in METHODS:
        return not_implemented().response()
    if (request.method, request.scope["path"]) == ("OPTIONS", "*"):
        return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, OPTIONS"})
    if error.status_code == CATALOGUE[ProblemCode.NOT_FOUND].status:
        return ProblemError(ProblemCode.NOT_FOUND, "The paths are listed at /docs.").response()
    if error.status_code != CATALOGUE[ProblemCode.METHOD_NOT_ALLOWED].status:
        raise error
    allowed = ", ".join(_methods_at(request))
    detail = f"Allowed here: {allowed}."
    headers = {"Allow": allowed}
    return ProblemError(ProblemCode.METHOD_NOT_ALLOWED, detail, headers=headers).response()


def _methods_at(request: Request) -> list[str]:
    """The methods that the path of the request takes; mounted files take those that read."""
    taken = [method for method in ("GET", "POST") if _is_taken(request, method)]
    return ["GET", "HEAD", *taken[1:]] if "GET" in taken else taken


def _is_taken(request: Request, method: str) -> bool:
    outside_mounts = request.scope.get("app_root_path", "")
    scope = {**request.scope, "method": method, "root_path": outside_mounts}
    return any(
        route.matches(scope)[0] is Match.FULL
        for route in request.app.routes
        if method == "GET" or not isinstance(route, Mount)
    )


def search_problem(error: Exception) -> ProblemError:
    """The problem of one of SEARCH_ERRORS."""
    if isinstance(error, SearchTimeoutError):
        return search_timeout()
    return overloaded() if isinstance(error, OverloadedError) else not_ready()


def overloaded() -> ProblemError:
    """The problem of a search for which there is no place."""
    detail = "All searches are taken: try again in a second, or ask for fewer max_nodes."
    return ProblemError(ProblemCode.OVERLOADED, detail, headers=RETRY_AFTER)


def search_timeout() -> ProblemError:
    """The problem of a search that takes longer than a search may."""
    detail = "The search took too long for this service: ask for fewer max_nodes."
    return ProblemError(ProblemCode.OVERLOADED, detail, headers=RETRY_AFTER)


def not_ready() -> ProblemError:
    """The problem of a service that starts or stops."""
    return ProblemError(ProblemCode.NOT_READY, "Try again in a second.", headers=RETRY_AFTER)


def client_left() -> Response:
    """The response to a client that has left; web servers note 499 in their logs for it."""
    return Response(status_code=499)
