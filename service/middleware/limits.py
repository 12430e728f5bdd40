"""Bounds on what one request may send: its path and query, its headers, and its body.

The server bounds the time that it may take (service/http/protocol.py).
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from service.middleware.clients import client_of
from service.schemas.problems import RETRY_AFTER, ProblemCode, ProblemError
from service.search_pool.shares import OverloadedError, Shares
from service.settings import Settings

# Where more may be sent than anywhere else.
MAX_BODY_BYTES_AT: Final = {"/v1/analyses": 2**20, "/v1/exam": 2**20}
MAX_LARGE_BODIES: Final = 16  # at a time, of more than max_body_bytes; one client has a quarter
LINGER_BYTES: Final = 32 * 2**20
CLOSE: Final = {"Connection": "close"}
# Of RFC 9110, PATCH (RFC 5789) and QUERY.
METHODS: Final = frozenset(
    ("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY")
)


class RequestLimits:
    """Takes in the whole of a request before the application sees it, or refuses it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._large_bodies = Shares(MAX_LARGE_BODIES, MAX_LARGE_BODIES // 4)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one connection of ASGI."""
        if scope["type"] != "http":
            return self.app(scope, receive, send)
        try:
            has_body = self._has_body(scope)
        except ProblemError as refusal:
            return self._refuse(refusal, scope, receive, send)
        if not has_body:
            return self.app(scope, receive, send)
        if scope["path"] in MAX_BODY_BYTES_AT:
            return self._with_large_body(scope, receive, send)
        return self._with_body(scope, receive, send)

    async def _with_large_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose body may be a large one, of which few are read at a time."""
        with ExitStack() as place:
            take_place = partial(self._take_place, place, scope)
            await self._with_body(scope, receive, send, take_place)

    async def _with_body(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        take_place: Callable[[], None] | None = None,
    ) -> None:
        """Answer a request once its body is there; the application finds it in the state."""
        try:
            scope["state"]["body"] = await self._body(receive, self._limit(scope), take_place)
        except ProblemError as refusal:
            await self._refuse(refusal, scope, receive, send)
        except ClientDisconnect:
            return
        else:
            await self.app(scope, receive, send)

    def _limit(self, scope: Scope) -> int:
        """The bytes that a body may have."""
        return max(self.settings.max_body_bytes, MAX_BODY_BYTES_AT.get(scope["path"], 0))

    def _take_place(self, place: ExitStack, scope: Scope) -> None:
        """Take a place for a large body until the request is answered; raises overloaded."""
        try:
            place.enter_context(self._large_bodies.hold(client_of(scope)))
        except OverloadedError as error:
            raise too_many_large_bodies() from error

    def _has_body(self, scope: Scope) -> bool:
        """Whether a body follows the head; raises uri_too_long, headers_too_large, body_too_large.

        The server has seen to it that the length is a number.
        """
        if len(scope["raw_path"]) + len(scope["query_string"]) > self.settings.max_uri_bytes:
            raise uri_too_long(self.settings)
        total, has_body = 0, False
        for name, value in scope["headers"]:
            total += len(name) + len(value)
            if name == b"content-length":
                has_body = True
                if value.isdigit() and int(value) > self._limit(scope):
                    raise body_too_large(self._limit(scope))
            elif name == b"transfer-encoding":
                has_body = True
        if total > self.settings.max_header_bytes:
            raise headers_too_large(self.settings)
        return has_body

    async def _body(
        self, receive: Receive, limit: int, take_place: Callable[[], None] | None
    ) -> bytes:
        """The whole body; takes a place, where there are places, as soon as it is a large one."""
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
                raise body_too_large(limit)
            if take_place and length > self.settings.max_body_bytes:
                take_place()
                take_place = None
            if not (more or body):
                return piece  # as most bodies arrive
            body += piece
        return bytes(body)

    async def _refuse(
        self, refusal: ProblemError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer at once, then drop what still comes before the answer is ended.

        A connection that is closed on unread data is reset, and the client would lose the answer.
        """
        response = refusal.response()
        scope["state"]["problem"] = response.code
        start = {"status": response.status_code, "headers": response.raw_headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": response.body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.receive_timeout):
                await _drop(receive)
        await send({"type": "http.response.body", "body": b""})


def bad_request() -> ProblemError:
    """What a request gets that cannot be parsed."""
    detail = "Its head cannot be read: see RFC 9112."
    return ProblemError(ProblemCode.BAD_REQUEST, detail, headers=CLOSE)


def not_implemented() -> ProblemError:
    """What a method gets that HTTP does not have."""
    return ProblemError(ProblemCode.NOT_IMPLEMENTED, "Use GET, HEAD or POST.")


def uri_too_long(settings: Settings) -> ProblemError:
    """What a longer path and query get."""
    detail = f"The path and query may have {settings.max_uri_bytes} bytes: send a POST instead."
    return ProblemError(ProblemCode.URI_TOO_LONG, detail)


def headers_too_large(settings: Settings) -> ProblemError:
    """What longer headers get."""
    most = settings.max_header_bytes
    detail = f"The headers may have {most} bytes in all: send fewer or shorter ones."
    return ProblemError(ProblemCode.HEADERS_TOO_LARGE, detail)


def body_too_large(limit: int) -> ProblemError:
    """What a longer body gets."""
    detail = f"A body may have {limit} bytes: send less."
    return ProblemError(ProblemCode.BODY_TOO_LARGE, detail, headers=CLOSE)


def too_many_large_bodies() -> ProblemError:
    """What a large body gets while too many others are being taken in or answered."""
    detail = "Too many large bodies are being read: try again in a second, or send less."
    return ProblemError(ProblemCode.OVERLOADED, detail, headers={**RETRY_AFTER, **CLOSE})


def request_timeout(settings: Settings) -> ProblemError:
    """What a slower request gets."""
    detail = f"Send the whole request within {settings.receive_timeout:g} seconds."
    return ProblemError(ProblemCode.REQUEST_TIMEOUT, detail, headers=CLOSE)


async def _drop(receive: Receive) -> None:
    """Receive the rest of a body, up to LINGER_BYTES of it."""
    dropped = 0
    more = True
    while more and dropped < LINGER_BYTES:
        message = await receive()
        dropped += len(message.get("body", b""))
        more = message.get("more_body", False)
