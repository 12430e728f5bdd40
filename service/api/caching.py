"""HTTP caching of answers to GET: a strong ETag, conditions on it, and a limited age (RFC 9111).

An answer is a function of the release and the normalised request alone, and so is its ETag: a
304 needs no search.
"""

from hashlib import sha256
from typing import Final

from starlette.types import Scope

from service import __version__
from service.schemas.problems import ProblemCode, ProblemError

IF_MATCH: Final = b"if-match"
IF_NONE_MATCH: Final = b"if-none-match"


def etag_of(path: str, *normalised: object) -> str:
    """The strong ETag of an answer; `normalised` is all that it depends on."""
    return f'"{sha256(repr((__version__, path, *normalised)).encode()).hexdigest()[:32]}"'


def is_held(etag: str, scope: Scope) -> bool:
    """Whether the client has said that it holds the answer; weak tags match too (RFC 9110, 13)."""
    return any(tag.removeprefix("W/") in (etag, "*") for tag in _tags(scope, IF_NONE_MATCH))


def check_match(etag: str, scope: Scope) -> None:
    """Raise precondition_failed where If-Match names other answers (RFC 9110, 13.1.1)."""
    tags = _tags(scope, IF_MATCH)
    if tags and not any(tag in (etag, "*") for tag in tags):
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
