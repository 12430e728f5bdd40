"""The body of every error response (RFC 9457)."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType

from service.problems.catalogue import CATALOGUE, ENGINE_CODES, FAULTS

MAX_FAULTS: Final = 10


def optional(description: str) -> Any:  # noqa: ANN401  like Field
    """A field that is left out instead of being null."""
    return Field(None, exclude_if=lambda value: value is None, description=description)


FaultCode = TypeAliasType(
    "FaultCode",
    Annotated[
        str,
        WithJsonSchema(
            {
                "title": "FaultCode",
                "type": "string",
                "enum": [*FAULTS, *ENGINE_CODES],
                "description": "The kind of fault; for a position, the code of its problem.",
            }
        ),
    ],
)
ProblemCode = TypeAliasType(
    "ProblemCode",
    Annotated[
        str,
        WithJsonSchema(
            {
                "title": "ProblemCode",
                "type": "string",
                "enum": list(CATALOGUE),
                "description": "The kind of problem, as a code that is the same in every release.",
            }
        ),
    ],
)


class Fault(BaseModel):
    """One fault in the input. It has a `pointer` in a body, or a `parameter` in a query."""

    code: FaultCode = Field(description="The stable error code.")
    message: str = Field(description="How to fix it.")
    pointer: str | SkipJsonSchema[None] = optional(
        "JSON Pointer (RFC 6901) to a location in the body; empty for the whole body."
    )
    parameter: str | SkipJsonSchema[None] = optional(
        "The query parameter; empty for the whole query."
    )


class Problem(BaseModel):
    """The body of every error response, as `application/problem+json` (RFC 9457)."""

    type: str = Field(description="A relative URI that explains the code.")
    title: str = Field(description="A short summary, always the same for a code.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="The fault in this request, and how to fix it.")
    code: ProblemCode = Field(description="The stable error code.")
    errors: Annotated[list[Fault], Field(max_length=MAX_FAULTS)] | SkipJsonSchema[None] = optional(
        "The faults in the input, at most 10; absent if there are none."
    )
    request_id: str | SkipJsonSchema[None] = optional(
        "The X-Request-ID under which an internal error was logged."
    )
