"""Content negotiation (RFC 9110, section 12).

Each list is read once, up to MAX_ITEMS; the items beyond them count as absent.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final

from starlette.types import Scope

MAX_ITEMS: Final = 100  # Browsers send at most ten.
LINES: Final = ("application/x-ndjson", "application/jsonl", "application/ndjson")
# Text up to a comma that is not in a quoted string. Each character is matched at most once.
QUOTED: Final = r'"(?:[^"\\]++|\\.)*+"?'
ITEM: Final = re.compile(rf'(?:[^",]++|{QUOTED})++')
WEIGHT: Final = re.compile(r";\s*q\s*=\s*([^;\s]*)\s*")
VALID_WEIGHT: Final = re.compile(r"1(\.0*)?|0(\.[0-9]*)?|\.[0-9]+")


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: bytes) -> bool:
    """Return whether gzip has a weight above 0; if gzip is not listed, `*` stands for it."""
    weights = _weights(_items(accept_encoding))
    return weights.get("gzip", weights.get("*", 0)) > 0


def preferred(scope: Scope, media_types: Iterable[str], usual: str) -> str | None:
    """Return the first of these media types that Accept prefers to the usual one.

    Accept must name the media type. If Accept also names the usual one, the media type needs a
    higher weight. Otherwise, it needs at least the weight of `application/*` or else of `*/*`.
    """
    weights = _weights(header_items(scope, b"accept"))
    least = weights.get("application/*", weights.get("*/*", 0))
    for media_type in media_types:
        weight = weights.get(media_type, 0)
        if weight > weights[usual] if usual in weights else weight > 0 and weight >= least:
            return media_type
    return None


def header_items(scope: Scope, header: bytes) -> list[str]:
    """Return the items in all occurrences of a header whose value is a list."""
    values = [value for name, value in scope["headers"] if name == header]
    return (_items(b",".join(values)) or [""]) if values else []


def _items(value: bytes) -> list[str]:
    """Return the first MAX_ITEMS items of a list."""
    items = islice(ITEM.finditer(value.decode("latin-1")), MAX_ITEMS)
    return [item[0].strip() for item in items]


def _weights(items: Iterable[str]) -> dict[str, float]:
    """Return the accepted values, in lowercase, with their weights (RFC 9110, section 12.4.2)."""
    weights = {}
    for item in items:
        plain = re.sub(QUOTED, "", item).lower()
        found = WEIGHT.search(plain)
        weight = found[1] if found else "1"  # An invalid one counts as 0.
        accepted = plain.partition(";")[0].strip()
        weights[accepted] = float(weight) if VALID_WEIGHT.fullmatch(weight) else 0
    return weights
