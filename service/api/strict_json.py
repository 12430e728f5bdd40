"""Read requests strictly: JSON as in RFC 8259, no repeated query parameters except `moves`."""

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json

from ..problems.errors import ProblemError, error_detail, invalid_request
from ..problems.validation import NO_PARAMETERS
from ..schemas.base import SINGLE

# The number of these characters limits the Python objects in a body. Creating the objects in 1 MiB
# of JSON can take 0.1 s, during which no other request is served. The largest exam has 40,000 of
# these characters. The largest request to /v1/analyses has 84,000, if its IDs consist of them.
PARTS: Final = (b"[", b"{", b":", b",")
MAX_PARTS: Final = 100_000


class StrictRequest(Request):
    """A request whose body must be strict JSON."""

    async def json(self) -> Any:  # noqa: ANN401  any JSON
        """Parse the body; raise ProblemError if it is not JSON or has too many names and values."""
        body = await self.body()
        if sum(map(body.count, PARTS)) > MAX_PARTS:
            message = f"The body has more than {MAX_PARTS} names and values. Send fewer."
            raise invalid_request([error_detail("wrong_value", message, (), in_body=True)])
        try:
            return from_json(body, allow_inf_nan=False)
        except ValueError as error:
            reason = re.sub("EOF while parsing an? [a-z]+", "unexpected end", str(error))
            detail = f"The body is not valid JSON ({reason}). Send a JSON object in UTF-8."
            raise ProblemError("malformed_body", detail) from error


class StrictRoute(APIRoute):
    """A path operation that reads queries and bodies strictly.

    https://fastapi.tiangolo.com/how-to/custom-request-and-route/
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a handler that checks a StrictRequest, then passes it to FastAPI's handler."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            request = StrictRequest(request.scope, request.receive)
            if self.body_field:
                check_body(request, await request.body())
            else:
                check_query(request)
            return await handler(request)

        return handle


def check_query(request: Request) -> None:
    """Raise ProblemError if the query repeats a parameter in SINGLE."""
    query = request.query_params
    if len(query) < len(query.multi_items()):
        for name in SINGLE:
            if len(query.getlist(name)) > 1:
                message = f"{name} must be sent only once."
                detail = error_detail("repeated_parameter", message, [name], in_body=False)
                raise invalid_request([detail])


def check_body(request: Request, body: bytes) -> None:
    """Raise ProblemError for a query, or if the body is empty, compressed or not sent as JSON."""
    if request.query_params:
        raise invalid_request([error_detail("unknown_parameter", NO_PARAMETERS, (), in_body=False)])
    if not body:
        raise ProblemError("malformed_body")
    media_type = request.headers.get("content-type", "").partition(";")[0]
    if media_type.strip().lower() != "application/json":
        raise ProblemError("unsupported_media_type")
    if request.headers.get("content-encoding", "").strip().lower() not in ("", "identity"):
        raise ProblemError(  # RFC 9110, 8.4 and 12.5.3.
            "unsupported_media_type",
            "The body is compressed. Send it uncompressed, without Content-Encoding.",
            headers={"Accept-Encoding": "identity"},
        )
