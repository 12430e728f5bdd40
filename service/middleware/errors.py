"""Unexpected errors: logged, with a 500 response that does not name the cause."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send

from service.problems.errors import ProblemError

logger = logging.getLogger("noughts")


class UnexpectedErrors:
    """Logs unhandled exceptions and responds with a problem that has the request id.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request id nor CORS headers. A response that has started cannot be replaced.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI)."""
        try:
            await self.app(scope, receive, send)
        except Exception:
            if scope["type"] != "http" or "status" in scope["state"]:
                raise
            request_id = scope["state"]["request_id"]
            logger.exception("request %s failed", request_id)
            problem = ProblemError("internal_error", request_id=request_id)
            await problem.response()(scope, receive, send)
