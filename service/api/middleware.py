"""What wraps every request, outermost first: request id, CORS, HEAD, unexpected errors."""

import logging
import re
from typing import Final
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import ProblemCode, ProblemError

logger = logging.getLogger("noughts")

REQUEST_ID: Final = "X-Request-ID"
SANE_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestId:
    """Gives each request an id, the client's own where that is sane, and answers with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = Headers(scope=scope).get(REQUEST_ID, "")
        request_id = sent if SANE_REQUEST_ID.fullmatch(sent) else uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[REQUEST_ID] = request_id
            await send(message)

        await self.app(scope, receive, send_with_id)


class Cors(CORSMiddleware):
    """Starlette's, with two gaps closed.

    Where all origins are allowed, every answer says so, also one to a request without an origin:
    a cache may hand it to a page. And a preflight that asks for too much is answered without the
    permission, not by an error in plain text.
    """

    async def send(self, message: Message, send: Send, request_headers: Headers) -> None:
        """Send a message, with the headers that let pages read the answer."""
        if not self.allow_all_origins:
            await super().send(message, send, request_headers)
            return
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(self.simple_headers)
        await send(message)

    def preflight_response(self, request_headers: Headers) -> Response:
        """The permissions that this service gives, whatever was asked for."""
        headers = super().preflight_response(request_headers).headers
        del headers["content-length"], headers["content-type"]
        return Response(status_code=204, headers=dict(headers))


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
    """Turns what nobody foresaw into a 500 that tells nothing, and logs it with its request id."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception:
            if scope["type"] != "http" or started:
                raise
            request_id = scope["state"]["request_id"]
            logger.exception("request %s failed", request_id)
            detail = "The fault is ours, and it is logged under the request_id."
            problem = ProblemError(ProblemCode.INTERNAL_ERROR, detail, request_id=request_id)
            await problem.response()(scope, receive, send)
