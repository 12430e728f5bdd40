"""Content negotiation (RFC 9110, section 12)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from starlette.types import Scope


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: bytes) -> bool:
    """Return whether gzip has a weight above 0; if gzip is not listed, `*` stands for it."""
    weights = _weights(_items(accept_encoding))
    return weights.get("gzip", weights.get("*", 0)) > 0


def prefers(scope: Scope, media_type: str, usual: str) -> bool:
    """Return whether Accept prefers a media type to the usual one.

    Accept must name the media type. If Accept also names the usual one, the media type needs a
    higher weight. Otherwise, it needs at least the weight of `application/*` or else of `*/*`.
    """
    weights = _weights(header_items(scope, b"accept"))
    weight = weights.get(media_type, 0)
    if usual in weights:
        return weight > weights[usual]
    return weight > 0 and weight >= weights.get("application/*", weights.get("*/*", 0))


def header_items(scope: Scope, header: bytes) -> Iterator[str]:
    """Yield the items in all occurrences of a header whose value is a list."""
    for name, value in scope["headers"]:
        if name == header:
            yield from _items(value)


def _items(value: bytes) -> list[str]:
    return [item.strip() for item in value.decode("latin-1").split(",")]


def _weights(items: Iterable[str]) -> dict[str, float]:
    """Return the accepted values, in lowercase, with their weights (RFC 9110, section 12.4.2)."""
    parts = (item.lower().partition(";") for item in items)
    return {accepted.strip(): _weight(parameters) for accepted, _, parameters in parts}


def _weight(parameters: str) -> float:
    """Return the weight in the parameters of an item: by default 1, and 0 if it is not a number."""
    name, _, digits = parameters.partition("=")
    try:
        return float(digits) if name.strip() == "q" else 1
    except ValueError:
        return 0
