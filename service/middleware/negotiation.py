"""Content negotiation and conditional requests (RFC 9110, 12 and 13).

A response is a function of the release and the normalized request, and so is its ETag: a 304 needs
no search. The compressed form of a response has its own tag.
"""

from collections.abc import Iterable
from hashlib import sha256

from starlette.types import Scope

from service import __version__
from service.problems.errors import ProblemError


def accepts_gzip(scope: Scope) -> bool:
    """Whether the client accepts gzip: it is named, or `*` is, with a weight above 0."""
    weights = _weights(scope, b"accept-encoding")
    return weights.get("gzip", weights.get("*", 0)) > 0


def prefers(scope: Scope, media_type: str, usual: str) -> bool:
    """Whether the client prefers a media type to the usual one, named or in a range of types."""
    weights = _weights(scope, b"accept")
    weight = weights.get(media_type, 0)
    if usual in weights:
        return weight > weights[usual]
    return weight > 0 and weight >= weights.get("application/*", weights.get("*/*", 0))


def etag_of(path: str, *normalized: object) -> str:
    """The strong ETag of a response; `normalized` is all that it depends on."""
    return content_etag(repr((__version__, path, *normalized)).encode())


def content_etag(content: bytes) -> str:
    """The strong ETag of a file, which depends on its content alone."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def variants(etag: str) -> tuple[str, str]:
    """The strong ETags of the plain and the compressed form of a response."""
    return etag, content_etag(f"{etag} gzip".encode())


def matching_etag(etags: Iterable[str], scope: Scope) -> str | None:
    """The first of these that If-None-Match names, weak or strong; `*` names any."""
    tags = {tag.removeprefix("W/") for tag in _items(scope, b"if-none-match")}
    return next((etag for etag in etags if etag in tags or "*" in tags), None)


def check_match(etags: Iterable[str], scope: Scope) -> None:
    """Raise precondition_failed if If-Match names none of these (RFC 9110, 13.1.1)."""
    tags = _items(scope, b"if-match")
    if tags and "*" not in tags and not any(etag in tags for etag in etags):
        raise ProblemError("precondition_failed")


def _weights(scope: Scope, header: bytes) -> dict[str, float]:
    """The values that a header accepts, in lowercase, with their weights (RFC 9110, 12.4.2)."""
    items = (item.lower().partition(";") for item in _items(scope, header))
    return {accepted.strip(): _weight(parameters) for accepted, _, parameters in items}


def _weight(parameters: str) -> float:
    """The weight of an item; 1 if there is none, and 0 if it cannot be read."""
    name, _, digits = parameters.partition("=")
    try:
        return float(digits) if name.strip() == "q" else 1
    except ValueError:
        return 0


def _items(scope: Scope, header: bytes) -> list[str]:
    """The items of a header, which may be repeated."""
    sent = [value for name, value in scope["headers"] if name == header]
    return [item.strip() for item in b",".join(sent).decode("latin-1").split(",")] if sent else []
