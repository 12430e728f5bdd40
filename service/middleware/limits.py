"""Limits on one request: its path and query, its headers, and its body.

The server limits the time that it can take (service/http).
"""

import asyncio
import re
from contextlib import ExitStack, suppress
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.problems.errors import ProblemError
from service.settings import Settings
from service.shares import OverloadedError, Shares, client_of

# The paths that accept larger bodies than the others.
MAX_BODY_BYTES_AT: Final = {"/v1/analyses": 2**20, "/v1/exam": 2**20}
MAX_LARGE_BODIES: Final = 8  # at a time, of more than max_body_bytes; a quarter for one client
ATTEMPTS: Final = 40  # to take such a place
PAUSE: Final = 0.05  # seconds between two attempts
PACE: Final = 0.003  # seconds between pieces of a large body, times the square of their number
# How many Host fields a request has, by its version.
HOSTS: Final = {"1.0": (0, 1), "1.1": (1,)}
# A Host that nginx rejects; another one could be read in two ways.
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")


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
                body = await self._body(scope, receive, place) if self._has_body(scope) else b""
            except ProblemError as rejection:
                await rejection.response(scope)(scope, receive, send)
                return
            except ClientDisconnect:
                return
            received = {"type": "http.request", "body": body, "more_body": False}
            await self.app(scope, replaying([received], receive), send)

    def _has_body(self, scope: Scope) -> bool:
        """Whether a body follows the head.

        Raises bad_request, uri_too_long, headers_too_large or body_too_large.
        """
        if len(scope["raw_path"]) + len(scope["query_string"]) > self.settings.max_uri_bytes:
            raise ProblemError("uri_too_long", limit=self.settings.max_uri_bytes)
        total, hosts, has_body, version = 0, 0, False, scope["http_version"]
        for name, value in scope["headers"]:
            total += len(name) + len(value)
            if name == b"content-length":
                has_body = True
                if value.isdigit() and int(value) > self._limit(scope):
                    raise ProblemError("body_too_large", limit=self._limit(scope))
            elif name == b"transfer-encoding":
                has_body = True
                if version != "1.1" or value.lower() != b"chunked":
                    raise ProblemError("bad_request")
            elif name == b"host":
                hosts += 2 if NOT_IN_HOST.search(value) else 1
        if version not in HOSTS or hosts not in HOSTS[version]:
            raise ProblemError("bad_request")
        if total > self.settings.max_header_bytes:
            raise ProblemError("headers_too_large", limit=self.settings.max_header_bytes)
        return has_body

    def _limit(self, scope: Scope) -> int:
        """The maximum bytes of a body."""
        return max(self.settings.max_body_bytes, MAX_BODY_BYTES_AT.get(scope["path"], 0))

    async def _take(self, place: ExitStack, scope: Scope) -> None:
        """Take a place for a large body until the response is sent; raises overloaded.

        A body waits up to two seconds, because a client rejected at once would reconnect at once.
        """
        for _ in range(ATTEMPTS):
            with suppress(OverloadedError):
                place.enter_context(self._large_bodies.hold(client_of(scope)))
                return
            await asyncio.sleep(PAUSE)
        detail = "Too many large bodies are being read. Try again in a second."
        raise ProblemError("overloaded", detail, headers={"Connection": "close"})

    async def _body(self, scope: Scope, receive: Receive, place: ExitStack) -> bytes:
        """The whole body; takes a place as soon as it is a large one."""
        limit, large = self._limit(scope), self.settings.max_body_bytes
        pieces: list[bytes] = []
        length, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            pieces.append(message.get("body", b""))
            before, length = length, length + len(pieces[-1])
            more = message.get("more_body", False)
            if length > limit:
                raise ProblemError("body_too_large", limit=limit)
            if before <= large < length:
                await self._take(place, scope)
            if length > large:
                await asyncio.sleep(PACE * self._large_bodies.taken**2)
        return b"".join(pieces)


def replaying(messages: list[Message], receive: Receive) -> Receive:
    """A `receive` that returns these messages before any others."""

    async def receive_again() -> Message:
        return messages.pop(0) if messages else await receive()

    return receive_again
