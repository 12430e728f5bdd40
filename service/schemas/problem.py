"""Define the body of every error response (RFC 9457)."""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from ..engine.budget import MAX_NODES, MIN_NODES
from .base import MAX_ERRORS

T = TypeVar("T")
Path = Sequence[str | int]
# A field that is omitted from the JSON if it is None.
Omissible = Annotated[T | SkipJsonSchema[None], Field(exclude_if=lambda value: value is None)]


class Fault(BaseModel, use_attribute_docstrings=True):
    """One error in the input, located by `pointer` in the body or by `parameter` in the query."""

    code: str = Field(description="The stable error code.")
    message: str = Field(description="How to fix the error.")
    pointer: Omissible[str] = None
    """JSON Pointer (RFC 6901) to the error in the body; empty if it concerns the whole body."""
    parameter: Omissible[str] = None
    """The query parameter with the error; empty if it concerns the whole query."""

    @classmethod
    def in_body(cls, code: str, message: str, path: Path = ()) -> Self:
        """Return the fault at a path in the body."""
        return cls(code=code, message=message, pointer="".join(f"/{step}" for step in path))

    @classmethod
    def in_query(cls, code: str, message: str, path: Path = ()) -> Self:
        """Return the fault in the parameter that a path begins with."""
        return cls(code=code, message=message, parameter=str(path[0]) if path else "")


FaultMaker = Callable[[str, str, Path], Fault]


class Problem(BaseModel, use_attribute_docstrings=True):
    """The body of every error response, as `application/problem+json` (RFC 9457)."""

    type: str = Field(json_schema_extra={"format": "uri-reference"})
    """A URI that explains the code; relative unless the operator has set the public URL."""
    title: str = Field(description="A short summary, the same for all problems with this code.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong with this request, and how to fix it.")
    code: str = Field(description="The stable error code.")
    errors: Omissible[Annotated[list[Fault], Field(max_length=MAX_ERRORS)]] = None
    """The errors in the input, at most 10; absent if there are none."""
    request_id: Omissible[str] = None
    """The X-Request-ID under which an internal error was logged."""
    retry_after: Omissible[Annotated[int, Field(ge=1, le=86_400)]] = None
    """Seconds to wait before trying again; absent if that does not help."""
    scope: Omissible[Literal["client", "service"]] = None
    """With `retry_after`: whether the client has used up its share, or the service is busy for all
    clients."""
    max_nodes: Omissible[Annotated[int, Field(ge=MIN_NODES, le=MAX_NODES)]] = None
    """After a search that took too long: a `max_nodes` that was reached in time."""
