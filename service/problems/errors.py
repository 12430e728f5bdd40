"""Define the problem codes of the API, the body of every error response (RFC 9457), and exceptions.

The detail of a problem states the error, and then how to fix it. It repeats at most one character
of the input, the number of a cell, or an unknown name (PLAIN in validation.py).
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeVar

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope
from typing_extensions import TypeAliasType

from ..context import context_of
from ..engine.budget import MAX_NODES, MIN_NODES
from ..engine.errors import EngineError
from ..schemas.base import MAX_ERRORS, open_enum

MEDIA_TYPE: Final = "application/problem+json"


class Entry(NamedTuple):
    """A problem code of catalogue.toml, whose first comment explains the fields."""

    status: int
    title: str
    when: str
    detail: str = ""
    headers: Mapping[str, str] = {}
    scope: str | None = None


ENTRIES: Final = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
CATALOGUE: Final = {code: Entry(**fields) for code, fields in ENTRIES.items()}
# The codes of error details: FAULTS come from the schemas, and ENGINE_CODES from the engine.
FAULTS: Final = (
    *("missing", "wrong_type", "wrong_value"),
    *("unknown_field", "unknown_parameter", "repeated_parameter"),
)
ENGINE_CODES: Final = tuple(
    code for code, entry in CATALOGUE.items() if entry.status == 422 and code != "invalid_request"
)
FAULT_CODE: Final = open_enum(
    [*FAULTS, *ENGINE_CODES], "The kind of error; for an illegal position, the problem's code."
)
PROBLEM_CODE: Final = open_enum(
    CATALOGUE, "The kind of problem, as a code that is the same in every release."
)
FaultCode = TypeAliasType("FaultCode", Annotated[str, FAULT_CODE])
ProblemCode = TypeAliasType("ProblemCode", Annotated[str, PROBLEM_CODE])
SCOPE: Final = open_enum(["client", "service"], "Whose limit a request exceeds.")
ProblemScope = TypeAliasType("ProblemScope", Annotated[str, SCOPE])
T = TypeVar("T")
# A field that is omitted from the JSON if it is None.
Omissible = Annotated[T | SkipJsonSchema[None], Field(exclude_if=lambda value: value is None)]


class Fault(BaseModel, use_attribute_docstrings=True):
    """One error in the input, located by `pointer` in the body or by `parameter` in the query."""

    code: FaultCode = Field(description="The stable error code.")
    message: str = Field(description="How to fix the error.")
    pointer: Omissible[str] = None
    """JSON Pointer (RFC 6901) to the error in the body; empty if it concerns the whole body."""
    parameter: Omissible[str] = None
    """The query parameter with the error; empty if it concerns the whole query."""


class Problem(BaseModel, use_attribute_docstrings=True):
    """The body of every error response, as `application/problem+json` (RFC 9457)."""

    type: str = Field(json_schema_extra={"format": "uri-reference"})
    """A relative URI that explains the code."""
    title: str = Field(description="A short summary, the same for all problems with this code.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong with this request, and how to fix it.")
    code: ProblemCode = Field(description="The stable error code.")
    errors: Omissible[Annotated[list[Fault], Field(max_length=MAX_ERRORS)]] = None
    """The errors in the input, at most 10; absent if there are none."""
    request_id: Omissible[str] = None
    """The X-Request-ID under which an internal error was logged."""
    retry_after: Omissible[Annotated[int, Field(ge=1, le=86_400)]] = None
    """Seconds to wait before trying again; absent if that does not help."""
    scope: Omissible[ProblemScope] = None
    """With `retry_after`: whether the client has used up its share, or the service is busy for all
    clients."""
    max_nodes: Omissible[Annotated[int, Field(ge=MIN_NODES, le=MAX_NODES)]] = None
    """After a search that took too long: a `max_nodes` that was reached in time."""


class ProblemError(HTTPException):
    """The error for a request that cannot be fulfilled; `problem` is the body of the response.

    The default detail is the detail in the catalogue, with `values` filled in. They can also be
    optional fields of the problem.
    """

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        scope: str | None = None,
        headers: Mapping[str, str] | None = None,
        **values: object,
    ) -> None:
        entry = CATALOGUE[code]
        detail = entry.detail.format(**values) if detail is None else detail
        own_headers = {"Cache-Control": "no-store", **entry.headers, **(headers or {})}
        super().__init__(entry.status, detail, own_headers)
        fields = {
            "type": f"/problems#{code}",
            "detail": detail,
            "code": code,
            "retry_after": own_headers.get("Retry-After"),
            "scope": scope or entry.scope,
        }
        self.problem = Problem.model_validate(entry._asdict() | values | fields)

    def problem_at(self, scope: Scope) -> Problem:
        """Return the problem, with the service's path prefix in its `type`."""
        prefix = context_of(scope).root_path.rstrip("/")
        return self.problem.model_copy(update={"type": prefix + self.problem.type})

    def response(self, scope: Scope) -> Response:
        """Return a response that caches do not store; put the problem's code into the scope."""
        context_of(scope).problem = self.problem.code
        body, headers = self.problem_at(scope).model_dump_json(), dict(self.headers or {})
        if scope["http_version"] not in {"1.0", "1.1"}:
            headers.pop("Connection", None)  # RFC 9113, 8.2.2: such a response would be malformed.
        return Response(body, self.status_code, headers, MEDIA_TYPE)


def error_detail(code: str, message: str, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """Return the Fault for a location in the body or for a query parameter."""
    if in_body:
        return Fault(code=code, message=message, pointer="".join(f"/{step}" for step in path))
    return Fault(code=code, message=message, parameter=str(path[0]) if path else "")


def invalid_request(details: Sequence[Fault], total: int = 1) -> ProblemError:
    """Return the problem for a request that violates its schema in `total` places."""
    more = f" This is the first of {total} errors found." if total > 1 else ""
    return ProblemError("invalid_request", details[0].message + more, errors=details)


def engine_problem(error: EngineError, *, in_body: bool) -> ProblemError:
    """Return the problem for an input that the engine rejects, located in the body or query."""
    path = (error.field,) if error.index is None else (error.field, error.index)
    detail = error_detail(error.code, str(error), path, in_body=in_body)
    code = error.code if error.code in CATALOGUE else "invalid_request"
    return ProblemError(code, str(error), errors=[detail])
