"""Define the base classes of all request and response models."""

import re
from functools import lru_cache
from typing import Annotated, Any, Final, get_args, get_origin

from pydantic import BaseModel, model_validator
from pydantic_core import PydanticKnownError
from typing_extensions import TypeAliasType

MAX_ERRORS: Final = 10  # Maximum number of errors that a problem lists.
DECIMAL: Final = re.compile("-?[0-9]+")
MAX_DIGITS: Final = 20  # No field accepts a longer number.
MAX_ITEMS: Final = 100  # No field accepts a longer list.
# Python clients send True, and PHP clients send 1.
BOOLEANS: Final = dict.fromkeys(("true", "True", "1"), True) | dict.fromkeys(
    ("false", "False", "0"), False
)


class RequestModel(BaseModel, extra="forbid", frozen=True, use_attribute_docstrings=True):
    """A request; unknown fields are errors."""

    @model_validator(mode="before")
    @classmethod
    def limit_names(cls, data: Any) -> Any:  # noqa: ANN401  any JSON
        """Reject many unknown fields with one error, because Pydantic would take 2 µs for each."""
        if isinstance(data, dict) and len(data) > len(cls.model_fields) + MAX_ERRORS:
            raise PydanticKnownError("extra_forbidden")
        return data


class QueryModel(RequestModel):
    """Query parameters."""

    @model_validator(mode="before")
    @classmethod
    def parse(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Convert text to the types of the fields; omit parameters that are empty."""
        types = cls.types()
        return {
            name: parse_parameter(value, types[name]) if name in types else value
            for name, value in data.items()
            if value or name not in types
        }

    @classmethod
    @lru_cache(maxsize=None)
    def types(cls) -> dict[str, set[Any]]:
        """Return the types in each field's annotation."""
        return {name: types_in(field.annotation) for name, field in cls.model_fields.items()}


def types_in(annotation: Any) -> set[Any]:  # noqa: ANN401  any annotation
    """Return the types in an annotation, such as list and int in `list[int] | None`."""
    if isinstance(annotation, TypeAliasType):
        return types_in(annotation.__value__)
    if get_origin(annotation) is Annotated:
        return types_in(get_args(annotation)[0])
    return {get_origin(annotation) or annotation}.union(*map(types_in, get_args(annotation)))


def parse_parameter(value: Any, types: set[Any]) -> object:  # noqa: ANN401  text or texts
    """Return the value of a parameter; return invalid text unchanged, for validators to reject."""
    if list in types:
        text = ",".join(value)  # Clients send `4,0,8`, or repeat the parameter.
        items = text.split(",", MAX_ITEMS)[:MAX_ITEMS]
        return [parse_parameter(item, types - {list}) for item in items if text]
    if bool in types:
        return BOOLEANS.get(value, value)
    if int in types and DECIMAL.fullmatch(value):
        return int(value) if len(value) <= MAX_DIGITS else 10**MAX_DIGITS
    return value


class ResponseModel(BaseModel, from_attributes=True, frozen=True, use_attribute_docstrings=True):
    """A response.

    Every field is always present; null means that it does not apply or is unknown. An API
    version can gain response fields, so the schemas do not forbid additional ones.
    """

    @classmethod
    def fields(cls, source: object, **more: Any) -> dict[str, Any]:  # noqa: ANN401  any field
        """Return the fields of the model: those in `more`, and attributes of the source."""
        return {
            name: more[name] if name in more else getattr(source, name) for name in cls.model_fields
        }
