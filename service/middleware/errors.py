"""Respond to rejected heads and to unexpected errors."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send

from ..context import context_of
from ..problems.errors import ProblemError

logger = logging.getLogger("noughts")


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
