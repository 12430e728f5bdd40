"""HTTP caching of answers to GET: a strong ETag, If-None-Match, and a limited age (RFC 9111).

An answer is a function of the release and the normalised request alone, and so is its ETag: a
304 needs no search.
"""

from hashlib import sha256
from typing import Final

from starlette.types import Scope

from service import __version__

IF_NONE_MATCH: Final = b"if-none-match"


def etag_of(path: str, *normalised: object) -> str:
    """The strong ETag of an answer; `normalised` is all that it depends on."""
    return f'"{sha256(repr((__version__, path, *normalised)).encode()).hexdigest()[:32]}"'


def is_held(etag: str, scope: Scope) -> bool:
    """Whether the client has said that it holds the answer; weak tags match too (RFC 9110, 13)."""
    sent = [value for name, value in scope["headers"] if name == IF_NONE_MATCH]
    if not sent:
        return False
    tags = b",".join(sent).decode("latin-1").split(",")
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in tags)


def cache_headers(etag: str, max_age: int) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that let any cache keep an answer for so many seconds."""
    return ((b"etag", etag.encode()), (b"cache-control", b"public, max-age=%d" % max_age))
