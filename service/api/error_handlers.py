"""Every way to fail, turned into its problem: the one place where errors become answers."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match, Mount

from service.engine.errors import EngineError
from service.schemas.problems import CATALOGUE, Fault, FaultCode, ProblemCode, ProblemError
from service.schemas.requests import EXPECTED

# Pydantic's words for what went wrong -> ours; all others say that a value does not fit.
FAULT_OF_TYPE: Final = {
    "missing": FaultCode.MISSING,
    "extra_forbidden": FaultCode.UNKNOWN_FIELD,
    "union_tag_not_found": FaultCode.WRONG_TYPE,
    "string_type": FaultCode.WRONG_TYPE,
    "list_type": FaultCode.WRONG_TYPE,
    "int_type": FaultCode.WRONG_TYPE,
    "bool_type": FaultCode.WRONG_TYPE,
    "model_attributes_type": FaultCode.WRONG_TYPE,
}
FORMS_OF_BOARD: Final = ("notation", "flat", "nested")


def add_error_handlers(app: FastAPI) -> None:
    """Let the app answer every expected error with a problem."""
    app.exception_handler(ProblemError)(_problem)
    app.exception_handler(EngineError)(_engine_error)
    app.exception_handler(RequestValidationError)(_validation_error)
    app.exception_handler(HTTPException)(_http_exception)
    app.exception_handler(ClientDisconnect)(_client_left)


async def _problem(_: Request, error: ProblemError) -> Response:
    return error.response()


async def _engine_error(request: Request, error: EngineError) -> Response:
    return engine_problem(error, in_body=in_body(request)).response()


def engine_problem(error: EngineError, *, in_body: bool) -> ProblemError:
    """What the engine declines, at the place of the request where it was asked."""
    step = () if error.index is None else (error.index,)
    fault = fault_at(FaultCode(error.code), str(error), (error.field, *step), in_body=in_body)
    return ProblemError(ProblemCode(error.code), str(error), errors=[fault])


async def _validation_error(request: Request, error: RequestValidationError) -> Response:
    faults = [_validation_fault(request, item) for item in error.errors()]
    detail = faults[0].message
    if len(faults) > 1:
        detail += f" This is the first of {len(faults)} faults."
    return ProblemError(ProblemCode.INVALID_REQUEST, detail, errors=faults).response()


async def _http_exception(request: Request, error: HTTPException) -> Response:
    """What the router refuses: a path or a method that it does not know."""
    if error.status_code == CATALOGUE[ProblemCode.NOT_FOUND].status:
        return ProblemError(ProblemCode.NOT_FOUND, "The paths are listed at /docs.").response()
    if error.status_code != CATALOGUE[ProblemCode.METHOD_NOT_ALLOWED].status:
        raise error
    allowed = ", ".join(_methods_at(request))
    detail = f"Here the methods are {allowed}."
    headers = {"Allow": allowed}
    return ProblemError(ProblemCode.METHOD_NOT_ALLOWED, detail, headers=headers).response()


async def _client_left(_: Request, __: ClientDisconnect) -> Response:
    """What nobody will read; 499 is what web servers note in their logs for it."""
    return Response(status_code=499)


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


def _validation_fault(request: Request, item: dict[str, Any]) -> Fault:
    """One of Pydantic's errors as a fault; of the error only type, place and limits are used."""
    code = FAULT_OF_TYPE.get(item["type"], FaultCode.WRONG_VALUE)
    path = [step for step in item["loc"][1:] if step not in FORMS_OF_BOARD]
    if code is FaultCode.UNKNOWN_FIELD:
        return unknown_name(request)
    if not path:
        message = f"The body is a JSON object; its fields are {fields(request)}."
    else:
        required = "This field is required. " if code is FaultCode.MISSING else ""
        message = f"{path[0]}: {required}{EXPECTED[path[0]]}"
    return fault_at(code, message, path, in_body=in_body(request))


def unknown_name(request: Request) -> Fault:
    """The fault of a name that the operation does not know, and that is not repeated here."""
    if in_body(request):
        message = f"There is a field that is unknown here. The fields are {fields(request)}."
        return Fault(code=FaultCode.UNKNOWN_FIELD, message=message, pointer="")
    message = f"There is a parameter that is unknown here. The parameters are {fields(request)}."
    return Fault(code=FaultCode.UNKNOWN_PARAMETER, message=message, parameter="")


def in_body(request: Request) -> bool:
    """Whether the input is in the body; else it is in the query."""
    return request.method == "POST"


def fields(request: Request) -> str:
    """The names that the operation knows, as text; its route has left them with the request."""
    return ", ".join(request.state.fields)


def fault_at(code: FaultCode, message: str, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """A fault at a place of the body, or at a parameter of a query."""
    if in_body:
        pointer = "".join(f"/{step}" for step in path)
        return Fault(code=code, message=message, pointer=pointer)
    return Fault(code=code, message=message, parameter=str(path[0]))
