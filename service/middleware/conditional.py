"""ETags and conditional requests (RFC 9110, 8.8.3 and 13).

All ETags are made and compared here. They are strong, and depend on the release and the normalized
request, or on the content of a file: never on the time or the replica. The last digit tells the
plain form of a response (0) from the compressed one (1), so either ETag identifies both.
"""

from hashlib import sha256
from typing import Final

from fastapi.middleware.gzip import GZipMiddleware
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..problems.errors import ProblemError
from .negotiation import header_items

NOT_IN_304: Final = ("content-length", "content-type", "content-encoding")


def etag_of(*parts: object) -> str:
    """Return the ETag of a response; the parts are everything that it depends on."""
    return content_etag(repr((__version__, *parts)).encode())


def content_etag(content: bytes) -> str:
    """Return the ETag of a file."""
    return f'"{sha256(content).hexdigest()[:31]}0"'


def compressed_etag(etag: str) -> str:
    """Return the ETag of the compressed form."""
    return f'{etag[:-2]}1"'


def held_etag(scope: Scope, etag: str) -> str | None:
    """Return the ETag of the form that the client holds, or None.

    If-None-Match lists what it holds. The comparison is weak, and `*` stands for any form.
    """
    tags = {tag.removeprefix("W/") for tag in header_items(scope, b"if-none-match")}
    forms = (f'{etag[:-2]}0"', compressed_etag(etag))
    return next((form for form in forms if form in tags), etag if "*" in tags else None)


def check_match(scope: Scope, etag: str) -> None:
    """Raise precondition_failed if there is an If-Match that does not list the ETag (13.1.1)."""
    tags = set(header_items(scope, b"if-match"))
    if tags and tags.isdisjoint(("*", f'{etag[:-2]}0"', compressed_etag(etag))):
        raise ProblemError("precondition_failed")


class ConditionalMiddleware:
    """Sends a 304 instead of a response that the client holds, wherever it comes from."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] == "http" and b"if-none-match" in dict(scope["headers"]):
            send = _without_held(scope, send)
        await self.app(scope, receive, send)


def _without_held(scope: Scope, send: Send) -> Send:
    """Return a `send` that replaces a response that the client holds."""
    is_replaced = False

    async def send_or_replace(message: Message) -> None:
        nonlocal is_replaced
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            etag = headers.get("etag") if message["status"] == 200 else None
            if etag and (held := held_etag(scope, etag)):
                is_replaced = True
                headers["etag"] = held
                for name in NOT_IN_304:
                    del headers[name]
                if "Accept-Encoding" not in headers.get("vary", ""):  # Of a short response.
                    headers["vary"] = f"Accept-Encoding, {headers['vary']}"
                await send({**message, "status": 304, "headers": headers.raw})
                message = {"type": "http.response.body", "body": b""}
            await send(message)
        elif not is_replaced:
            await send(message)

    return send_or_replace


class TaggedGZipMiddleware(GZipMiddleware):
    """Compresses responses, and gives the compressed form its own ETag."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""

        async def send_tagged(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "etag" in headers and headers.get("content-encoding") == "gzip":
                    headers["etag"] = compressed_etag(headers["etag"])
            await send(message)

        await super().__call__(scope, receive, send_tagged)
