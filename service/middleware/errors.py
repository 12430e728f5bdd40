"""Respond to unexpected errors."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send

from ..context import context_of
from ..problems.errors import ProblemError

logger = logging.getLogger("noughts")


class UnexpectedErrorsMiddleware:
    """Middleware that logs unhandled exceptions, and responds with a problem and the request ID.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request ID nor CORS headers. If the response has already begun, it cannot be replaced,
    and the server closes the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        try:
            await self.app(scope, receive, send)
        except Exception:
            if scope["type"] != "http" or context_of(scope).status:
                raise
            request_id = context_of(scope).request_id
            logger.exception("request %s failed", request_id)
            problem = ProblemError("internal_error", request_id=request_id)
            await problem.response(scope)(scope, receive, send)
