"""The base classes of all request and response models."""

import re
from typing import Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticKnownError

from service.problems.catalogue import MAX_FAULTS

DECIMAL: Final = re.compile("-?[0-9]+")
MAX_DIGITS: Final = 20  # no field takes a longer number
TEXTS: Final = ("board", "side_to_move", "starting_side", "level", "algorithm", "values")
INTEGERS: Final = ("columns", "rows", "in_a_row", "max_nodes", "seed", "max_depth")
FLAGS: Final = ("misere", "traps")
PARAMETERS: Final = (*TEXTS, *INTEGERS, *FLAGS, "moves")
# Python sends True, and PHP sends 1.
BOOLEANS: Final = dict.fromkeys(("true", "True", "1"), True) | dict.fromkeys(
    ("false", "False", "0"), False
)


class MustBe(str):
    """The accepted values of a field, as in the error "in_a_row must be an integer from 3 to 9"."""

    __slots__ = ()


class RequestModel(BaseModel):
    """A request; unknown fields are errors.

    Every field has a MustBe, because Pydantic's own messages name Python types.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    whole: ClassVar = "The body"
    part: ClassVar = "field"

    @model_validator(mode="before")
    @classmethod
    def limit_names(cls, data: Any) -> Any:  # noqa: ANN401  any JSON
        """Raise one error for many unknown names: Pydantic takes 2 µs for each of its errors."""
        if isinstance(data, dict) and len(data) > len(cls.model_fields) + MAX_FAULTS:
            raise PydanticKnownError("extra_forbidden")
        return data


class QueryModel(RequestModel):
    """Query parameters."""

    part: ClassVar = "parameter"

    @model_validator(mode="before")
    @classmethod
    def parse(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Parse the parameters that are not text; an empty optional one counts as omitted."""
        fields = cls.model_fields
        return {
            name: parse_parameter(name, value) if name in fields else value
            for name, value in data.items()
            if value or name not in fields or fields[name].is_required()
        }


def parse_parameter(name: str, value: Any) -> object:  # noqa: ANN401  a string or a list of one
    """Return the value of a parameter; leave what does not fit for the validator to reject."""
    if name in INTEGERS:
        return parse_integer(value)
    if name in FLAGS:
        return BOOLEANS.get(value, value)
    if name == "moves":
        return [parse_integer(item) for item in value[0].split(",")] if value[0] else []
    return value


def parse_integer(text: str) -> int | str:
    """Return the integer in a text, or a larger one than any field takes, or any other text."""
    if DECIMAL.fullmatch(text):
        return int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS
    return text


class ResponseModel(BaseModel):
    """A response. Every field is always present; null means that it does not apply.

    An API version can gain response fields, so the schemas do not forbid additional ones.
    """

    model_config = ConfigDict(frozen=True, from_attributes=True)
