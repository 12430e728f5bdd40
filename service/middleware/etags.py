"""ETags, and the conditions on them (RFC 9110, 8.8.3 and 13.1).

A response is a function of the release and the normalized request, and so is its ETag: a 304 needs
no search. The compressed form of a response has its own tag.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from starlette.types import Scope

from service import __version__
from service.problems.errors import ProblemError

IF_MATCH: Final = b"if-match"
IF_NONE_MATCH: Final = b"if-none-match"


def etag_of(path: str, *normalized: object) -> str:
    """The strong ETag of a response; `normalized` is all that it depends on."""
    return content_etag(repr((__version__, path, *normalized)).encode())


def content_etag(content: bytes) -> str:
    """The strong ETag of a file, which depends on its content alone."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def compressed_etag(etag: str) -> str:
    """The strong ETag of the compressed form of a response."""
    return content_etag(f"{etag} gzip".encode())


def variants(etag: str) -> tuple[str, str]:
    """The ETags of the plain and the compressed form."""
    return etag, compressed_etag(etag)


def matching_etag(etags: Iterable[str], scope: Scope) -> str | None:
    """The first of these that If-None-Match names, weak or strong; `*` names any."""
    tags = {tag.removeprefix("W/") for tag in _tags(scope, IF_NONE_MATCH)}
    return next((etag for etag in etags if etag in tags or "*" in tags), None)


def check_match(etags: Iterable[str], scope: Scope) -> None:
    """Raise precondition_failed if If-Match names none of these (RFC 9110, 13.1.1)."""
    tags = _tags(scope, IF_MATCH)
    if tags and "*" not in tags and not any(etag in tags for etag in etags):
        raise ProblemError("precondition_failed")


def _tags(scope: Scope, header: bytes) -> list[str]:
    """The entity tags in a header, which may be repeated."""
    sent = [value for name, value in scope["headers"] if name == header]
    return [tag.strip() for tag in b",".join(sent).decode("latin-1").split(",")] if sent else []
