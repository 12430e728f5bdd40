"""Check the head of each request, and serve HEAD as GET.

A route reads and limits the body (service/api/strict_json.py).
"""

import re
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..context import context_of
from ..problems.errors import ProblemError
from ..settings import Settings
from .negotiation import accepts_gzip

# A parsed header, if it is short, takes a hundred times its length in memory.
MAX_FIELDS: Final = 100
# How many Host fields a request can have, for each HTTP version; others are not supported.
HOSTS: Final = {"1.0": (0, 1), "1.1": (1,), "2": (0, 1), "3": (0, 1)}
# Characters for which nginx rejects a Host, because such a Host can be read in two ways.
NOT_IN_HOST: Final = re.compile(rb"[ \t\\]")
ACCEPT_ENCODING: Final = b"accept-encoding"


class HeadsMiddleware:
    """Middleware that finds a head that is too long, ambiguous or has an impossible path.

    ErrorsMiddleware sends the rejection, so that it gets CORS headers.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if scope["method"] == "HEAD":
                scope["method"] = "GET"
                send = _without_body(send)
            try:
                self._check(scope)
            except ProblemError as rejection:
                context_of(scope).rejection = rejection.response(scope)
        await self.app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Reduce Accept-Encoding to whether gzip is accepted; raise ProblemError for a bad head."""
        settings, headers, version = self._settings, scope["headers"], scope["http_version"]
        if not scope["path"].isprintable():  # The regular expressions of routes ignore a last \n.
            raise ProblemError("not_found")
        path = scope.get("raw_path") or scope["path"].encode()
        prefix = len(scope.get("root_path") or "")  # The server adds it to the path that was sent.
        if len(path) + len(scope["query_string"]) - prefix > settings.max_uri_bytes:
            raise ProblemError("uri_too_long", limit=settings.max_uri_bytes)
        if len(headers) > MAX_FIELDS:
            detail = f"The request has more than {MAX_FIELDS} headers. Send fewer."
            raise ProblemError("headers_too_large", detail)
        size = 0
        values: dict[bytes, list[bytes]] = {}
        for name, value in headers:
            size += len(name) + len(value)
            values.setdefault(name, []).append(value)
        if size > settings.max_header_bytes:
            raise ProblemError("headers_too_large", limit=settings.max_header_bytes)
        hosts, codings = values.get(b"host", []), values.get(b"transfer-encoding", [])
        if len(hosts) not in HOSTS.get(version, ()) or (hosts and NOT_IN_HOST.search(hosts[0])):
            raise ProblemError("bad_request")
        if codings and (version != "1.1" or [each.lower() for each in codings] != [b"chunked"]):
            raise ProblemError("bad_request")
        if encodings := values.get(ACCEPT_ENCODING):
            others = [header for header in headers if header[0] != ACCEPT_ENCODING]
            accepted = accepts_gzip(b",".join(encodings))
            scope["headers"] = others + [(ACCEPT_ENCODING, b"gzip")] * accepted


def _without_body(send: Send) -> Send:
    """Return a `send` that leaves out the body of a response."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if "body" in message else message)

    return send_head
