"""Reports the progress of each response to the guard of its connection (service/http)."""

from collections.abc import Awaitable
from contextvars import ContextVar
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

CLOSE: Final = (b"connection", b"close")
CURRENT: Final[ContextVar[Any]] = ContextVar("guard of the request")


class ConnectionReports:
    """Tells a guard when a response begins and ends, and takes problems of the request from it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        guard = CURRENT.get()
        CURRENT.set(None)  # no task that the application starts keeps the connection
        if guard.rest is None:  # uvicorn adds the fields after the body to those of the head
            scope["headers"] = scope["headers"][: guard.fields]

        async def receive_or_raise() -> Message:
            message = {} if guard.problem else await receive()
            if guard.problem:
                raise guard.problem
            return message

        def send_noted(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                guard.begun = guard.joins = True
                if guard.server.is_draining and not guard.has_more():
                    message = {**message, "headers": [*message["headers"], CLOSE]}
            return send(message)

        await self.app(scope, receive_or_raise, send_noted)
        guard.answered()  # after an error, uvicorn closes the connection
