"""HTTP caching: ETags, If-None-Match, and how long an answer may be kept (RFC 9110, RFC 9111).

An answer is a function of the release and the normalised request alone, and so is its ETag: a
304 needs no search. The compressed form of an answer has a tag of its own.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from starlette.types import Scope

from service import __version__

IF_NONE_MATCH: Final = b"if-none-match"


def etag_of(path: str, *normalised: object) -> str:
    """The strong ETag of an answer; `normalised` is all that it depends on."""
    return _tag(repr((__version__, path, *normalised)).encode())


def content_etag(body: bytes) -> str:
    """The strong ETag of a file, which depends on its content alone."""
    return _tag(body)


def compressed_etag(etag: str) -> str:
    """The strong ETag of the compressed form of what has this one."""
    return _tag(f"{etag} gzip".encode())


def _tag(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:32]}"'


def matching_etag(etags: Iterable[str], scope: Scope) -> str | None:
    """The first of these that If-None-Match names, weak or strong; `*` names any."""
    sent = [value for name, value in scope["headers"] if name == IF_NONE_MATCH]
    if not sent:
        return None
    tags = {tag.strip().removeprefix("W/") for tag in b",".join(sent).decode("latin-1").split(",")}
    return next((etag for etag in etags if etag in tags or "*" in tags), None)


def cache_headers(etag: str, max_age: int) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that let any cache keep an answer for so many seconds."""
    return ((b"etag", etag.encode()), (b"cache-control", b"public, max-age=%d" % max_age))
