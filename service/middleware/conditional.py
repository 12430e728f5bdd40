"""ETags and conditional requests (RFC 9110, 8.8.3 and 13).

All ETags are made and compared here. They are strong, and depend on the release and the normalized
request, or on the content of a file, but not on the time or the replica. The ETag of a plain
response ends with 0, and the ETag of its compressed form with 1.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from fastapi.middleware.gzip import GZipMiddleware
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..problems.errors import ProblemError
from .negotiation import LINES, header_items

MIN_COMPRESSED: Final = 1024  # Bytes of a response.
LEVEL: Final = 5
# They are sent in parts, or are compressed already.
NOT_COMPRESSED: Final = ("text/event-stream", *LINES, "image/png")
MAX_FILES: Final = 512


def etag_of(*parts: object) -> str:
    """Return the ETag of a response that depends only on the release and these parts."""
    return content_etag(repr((__version__, *parts)).encode())


@lru_cache(maxsize=MAX_FILES)
def content_etag(content: bytes) -> str:
    """Return the ETag of a file, which is computed once."""
    return f'"{sha256(content).hexdigest()[:31]}0"'


@lru_cache(maxsize=MAX_FILES)
def compressed(content: bytes) -> bytes:
    """Return the compressed form of a file, which is computed once."""
    return gzip.compress(content, LEVEL, mtime=0)


def compressed_etag(etag: str) -> str:
    """Return the ETag of the compressed form of the response that has this ETag."""
    return f'{etag[:-2]}1"'


def conditional_headers(scope: Scope, etag: str, headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a response with its ETag and Vary, if the request's conditions are met.

    Raise ProblemError precondition_failed if the request has an If-Match that lists no matching
    ETag, and HTTPException 304 if its If-None-Match, compared weakly, lists one. The ETags of the
    plain and of the compressed response match, and so does `*`.
    """
    # Middleware adds Origin to the Vary of a response to a request with an Origin.
    origin = None if any(header_items(scope, b"origin")) else "Origin"
    vary = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding", origin)))
    headers, forms = {**headers, "Vary": vary}, (etag, compressed_etag(etag))
    matching = set(header_items(scope, b"if-match"))
    if matching and matching.isdisjoint(("*", *forms)):
        raise ProblemError("precondition_failed")
    tags = {tag.removeprefix("W/") for tag in header_items(scope, b"if-none-match")}
    if held := next((form for form in forms if form in tags), etag if "*" in tags else None):
        raise HTTPException(304, headers={**headers, "ETag": held})
    return {**headers, "ETag": etag}


class TaggedGZipMiddleware(GZipMiddleware):
    """Middleware that compresses responses, and gives the compressed form its own ETag.

    A file is already compressed. check_head leaves Accept-Encoding only in a request that accepts
    gzip.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, MIN_COMPRESSED, LEVEL, exclude_content_types=NOT_COMPRESSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_tagged(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "etag" in headers and headers.get("content-encoding") == "gzip":
                    headers["etag"] = compressed_etag(headers["etag"])
                    headers["vary"] = headers["vary"].removesuffix(", Accept-Encoding")
            await send(message)

        if scope["type"] == "http" and not any(header_items(scope, b"accept-encoding")):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send_tagged)
