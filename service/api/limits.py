"""Bounds on what one request may send: its path and query, headers, body, and the time it takes."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import ProblemCode, ProblemError
from service.settings import Settings

LINGER_BYTES: Final = 32 * 2**20
CLOSE: Final = {"Connection": "close"}


class RequestLimits:
    """Takes in the whole of a request before the application sees it, or refuses it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self._check_head(scope)
            receive = await self._receive_all(scope, receive)
        except ProblemError as refusal:
            await self._refuse(refusal, receive, send)
        except ClientDisconnect:
            return
        else:
            await self.app(scope, receive, send)

    def _check_head(self, scope: Scope) -> None:
        """Raise uri_too_long or headers_too_large."""
        most = self.settings.max_uri_bytes
        if len(scope["raw_path"]) + len(scope["query_string"]) > most:
            detail = f"The path and query may have {most} bytes: send a POST instead."
            raise ProblemError(ProblemCode.URI_TOO_LONG, detail)
        most = self.settings.max_header_bytes
        if sum(len(name) + len(value) for name, value in scope["headers"]) > most:
            detail = f"The headers may have {most} bytes in all: send fewer or shorter ones."
            raise ProblemError(ProblemCode.HEADERS_TOO_LARGE, detail)

    async def _receive_all(self, scope: Scope, receive: Receive) -> Receive:
        """A `receive` that has the whole body; raises body_too_large or request_timeout."""
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if length == "0" and "transfer-encoding" not in headers:
            return receive
        if length.isdecimal() and int(length) > self.settings.max_body_bytes:
            raise self._too_large()
        try:
            async with asyncio.timeout(self.settings.receive_timeout):
                return _replay(await self._body(receive), receive)
        except TimeoutError as error:
            detail = f"Send the whole body within {self.settings.receive_timeout:g} seconds."
            raise ProblemError(ProblemCode.REQUEST_TIMEOUT, detail, headers=CLOSE) from error

    async def _body(self, receive: Receive) -> bytes:
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > self.settings.max_body_bytes:
                raise self._too_large()
            more = message.get("more_body", False)
        return bytes(body)

    def _too_large(self) -> ProblemError:
        detail = f"A body may have {self.settings.max_body_bytes} bytes: send less."
        return ProblemError(ProblemCode.BODY_TOO_LARGE, detail, headers=CLOSE)

    async def _refuse(self, refusal: ProblemError, receive: Receive, send: Send) -> None:
        """Answer at once, then drop what still comes before the answer is ended.

        A connection that is closed on unread data is reset, and the client would lose the answer.
        """
        response = refusal.response()
        start = {"status": response.status_code, "headers": response.raw_headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": response.body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.receive_timeout):
                await _drop(receive)
        await send({"type": "http.response.body", "body": b""})


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that begins with this body."""
    pending: list[Message] = [{"type": "http.request", "body": body}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


async def _drop(receive: Receive) -> None:
    """Receive the rest of a body, up to LINGER_BYTES of it."""
    dropped = 0
    more = True
    while more and dropped < LINGER_BYTES:
        message = await receive()
        dropped += len(message.get("body", b""))
        more = message.get("more_body", False)
