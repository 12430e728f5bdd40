"""A request id for every request, so that an answer and the log can be held together."""

import re
from collections.abc import Iterable
from secrets import token_hex
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUEST_ID: Final = "X-Request-ID"
NAME: Final = REQUEST_ID.lower().encode()
VALID_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")


def request_id_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client's own id where it is valid, else a new one."""
    sent = next((value for name, value in headers if name == NAME), b"")
    return sent.decode() if VALID_ID.fullmatch(sent) else token_hex(16)


class RequestId:
    """Gives each request an id, the client's own where it is valid, and answers with it."""

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
