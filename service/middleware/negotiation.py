"""Content negotiation (RFC 9110, section 12)."""

import re
from collections.abc import Iterable, Iterator
from email.message import Message
from functools import lru_cache
from typing import Final
from urllib.request import parse_http_list

from starlette.types import Scope

WEIGHT: Final = re.compile(r"1(\.0*)?|0(\.[0-9]*)?|\.[0-9]+")


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: bytes) -> bool:
    """Return whether gzip has a weight above 0; if gzip is not listed, `*` stands for it."""
    weights = _weights(parse_http_list(accept_encoding.decode("latin-1")))
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
            yield from parse_http_list(value.decode("latin-1")) or [""]


def _weights(items: Iterable[str]) -> dict[str, float]:
    """Return the accepted values, in lowercase, with their weights (RFC 9110, section 12.4.2)."""
    weights = {}
    for item in items:
        message = Message()
        message["content-type"] = item.lower()
        (accepted, _), *parameters = message.get_params([("", "")])
        weight = str(dict(parameters).get("q", "1"))  # An invalid one counts as 0.
        weights[accepted] = float(weight) if WEIGHT.fullmatch(weight) else 0
    return weights
