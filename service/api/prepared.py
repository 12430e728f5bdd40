"""Responses made once and sent many times, plain or compressed."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from starlette.types import Receive, Scope, Send

from service.api.caching import (
    IF_MATCH,
    IF_NONE_MATCH,
    cache_headers,
    check_match,
    compressed_etag,
    matching_etag,
)
from service.api.encoding import ACCEPT_ENCODING, accepts_gzip, gzipped

MIN_COMPRESSED: Final = 1_024  # bytes: shorter answers are not compressed
JSON: Final = b"application/json"
CONDITIONS: Final = frozenset({IF_MATCH, IF_NONE_MATCH, ACCEPT_ENCODING})
VARY: Final = (b"vary", b"Accept-Encoding")

RawHeaders = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """A whole response: its status, its headers and its body."""

    status: int
    headers: RawHeaders
    body: bytes = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it (ASGI)."""
        start = {"type": "http.response.start", "status": self.status, "headers": self.headers}
        await send(start)
        await send({"type": "http.response.body", "body": self.body})


class Representations:
    """The plain and the compressed form of one answer (RFC 9110, 3.2).

    Without an ETag no cache may keep it. Both forms of a weak ETag are one.
    """

    def __init__(
        self, body: bytes, etag: str | None = None, max_age: int = 0, media_type: bytes = JSON
    ) -> None:
        self._body = body
        self._etag = etag
        self._max_age = max_age
        self._media_type = media_type

    def response(self, scope: Scope) -> PreparedResponse:
        """The response to a request, 304 to a client that holds it; raises ProblemError."""
        if CONDITIONS.isdisjoint([name for name, _ in scope["headers"]]):
            return self._plain
        if scope["method"] == "GET":
            not_modified = not_modified_response(self._etag, self._max_age, scope)
            if not_modified:
                return not_modified
        compressed = len(self._body) > MIN_COMPRESSED and accepts_gzip(scope)
        return self._compressed if compressed else self._plain

    @cached_property
    def _plain(self) -> PreparedResponse:
        varies = (VARY,) if len(self._body) > MIN_COMPRESSED else ()
        return self._form(self._body, self._etag, varies)

    @cached_property
    def _compressed(self) -> PreparedResponse:
        etag = self._etag and compressed_etag(self._etag)
        return self._form(gzipped(self._body), etag, (VARY, (b"content-encoding", b"gzip")))

    def _form(self, body: bytes, etag: str | None, headers: RawHeaders) -> PreparedResponse:
        for_caches = cache_headers(etag, self._max_age) if etag else ()
        content = (
            (b"content-length", b"%d" % len(body)),
            (b"content-type", self._media_type),
            (b"x-content-type-options", b"nosniff"),
        )
        return PreparedResponse(200, for_caches + content + headers, body)


def not_modified_response(etag: str | None, max_age: int, scope: Scope) -> PreparedResponse | None:
    """304 to a client that holds an answer in either form, else None; raises ProblemError."""
    etags = (etag, compressed_etag(etag)) if etag else ()
    check_match(etags, scope)
    held = matching_etag(etags, scope)
    return PreparedResponse(304, (*cache_headers(held, max_age), VARY)) if held else None
