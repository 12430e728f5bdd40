"""What a client accepts (RFC 9110, 12.4.2): Starlette does not read weights."""

from starlette.types import Scope


def weights_of(scope: Scope, header: bytes) -> dict[str, float]:
    """What a header of the client accepts, in lower case, with its weights."""
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
