"""Strict requests: JSON by Pydantic's parser (RFC 8259), and each query parameter at most once."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json

from service.problems.errors import ProblemError, fault_at, invalid_request
from service.problems.validation import NO_PARAMETERS
from service.schemas.base import PARAMETERS

# Objects of Python for all that fits into 1 MiB would take 0.1 s, in which no other request is
# served. The largest batch has 84,000 of these characters, if its IDs consist of them, and the
# largest exam 40,000.
PARTS: Final = (b"[", b"{", b":", b",")
MAX_PARTS: Final = 100_000


class StrictRequest(Request):
    """A request whose body is read strictly."""

    async def json(self) -> Any:  # noqa: ANN401  any JSON
        """Return the document in the body; raises ProblemError."""
        body = await self.body()
        if sum(map(body.count, PARTS)) > MAX_PARTS:
            message = f"The body has more than {MAX_PARTS} names and values. Send fewer."
            raise invalid_request([fault_at("wrong_value", message, (), in_body=True)])
        try:
            return from_json(body, allow_inf_nan=False)
        except ValueError as error:
            fault = str(error)
            detail = f"{fault[0].upper()}{fault[1:]}. Send a JSON object in UTF-8."
            raise ProblemError("malformed_body", detail) from error


class StrictRoute(APIRoute):
    """A path operation that reads queries and bodies strictly.

    https://fastapi.tiangolo.com/how-to/custom-request-and-route/
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler, called with a strict request."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            request = StrictRequest(request.scope, request.receive)
            check_query(request)
            if self.body_field:
                await check_body(request)
            return await handler(request)

        return handle


def check_query(request: Request) -> None:
    """Raise ProblemError for a repeated parameter, or for any that comes with a body."""
    query = request.query_params
    if query and request.method == "POST":
        raise invalid_request([fault_at("unknown_parameter", NO_PARAMETERS, (), in_body=False)])
    if len(query) == len(query.multi_items()):
        return
    for name in PARAMETERS:
        if len(query.getlist(name)) > 1:
            message = f"{name}: This parameter is repeated. Send it once."
            raise invalid_request([fault_at("repeated_parameter", message, [name], in_body=False)])


async def check_body(request: Request) -> None:
    """Raise ProblemError for a body that is missing, compressed, or not declared as JSON."""
    if not await request.body():
        raise ProblemError("malformed_body")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise ProblemError("unsupported_media_type")
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise unsupported_encoding()


def unsupported_encoding() -> ProblemError:
    """Return the problem of a compressed body (RFC 9110, 8.4 and 12.5.3)."""
    detail = "The body is compressed. Send it without Content-Encoding."
    return ProblemError("unsupported_media_type", detail, headers={"Accept-Encoding": "identity"})
