"""Content negotiation with weights (RFC 9110, 12.4.2), which Starlette does not read."""

from starlette.types import Scope


def accepts_gzip(scope: Scope) -> bool:
    """Whether the client accepts gzip: it is named, or `*` is, with a weight above 0."""
    weights = weights_of(scope, b"accept-encoding")
    return weights.get("gzip", weights.get("*", 0)) > 0


def prefers(scope: Scope, media_type: str, usual: str) -> bool:
    """Whether the client prefers a media type to the usual one, named or in a range of types."""
    weights = weights_of(scope, b"accept")
    weight = weights.get(media_type, 0)
    if usual in weights:
        return weight > weights[usual]
    return weight > 0 and weight >= weights.get("application/*", weights.get("*/*", 0))


def weights_of(scope: Scope, header: bytes) -> dict[str, float]:
    """The values that a header accepts, in lowercase, with their weights."""
    weights: dict[str, float] = {}
    for name, value in scope["headers"]:
        if name == header:
            for item in value.decode("latin-1").lower().split(","):
                accepted, _, parameters = item.partition(";")
                weights[accepted.strip()] = _weight(parameters)
    return weights


def _weight(parameters: str) -> float:
    """The weight of an item; 1 if there is none, and 0 if it cannot be read."""
    name, _, digits = parameters.partition("=")
    if name.strip() != "q":
        return 1
    try:
        return float(digits)
    except ValueError:
        return 0
