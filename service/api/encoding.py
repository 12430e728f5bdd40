"""Content coding: gzip, where the client accepts it (RFC 9110, 12.5.3)."""

from gzip import compress
from typing import Final

from starlette.types import Scope

FAST: Final = 5
SMALL: Final = 9  # for what is compressed once
ACCEPT_ENCODING: Final = b"accept-encoding"


def gzipped(body: bytes, level: int = FAST) -> bytes:
    """The compressed body, the same on every replica."""
    return compress(body, level, mtime=0)


def accepts_gzip(scope: Scope) -> bool:
    """Whether the client accepts gzip: it is named, or `*` is, with a weight above 0."""
    weights = weights_of(scope, ACCEPT_ENCODING)
    return weights.get("gzip", weights.get("*", 0)) > 0


def weights_of(scope: Scope, header: bytes) -> dict[str, float]:
    """What a header of the client accepts, in lower case, with its weights (RFC 9110, 12.4.2)."""
    weights: dict[str, float] = {}
    for name, value in scope["headers"]:
        if name == header:
            for item in value.decode("latin-1").lower().split(","):
                accepted, _, parameters = item.partition(";")
                weights[accepted.strip()] = _weight(parameters)
    return weights


def _weight(parameters: str) -> float:
    """The weight of a coding; 1 if there is none, and 0 if it cannot be read."""
    name, _, digits = parameters.partition("=")
    if name.strip() != "q":
        return 1
    try:
        return float(digits)
    except ValueError:
        return 0
