"""Reads the body or the query of a request, and says what cannot be read.

A body is there, is declared as JSON, is not compressed and is JSON; no query parameter is repeated;
an operation that takes a body takes no query.
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.types import Scope

from service.api import strict_json
from service.schemas.faults import Fault, FaultCode
from service.schemas.problems import ProblemCode, ProblemError

JSON: Final = b"application/json"
IDENTITY: Final = b"identity"

Pairs = list[tuple[str, str]]


def read_body(scope: Scope, names: Sequence[str]) -> bytes:
    """The body, if it is declared as plain JSON; raises ProblemError.

    `names` are the fields of the operation.
    """
    if scope["query_string"]:
        _refuse_query(_pairs(scope["query_string"]), names, is_taken=False)
    body: bytes = scope["state"].get("body")
    if not body:
        raise malformed_body()
    headers = dict(reversed(scope["headers"]))  # the first value of each
    if headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != JSON:
        raise unsupported_media_type()
    if headers.get(b"content-encoding", IDENTITY).strip().lower() not in (b"", IDENTITY):
        raise unsupported_encoding()
    return body


def parse_body(body: bytes) -> object:
    """The document in a body; raises ProblemError."""
    try:
        return strict_json.loads(body)
    except strict_json.NotJsonError as error:
        raise malformed_body(str(error)) from error


def parse_query(query: bytes, names: Sequence[str]) -> Pairs:
    """The parameters of a query; raises ProblemError. `names` are those of the operation."""
    pairs = _pairs(query)
    _refuse_query(pairs, names, is_taken=bool(names))
    return pairs


def _refuse_query(pairs: Pairs, names: Sequence[str], *, is_taken: bool) -> None:
    """Raise invalid_request for a repeated parameter, or for any where none is taken."""
    sent = [name for name, _ in pairs]
    repeated = next((name for name in names if sent.count(name) > 1), None)
    if repeated:
        message = "Send this parameter once."
        raise _invalid_parameter(FaultCode.REPEATED_PARAMETER, message, repeated)
    if sent and not is_taken:
        raise no_query()


def malformed_body(detail: str = "Send a JSON object as the body.") -> ProblemError:
    """The problem of a body that is no JSON document."""
    return ProblemError(ProblemCode.MALFORMED_BODY, detail)


def unsupported_media_type() -> ProblemError:
    """The problem of a body that is not declared as JSON."""
    return ProblemError(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE, f"Send the header Content-Type: {JSON.decode()}."
    )


def unsupported_encoding() -> ProblemError:
    """The problem of a compressed body (RFC 9110, 8.4 and 12.5.3)."""
    detail = "Send the body as it is, without Content-Encoding."
    headers = {"Accept-Encoding": IDENTITY.decode()}
    return ProblemError(ProblemCode.UNSUPPORTED_MEDIA_TYPE, detail, headers=headers)


def no_query() -> ProblemError:
    """The problem of a query where none is taken."""
    message = "This operation takes no query parameters."
    return _invalid_parameter(FaultCode.UNKNOWN_PARAMETER, message, "")


def _invalid_parameter(code: FaultCode, message: str, parameter: str) -> ProblemError:
    fault = Fault(code=code, message=message, parameter=parameter)
    return ProblemError(ProblemCode.INVALID_REQUEST, message, errors=[fault])


def _pairs(query: bytes) -> Pairs:
    return parse_qsl(query.decode("latin-1"), keep_blank_values=True)
