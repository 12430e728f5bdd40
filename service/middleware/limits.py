"""Limit each request: the size of its parts, and the time its body takes to arrive.

Inner middleware and the routes receive only complete, normalized requests within the limits.
The limits on connections are in service/protocol.py.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..paths import route_path
from ..problems.errors import ProblemError
from ..quotas import ClientQuota, OverloadedError, client_of
from ..settings import Settings
from .negotiation import accepts_gzip

# A parsed header, if it is short, takes a hundred times its length in memory.
MAX_FIELDS: Final = 100
MAX_DIGITS: Final = 20  # Of a Content-Length. The parser limits the number, but not its zeros.
# Maximum number of bodies longer than `max_body_bytes` in memory, in total and from one client.
MAX_LARGE_BODIES: Final = (16, 4)
# How many Host fields a request can have, for each HTTP version.
HOSTS: Final = {"1.0": (0, 1), "1.1": (1,)}
# Characters for which nginx rejects a Host, because such a Host can be read in two ways.
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")
ACCEPT_ENCODING: Final = b"accept-encoding"
GZIP: Final = (ACCEPT_ENCODING, b"gzip")


class LimitsMiddleware:
    """Middleware that receives a whole request, or rejects it; it serves HEAD as GET.

    It puts the `body` into the state of the request, for the cache. `max_bodies` maps each path
    that accepts bodies larger than `max_body_bytes` to its own limit in bytes.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        max_bodies: Mapping[str, int],
        cors: Callable[[ASGIApp], ASGIApp],
    ) -> None:
        self.app = app
        self._settings = settings
        self._max_bodies = max_bodies
        self._cors = cors
        self._large_bodies = ClientQuota(*MAX_LARGE_BODIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["state"]["body"] = b""
        if scope["method"] == "HEAD":
            scope["method"], scope["state"]["is_head"] = "GET", True
            send = _without_body(send)
        try:
            app = self._app_for(scope)
        except ProblemError as rejection:
            app = self._cors(rejection.response(scope))
        await app(scope, receive, send)

    def _app_for(self, scope: Scope) -> ASGIApp:
        """Check the head of a request, and return the application that serves the request.

        Raise a ProblemError: uri_too_long, headers_too_large, bad_request or body_too_large.
        """
        settings, headers, version = self._settings, scope["headers"], scope["http_version"]
        prefix = len(scope.get("root_path", ""))  # The server adds it to the path that was sent.
        if len(scope["raw_path"]) + len(scope["query_string"]) - prefix > settings.max_uri_bytes:
            raise ProblemError("uri_too_long", limit=settings.max_uri_bytes)
        size, hosts, encodings, lengths, codings = _framing(headers)
        if size > settings.max_header_bytes or len(headers) > MAX_FIELDS:
            raise ProblemError("headers_too_large", limit=settings.max_header_bytes)
        if len(hosts) not in HOSTS.get(version, ()) or (hosts and NOT_IN_HOST.search(hosts[0])):
            raise ProblemError("bad_request")
        if codings and (version != "1.1" or [each.lower() for each in codings] != [b"chunked"]):
            raise ProblemError("bad_request")
        length = self._check_length(scope, lengths[0]) if lengths else 0
        if encodings:
            others = [header for header in headers if header[0] != ACCEPT_ENCODING]
            scope["headers"] = others + [GZIP] * accepts_gzip(b",".join(encodings))
        if codings or length > settings.max_body_bytes:
            return self._with_large_body
        return self._with_body if length else self.app

    def _check_length(self, scope: Scope, value: bytes) -> int:
        """Return the Content-Length; raise a ProblemError: bad_request or body_too_large."""
        digits = value.strip()
        if not digits.isdigit() or len(digits) > MAX_DIGITS:
            raise ProblemError("bad_request")
        self._check_size(scope, int(digits))
        return int(digits)

    def _check_size(self, scope: Scope, size: int) -> None:
        """Raise a ProblemError, body_too_large, if a body of this many bytes is too large."""
        if size > self._settings.max_body_bytes:
            limit = max(self._settings.max_body_bytes, self._max_bodies.get(route_path(scope), 0))
            if size > limit:
                raise ProblemError("body_too_large", limit=limit)

    async def _with_body(
        self, scope: Scope, receive: Receive, send: Send, slot: ExitStack | None = None
    ) -> None:
        """Receive the body of a request, and then serve the request."""
        app = self.app
        try:
            body = scope["state"]["body"] = await self._read(scope, receive, slot)
            message = {"type": "http.request", "body": body, "more_body": False}
            receive = replaying([message], receive)
        except ProblemError as rejection:
            app = self._cors(rejection.response(scope))
        except ClientDisconnect:
            return
        await app(scope, receive, send)

    async def _with_large_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request whose body may need a slot, until the response is sent."""
        with ExitStack() as slot:
            await self._with_body(scope, receive, send, slot)

    async def _read(self, scope: Scope, receive: Receive, slot: ExitStack | None) -> bytes:
        """Return the body; raise a ProblemError: request_timeout, body_too_large or overloaded."""
        seconds = self._settings.receive_timeout
        try:
            if scope["state"].get("is_received"):  # Then a timeout, which takes 12 µs, is useless.
                return await self._body(scope, receive, slot)
            async with asyncio.timeout(seconds):
                return await self._body(scope, receive, slot)
        except TimeoutError as error:
            raise ProblemError("request_timeout", seconds=seconds) from error
        except OverloadedError as error:
            detail = "Too many large bodies are being read. Try again in a second."
            if error.is_share_used:
                detail = "This client is sending too many large bodies. Try again when one is done."
            headers = {"Connection": "close"}
            raise ProblemError("overloaded", detail, headers=headers) from error

    async def _body(self, scope: Scope, receive: Receive, slot: ExitStack | None) -> bytes:
        body, more_body = bytearray(), True
        while more_body:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            before, more_body = len(body), message.get("more_body", False)
            body += message.get("body", b"")
            self._check_size(scope, len(body))
            if slot and before <= self._settings.max_body_bytes < len(body):
                slot.enter_context(self._large_bodies.acquire(client_of(scope)))
        return bytes(body)


def _framing(
    headers: Iterable[tuple[bytes, bytes]],
) -> tuple[int, list[bytes], list[bytes], list[bytes], list[bytes]]:
    """Return the size of headers in bytes, and the values of four of them.

    These are Host, Accept-Encoding, Content-Length and Transfer-Encoding.
    """
    size = 0
    hosts, encodings, lengths, codings = ([], [], [], [])
    for name, value in headers:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name == ACCEPT_ENCODING:
            encodings.append(value)
        elif name == b"content-length":
            lengths.append(value)
        elif name == b"transfer-encoding":
            codings.append(value)
    return size, hosts, encodings, lengths, codings


def replaying(messages: list[Message], receive: Receive) -> Receive:
    """Return a `receive` that returns these messages before any others."""

    async def receive_again() -> Message:
        return messages.pop(0) if messages else await receive()

    return receive_again


def _without_body(send: Send) -> Send:
    """Return a `send` that leaves out the body of a response."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if "body" in message else message)

    return send_head
