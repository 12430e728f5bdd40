"""Read requests strictly: JSON as in RFC 8259, and only known query parameters, each once."""

import asyncio
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Coroutine, Mapping
from contextlib import nullcontext
from typing import Any, ClassVar, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic.fields import FieldInfo
from pydantic_core import from_json
from starlette.datastructures import QueryParams
from starlette.types import Receive, Scope, Send

from ..problems.errors import ProblemError, error_detail, invalid_request
from ..problems.validation import model_in, parameters_of, unknown_name
from ..quotas import client_of
from ..schemas.base import types_in
from ..state import state_of

# The number of these characters limits the Python objects in a body. Creating the objects in 1 MiB
# of JSON can take 0.1 s, during which no other request is served. The largest exam has 40,000 of
# these characters. The largest request to /v1/analyses has 84,000, if its IDs consist of them.
PARTS: Final = (b"[", b"{", b":", b",")
MAX_PARTS: Final = 100_000
MAX_DIGITS: Final = 20  # Of a Content-Length. The parser limits the number, but not its zeros.


class StrictRequest(Request):
    """A request whose body must be strict JSON of at most `max_body` bytes."""

    least_max_body: ClassVar = 0  # Bytes; the operator's limit can be higher.
    content: bytes | None = None

    @property
    def max_body(self) -> int:
        """Return the maximum size of the body in bytes."""
        return max(state_of(self.scope).settings.max_body_bytes, self.least_max_body)

    async def body(self) -> bytes:
        """Return the body; raise ProblemError if it is too long or takes too long to arrive."""
        if self.content is None:
            seconds = state_of(self.scope).settings.receive_timeout
            try:
                async with asyncio.timeout(seconds):
                    self.content = await self._read()
            except TimeoutError as error:
                raise ProblemError("request_timeout", seconds=seconds) from error
        return self.content

    async def _read(self) -> bytes:
        """Return the body without a byte order mark; raise ProblemError if it is too long."""
        body = bytearray()
        if self.is_too_long:
            raise ProblemError("body_too_large", limit=self.max_body)
        async for part in self.stream():
            body += part
            if len(body) > self.max_body:
                raise ProblemError("body_too_large", limit=self.max_body)
        return bytes(body).removeprefix(BOM_UTF8)

    @property
    def is_too_long(self) -> bool:
        """Return whether the Content-Length exceeds the limit; raise ProblemError if invalid."""
        digits = self.headers.get("content-length", "0").strip()
        if not digits.isdecimal() or len(digits) > MAX_DIGITS:
            raise ProblemError("bad_request")
        return int(digits) > self.max_body

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

    request_class = StrictRequest

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a handler that checks a StrictRequest, then passes it to FastAPI's handler."""
        handler, parameters = super().get_route_handler(), parameters_of(self.dependant)
        annotations = [each.field_info.annotation for each in self.dependant.query_params]
        has_model = model_in(*annotations) is not None  # It checks unknown names.

        async def handle(request: Request) -> Response:
            request = self.request_class(request.scope, request.receive)
            if request.scope["query_string"]:
                check_query(request.query_params, parameters, allows_unknown=has_model)
            if self.body_field:
                check_body(request, await request.body())
            return await handler(request)

        return handle


class LargeRequest(StrictRequest):
    """A request whose body can have at least 1 MiB."""

    least_max_body: ClassVar = 2**20


class LargeRoute(StrictRoute):
    """An operation that accepts large bodies, from a limited number of requests at a time."""

    request_class = LargeRequest
    is_always_limited = False  # Otherwise, small bodies are not limited.

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI); raise OverloadedError if too many are in progress."""
        request = StrictRequest(scope)
        is_large = "content-length" not in request.headers or request.is_too_long
        quota = state_of(scope).large_requests.acquire(client_of(scope))
        with quota if is_large or self.is_always_limited else nullcontext():
            await super().handle(scope, receive, send)


def check_query(
    query: QueryParams, parameters: Mapping[str, FieldInfo], *, allows_unknown: bool
) -> None:
    """Raise ProblemError for an unknown parameter, or for one that is repeated but is no list."""
    if not allows_unknown and (unknown := query.keys() - parameters.keys()):
        raise invalid_request([unknown_name(min(unknown), parameters)])
    if len(query) < len(query.multi_items()):
        for name, field in parameters.items():
            if len(query.getlist(name)) > 1 and list not in types_in(field.annotation):
                message = f"{name} must be sent only once."
                detail = error_detail("repeated_parameter", message, [name], in_body=False)
                raise invalid_request([detail])


def check_body(request: Request, body: bytes) -> None:
    """Raise ProblemError if the body is empty, compressed or not sent as JSON."""
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
