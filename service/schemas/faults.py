"""The faults that a problem lists: what is wrong at one place of the input, and where."""

from enum import StrEnum

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema


class FaultCode(StrEnum):
    """What is wrong at one place of the input; for a position, the code of its problem."""

    MISSING = "missing"
    WRONG_TYPE = "wrong_type"
    WRONG_VALUE = "wrong_value"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_PARAMETER = "unknown_parameter"
    REPEATED_PARAMETER = "repeated_parameter"
    WRONG_SHAPE = "wrong_shape"
    UNSUPPORTED_SIZE = "unsupported_size"
    WRONG_IN_A_ROW = "wrong_in_a_row"
    WRONG_COUNTS = "wrong_counts"
    BOTH_WON = "both_won"
    UNREACHABLE = "unreachable"
    WRONG_TURN = "wrong_turn"
    ILLEGAL_MOVE = "illegal_move"
    TREE_TOO_LARGE = "tree_too_large"
    TRACE_TOO_LARGE = "trace_too_large"
    EXAM_TOO_LARGE = "exam_too_large"


class Fault(BaseModel):
    """One fault of the input. It has a `pointer` in a body, or a `parameter` in a query."""

    code: FaultCode = Field(description="What is wrong here.")
    message: str = Field(description="What to change, in words.")
    pointer: str | SkipJsonSchema[None] = Field(
        None, description="JSON Pointer (RFC 6901) to the place in the body; `` is all of it."
    )
    parameter: str | SkipJsonSchema[None] = Field(
        None, description="The query parameter; `` is the query as a whole."
    )
