"""Declare the responses that operations share.

The code in openapi/ adds media types, headers and examples to the contract.
"""

from typing import Annotated, Any, Final

from pydantic import Field

from ..problems.catalogue import Problem

Responses = dict[int | str, dict[str, Any]]
# The contract describes a stream in three ways: clients read it as text, as events, or as data.
EventText = Annotated[str, Field(description="The events as they are transmitted.")]


def problems(*statuses: int) -> Responses:
    """Return the responses of an operation that can fail with these statuses."""
    return {status: {"model": Problem} for status in statuses}


ALL_ERRORS: Final = problems(400, 408, 413, 414, 429, 431, 500, 503)
V1_ERRORS: Final = problems(422)
BODY_ERRORS: Final = problems(415)
STREAM: Final[Responses] = {204: {"description": "The client has received the last event."}}
CONDITIONAL: Final = {304: {"description": "Not Modified"}} | problems(412)
