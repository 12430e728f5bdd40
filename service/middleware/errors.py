"""Responses to unexpected errors."""

import logging

import anyio
from starlette.types import ASGIApp, Receive, Scope, Send

from ..problems.errors import ProblemError

logger = logging.getLogger("noughts")


class UnexpectedErrorsMiddleware:
    """Logs unhandled exceptions and responds with a problem that has the request ID.

    FastAPI calls a handler for `Exception` outside all middleware, so its response would have
    neither a request ID nor CORS headers. A response that has begun cannot be replaced: the server
    closes the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            if scope["type"] != "http":
                raise
            state = scope["state"]
            if "status" not in state:
                logger.exception("request %s failed", state["request_id"])
                problem = ProblemError("internal_error", request_id=state["request_id"])
                await problem.response(scope)(scope, receive, send)
            elif not is_departure(error):
                raise


def is_departure(error: BaseException) -> bool:
    """Return whether an exception only says that the client has left an event stream.

    FastAPI closes the stream that its events pass through before it cancels their task.
    """
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_departure, error.exceptions))
    return isinstance(error, anyio.BrokenResourceError)
