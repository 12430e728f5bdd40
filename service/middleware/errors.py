"""Unexpected errors: logged, and answered with a 500 that names no cause."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send

from service.schemas.problems import ProblemCode, ProblemError

logger = logging.getLogger("noughts")


class UnexpectedErrors:
    """Logs unhandled exceptions and answers a generic 500 with the request id.

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
            await internal_error(request_id).response()(scope, receive, send)


def internal_error(
    request_id: str, detail: str = "An unexpected error, which is logged under the request_id."
) -> ProblemError:
    """The problem of an unexpected error."""
    return ProblemError(ProblemCode.INTERNAL_ERROR, detail, request_id=request_id)
