"""Identify, check, measure and record each request, and respond if it cannot be served."""

import logging
import re
from collections.abc import Awaitable
from random import getrandbits
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..context import KEY, RequestContext, context_of
from ..problems.errors import ProblemError
from ..recorder import RequestRecorder
from ..settings import Settings
from .heads import check_head

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
TRACEPARENT: Final = b"traceparent"  # W3C Trace Context, 3.2
# Version 00 has 55 characters, a later one can have more, and ff is not a version.
VALID_TRACE: Final = re.compile(
    rb"(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")

logger = logging.getLogger("noughts")


class RequestMiddleware:
    """Middleware that identifies, checks and records each request, and serves HEAD as GET.

    ErrorsMiddleware sends a rejection, so that it gets CORS headers.
    """

    def __init__(self, app: ASGIApp, recorder: RequestRecorder, settings: Settings) -> None:
        self.app = app
        self._recorder = recorder
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        # The middleware below changes this copy, so a parent application keeps its own route.
        context = context_for(scope)
        inner = {**scope, "root_path": context.root_path, "route": None, "endpoint": None}
        inner[KEY] = context
        if context.method == "HEAD":
            inner["method"] = "GET"
        try:
            check_head(inner, self._settings)
        except ProblemError as rejection:
            context.rejection = rejection.response(inner)
        request_id = context.request_id.encode()

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                context.status = message["status"]
                timing = b"total;dur=%.2f" % ((perf_counter() - started) * 1000)
                ours = (NO_SNIFFING, (NAME, request_id), (b"server-timing", timing))
                message = {**message, "headers": [*message["headers"], *ours]}
            elif context.method == "HEAD":
                message = {**message, "body": b""}
            return send(message)

        try:
            await self.app(inner, receive, send_with_headers)
        finally:
            self._recorder.add(inner, perf_counter() - started)


class ErrorsMiddleware:
    """Middleware that sends rejections, and a problem with the request ID for other exceptions.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request ID nor CORS headers. If the response has already begun, it cannot be replaced,
    and the server closes the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app if scope["type"] != "http" else context_of(scope).rejection or self.app
        try:
            await app(scope, receive, send)
        except Exception:
            if scope["type"] != "http" or context_of(scope).status:
                raise
            request_id = context_of(scope).request_id
            logger.exception("request %s failed", request_id)
            problem = ProblemError("internal_error", request_id=request_id)
            await problem.response(scope)(scope, receive, send)


def context_for(scope: Scope) -> RequestContext:
    """Return the context of a new request, with the IDs in its headers.

    Of repeated headers, the first valid one counts. Without one, the request ID is new.
    """
    request_id = trace_id = None
    for name, value in scope["headers"]:
        if name == NAME and not request_id and VALID_ID.fullmatch(value):
            request_id = value.decode()
        elif name == TRACEPARENT and not trace_id and (found := VALID_TRACE.fullmatch(value)):
            trace_id = found[1].decode()
    request_id = request_id or f"{getrandbits(128):032x}"  # It is unique among all replicas.
    return RequestContext(request_id, trace_id, scope["method"], scope.get("root_path") or "")
