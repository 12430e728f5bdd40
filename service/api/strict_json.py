"""Read requests strictly: JSON as in RFC 8259, and only known query parameters, each once."""

import asyncio
import re
from codecs import BOM_UTF8
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import nullcontext
from typing import Any, ClassVar, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic.fields import FieldInfo
from pydantic_core import from_json
from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from ..problems.errors import ProblemError, invalid_request
from ..problems.validation import (
    BODY_IGNORED,
    IN_BODY,
    is_get_with_body,
    model_in,
    parameters_of,
    unknown,
)
from ..quotas import client_of
from ..schemas.base import types_in
from ..schemas.problem import Fault
from ..state import state_of

# The number of these characters limits the Python objects in a body. Creating the objects in 1 MiB
# of JSON can take 0.1 s, during which no other request is served. The largest exam has 40,000 of
# these characters. The largest request to /v1/analyses has 84,000, if its IDs consist of them.
PARTS: Final = (b"[", b"{", b":", b",")
MAX_PARTS: Final = 100_000
JSON: Final = "application/json"
# What other languages write, and what JSON has instead.
CURES: Final = {
    **dict.fromkeys((b"NaN", b"Infinity"), "send null or a number instead of NaN or Infinity"),
    **dict.fromkeys((b"True", b"False", b"None"), "write true, false and null in lowercase"),
    b"'": "write names and texts in double quotes",
    b"undefined": "omit what is undefined",
    b"": "send a JSON object in UTF-8",
}
MAX_DIGITS: Final = 20  # Of a Content-Length. The parser limits the number, but not its zeros.


class StrictRequest(Request):
    """A request whose body must be strict JSON within the limit of its StrictRoute."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the parts of the body; raise ProblemError if it is too long."""
        limit = max(state_of(self.scope).settings.max_body_bytes, self.scope["route"].least_limit)
        if (content_length(self.headers) or 0) > limit:
            raise ProblemError("body_too_large", limit=limit)
        length = 0
        async for part in super().stream():
            length += len(part)
            if length > limit:
                raise ProblemError("body_too_large", limit=limit)
            yield part

    async def json(self) -> Any:  # noqa: ANN401  any JSON
        """Parse the body; raise ProblemError if it is not JSON or has too many names and values."""
        body = await self.body()
        if sum(map(body.count, PARTS)) > MAX_PARTS:
            message = f"The body has more than {MAX_PARTS} names and values. Send fewer."
            raise invalid_request([Fault.in_body("wrong_value", message)])
        try:
            return from_json(body.removeprefix(BOM_UTF8), allow_inf_nan=False)
        except ValueError as error:
            reason = re.sub("EOF while parsing an? [a-z]+", "unexpected end", str(error))
            detail = f"The body is not valid JSON ({reason}); {json_cure(body, str(error))}."
            raise ProblemError("malformed_body", detail) from error


def json_cure(body: bytes, error: str) -> str:
    """Return how to fix the part of a body that an error of the JSON parser is about."""
    line, column = map(int, re.findall("[0-9]+", error)[-2:])
    rest = b"".join(body.removeprefix(BOM_UTF8).split(b"\n")[line - 1 : line])[column - 1 :]
    return next((cure for start, cure in CURES.items() if rest.startswith(start)), CURES[b""])


class StrictRoute(APIRoute):
    """A path operation that reads queries and bodies strictly.

    https://fastapi.tiangolo.com/how-to/custom-request-and-route/
    """

    least_limit: ClassVar = 0  # Bytes of a body; the operator's limit can be higher.

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a handler that checks a StrictRequest, then passes it to FastAPI's handler."""
        handler, parameters = super().get_route_handler(), parameters_of(self.dependant)
        annotations = [each.field_info.annotation for each in self.dependant.query_params]
        has_model = model_in(*annotations) is not None

        async def handle(request: Request) -> Response:
            request = StrictRequest(request.scope, request.receive)
            if self.body_field and request.query_params and not parameters:
                raise invalid_request([Fault.in_query("unknown_parameter", IN_BODY)])
            if request.scope["query_string"]:
                check_query(request.query_params, parameters, has_model)
            if "moves" in parameters and is_get_with_body(request):
                check_position(request.query_params, parameters)
            if self.body_field:
                await check_body(request)
            return await handler(request)

        return handle


class LargeRoute(StrictRoute):
    """An operation that accepts 1 MiB or more, from a limited number of requests at a time."""

    least_limit = 2**20
    is_always_limited = False  # Otherwise, small bodies are not limited.

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI); raise OverloadedError if too many are in progress."""
        state, length = state_of(scope), content_length(Headers(scope=scope))
        is_large = length is None or length > state.settings.max_body_bytes
        quota = state.large_requests.acquire(client_of(scope))
        with quota if is_large or self.is_always_limited else nullcontext():
            await super().handle(scope, receive, send)


def content_length(headers: Headers) -> int | None:
    """Return the Content-Length, or None without one; raise ProblemError if it is no number."""
    digits = headers.get("content-length", "").strip()
    if "content-length" in headers and (not digits.isdecimal() or len(digits) > MAX_DIGITS):
        raise ProblemError("bad_request")
    return int(digits) if digits else None


def check_query(query: QueryParams, parameters: Mapping[str, FieldInfo], has_model: bool) -> None:
    """Raise ProblemError for an unknown parameter, or for one that is repeated but is no list."""
    names = query.keys() - parameters.keys()
    if names and not has_model:  # A model checks unknown names.
        raise invalid_request([unknown("parameter", min(names), parameters)])
    if len(query) < len(query.multi_items()):
        for name, field in parameters.items():
            if len(query.getlist(name)) > 1 and list not in types_in(field.annotation):
                message = f"{name} must be sent only once."
                raise invalid_request([Fault.in_query("repeated_parameter", message, [name])])


def check_position(query: QueryParams, parameters: Mapping[str, FieldInfo]) -> None:
    """Raise ProblemError if a GET with a body has no position: the client sent it in the body."""
    if not query.get("board") and not any(query.getlist("moves")):
        name = "board" if "board" in parameters else "moves"
        raise invalid_request([Fault.in_query("missing", BODY_IGNORED, [name])])


async def check_body(request: Request) -> None:
    """Raise ProblemError if the body is late or empty, or is compressed or not sent as JSON."""
    seconds = state_of(request.scope).settings.receive_timeout
    try:
        async with asyncio.timeout(seconds):
            body = await request.body()
    except TimeoutError as error:
        raise ProblemError("request_timeout", seconds=seconds) from error
    if not body:
        raise ProblemError("malformed_body")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise ProblemError("unsupported_media_type")
    if request.headers.get("content-encoding", "").strip().lower() not in ("", "identity"):
        detail = "The body is compressed. Send it uncompressed, without Content-Encoding."
        headers = {"Accept-Encoding": "identity"}  # RFC 9110, 8.4 and 12.5.3.
        raise ProblemError("unsupported_media_type", detail, headers=headers)
