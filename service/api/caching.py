"""HTTP caching: ETags, conditions on them, and how long an answer may be kept (RFC 9110, RFC 9111).

An answer is a function of the release and the normalised request alone, and so is its ETag: a
304 needs no search. The compressed form of an answer has a tag of its own.
"""

from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Final

from starlette.types import Scope

from service import __version__
from service.schemas.problems import ProblemCode, ProblemError

IF_MATCH: Final = b"if-match"
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
    tags = {tag.removeprefix("W/") for tag in _tags(scope, IF_NONE_MATCH)}
    return next((etag for etag in etags if etag in tags or "*" in tags), None)


def check_match(etags: Collection[str], scope: Scope) -> None:
    """Raise precondition_failed where If-Match names none of these (RFC 9110, 13.1.1)."""
    tags = _tags(scope, IF_MATCH)
    if tags and "*" not in tags and not any(etag in tags for etag in etags):
        raise precondition_failed()


def precondition_failed() -> ProblemError:
    """The problem of an If-Match that does not match."""
    detail = "Leave out If-Match, or send the current ETag of the answer."
    return ProblemError(ProblemCode.PRECONDITION_FAILED, detail)


def _tags(scope: Scope, header: bytes) -> list[str]:
    """The entity tags in a header, which may be repeated."""
    sent = [value for name, value in scope["headers"] if name == header]
    return [tag.strip() for tag in b",".join(sent).decode("latin-1").split(",")] if sent else []


def cache_headers(etag: str, max_age: int) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that let any cache keep an answer for so many seconds."""
    return ((b"etag", etag.encode()), (b"cache-control", b"public, max-age=%d" % max_age))
