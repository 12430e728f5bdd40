"""Limits on one request: its path and query, its headers, and its body.

The server limits the time that it can take (service/http).
"""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.middleware.clients import client_of
from service.problems.errors import ProblemError
from service.search_pool.shares import OverloadedError, Shares
from service.settings import Settings

# The paths that accept larger bodies than the others.
MAX_BODY_BYTES_AT: Final = {"/v1/analyses": 2**20, "/v1/exam": 2**20}
MAX_LARGE_BODIES: Final = 16  # at a time, of more than max_body_bytes; a quarter for one client
LINGER_BYTES: Final = 32 * 2**20


class RequestLimits:
    """Receives a whole request before the application sees it, or rejects it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._large_bodies = Shares(MAX_LARGE_BODIES, MAX_LARGE_BODIES // 4)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with ExitStack() as place:
            try:
                body = b""
                if self._has_body(scope):
                    body = await self._body(scope, receive, partial(self._take, place, scope))
            except ProblemError as rejection:
                await self._reject(rejection, scope, receive, send)
                return
            except ClientDisconnect:
                return
            await self.app(scope, _received(body, receive), send)

    def _has_body(self, scope: Scope) -> bool:
        """Whether a body follows the head.

        Raises uri_too_long, headers_too_large or body_too_large. The server ensures that the
        length is a number.
        """
        if len(scope["raw_path"]) + len(scope["query_string"]) > self.settings.max_uri_bytes:
            raise ProblemError("uri_too_long", limit=self.settings.max_uri_bytes)
        total, has_body = 0, False
        for name, value in scope["headers"]:
            total += len(name) + len(value)
            if name == b"content-length":
                has_body = True
                if value.isdigit() and int(value) > self._limit(scope):
                    raise ProblemError("body_too_large", limit=self._limit(scope))
            elif name == b"transfer-encoding":
                has_body = True
        if total > self.settings.max_header_bytes:
            raise ProblemError("headers_too_large", limit=self.settings.max_header_bytes)
        return has_body

    def _limit(self, scope: Scope) -> int:
        """The maximum bytes of a body."""
        return max(self.settings.max_body_bytes, MAX_BODY_BYTES_AT.get(scope["path"], 0))

    def _take(self, place: ExitStack, scope: Scope) -> None:
        """Take a place for a large body until the response is sent; raises overloaded."""
        try:
            place.enter_context(self._large_bodies.hold(client_of(scope)))
        except OverloadedError as error:
            detail = "Too many large bodies are being read. Try again in a second."
            raise ProblemError("overloaded", detail, headers={"Connection": "close"}) from error

    async def _body(self, scope: Scope, receive: Receive, take_place: Callable[[], None]) -> bytes:
        """The whole body; takes a place as soon as it is a large one."""
        limit, large = self._limit(scope), self.settings.max_body_bytes
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            piece: bytes = message.get("body", b"")
            more = message.get("more_body", False)
            length = len(body) + len(piece)
            if length > limit:
                raise ProblemError("body_too_large", limit=limit)
            if len(body) <= large < length:
                take_place()
            if not (more or body):
                return piece  # as most bodies arrive
            body += piece
        return bytes(body)

    async def _reject(
        self, rejection: ProblemError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Respond at once, then drop the rest of the request before the response ends.

        Closing a connection with unread data resets it, and the client would lose the response.
        """
        response = rejection.response()
        scope["state"]["problem"] = response.code
        start = {"status": response.status_code, "headers": response.raw_headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": response.body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.receive_timeout):
                await _drop(receive)
        await send({"type": "http.response.body", "body": b""})


def _received(body: bytes, receive: Receive) -> Receive:
    """A way to receive a body again, and what follows it."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


async def _drop(receive: Receive) -> None:
    """Receive the rest of a body, up to LINGER_BYTES of it."""
    dropped = 0
    more = True
    while more and dropped < LINGER_BYTES:
        message = await receive()
        dropped += len(message.get("body", b""))
        more = message.get("more_body", False)
