"""The body of every error response (RFC 9457)."""

from typing import Annotated, Final

from pydantic import BaseModel, Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType

from service.problems.catalogue import CATALOGUE, ENGINE_CODES, FAULTS

MAX_FAULTS: Final = 10


def _is_none(value: object) -> bool:
    return value is None


FaultCode = TypeAliasType(
    "FaultCode",
    Annotated[
        str,
        WithJsonSchema(
            {
                "title": "FaultCode",
                "type": "string",
                "enum": [*FAULTS, *ENGINE_CODES],
                "description": "What is wrong at one place of the input; for a position, the code "
                "of its problem.",
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
                "description": "What went wrong, as a word that stays the same in every release.",
            }
        ),
    ],
)


class Fault(BaseModel):
    """One fault of the input. It has a `pointer` in a body, or a `parameter` in a query."""

    code: FaultCode = Field(description="What is wrong here.")
    message: str = Field(description="What to change, in words.")
    pointer: str | SkipJsonSchema[None] = Field(
        None,
        exclude_if=_is_none,
        description="JSON Pointer (RFC 6901) to the place in the body; `` is all of it.",
    )
    parameter: str | SkipJsonSchema[None] = Field(
        None,
        exclude_if=_is_none,
        description="The query parameter; `` is the query as a whole.",
    )


class Problem(BaseModel):
    """The body of every error response, as `application/problem+json` (RFC 9457)."""

    type: str = Field(description="Where the code is explained: a URI relative to the service.")
    title: str = Field(description="The code in words; the same whenever it occurs.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong with this request and what to change.")
    code: ProblemCode = Field(description="What went wrong; clients can rely on it.")
    errors: Annotated[list[Fault], Field(max_length=MAX_FAULTS)] | SkipJsonSchema[None] = Field(
        None,
        exclude_if=_is_none,
        description="The faults of the input, at most 10; absent if there are none.",
    )
    request_id: str | SkipJsonSchema[None] = Field(
        None,
        exclude_if=_is_none,
        description="The X-Request-ID under which the service has logged an internal error.",
    )
