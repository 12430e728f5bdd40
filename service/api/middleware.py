"""What wraps every request, outermost first: request id, CORS, HEAD, unexpected errors."""

import logging
import re
from collections.abc import Iterable
from secrets import token_hex
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import ProblemCode, ProblemError

logger = logging.getLogger("noughts")

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
ASKED: Final = b"access-control-request-method"
SANE_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
EXPOSED: Final = ("ETag", "Retry-After", REQUEST_ID)


def request_id_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client's own id where that is sane, else a new one."""
    sent = next((value for name, value in headers if name == NAME), b"")
    return sent.decode() if SANE_REQUEST_ID.fullmatch(sent) else token_hex(16)


class RequestId:
    """Gives each request an id, the client's own where that is sane, and answers with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        request_id = state.setdefault("request_id", request_id_of(scope["headers"])).encode()

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].append((NAME, request_id))
            await send(message)

        await self.app(scope, receive, send_with_id)


class Cors(CORSMiddleware):
    """Starlette's, with two gaps closed.

    Where all origins are allowed, every answer says so, also one to a request without an origin:
    a cache may hand it to a page. And a preflight that asks for too much is answered without the
    permission, not by an error in plain text.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if not self.allow_all_origins or scope["type"] != "http" or _is_preflight(scope):
            await super().__call__(scope, receive, send)
            return
        headers = Headers(self.simple_headers).raw

        async def send_to_all(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend(headers)
            await send(message)

        await self.app(scope, receive, send_to_all)

    def preflight_response(self, request_headers: Headers) -> Response:
        """The permissions that this service gives, whatever was asked for."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        return Response(status_code=204, headers=dict(headers))


def _is_preflight(scope: Scope) -> bool:
    return scope["method"] == "OPTIONS" and any(name == ASKED for name, _ in scope["headers"])


class HeadAsGet:
    """Answers HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)


class UnexpectedErrors:
    """Turns what nobody foresaw into a 500 that tells nothing, and logs it with its request id.

    An answer that has begun, which Telemetry notes in the state, cannot be taken back.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        try:
            await self.app(scope, receive, send)
        except Exception:
            if scope["type"] != "http" or "status" in scope["state"]:
                raise
            request_id = scope["state"]["request_id"]
            logger.exception("request %s failed", request_id)
            detail = "The fault is ours, and it is logged under the request_id."
            problem = ProblemError(ProblemCode.INTERNAL_ERROR, detail, request_id=request_id)
            await problem.response()(scope, receive, send)
