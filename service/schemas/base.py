"""The base classes of all request and response models."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, ClassVar, Final, Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from service.problems.catalogue import MAX_FAULTS
from service.schemas.board import FORMS, fault_in

TEXT_PARAMETERS: Final = ("board", "side_to_move", "starting_side", "level", "algorithm", "values")
BOOLEAN_PARAMETERS: Final = ("misere", "traps")
NUMBER_PARAMETERS: Final = ("columns", "rows", "in_a_row", "max_nodes", "seed", "max_depth")
LIST_PARAMETERS: Final = ("moves",)
PARAMETERS: Final = (
    *TEXT_PARAMETERS,
    *BOOLEAN_PARAMETERS,
    *NUMBER_PARAMETERS,
    *LIST_PARAMETERS,
)
TRUE: Final = ("true", "True", "1")  # Python sends True, and PHP sends 1
FALSE: Final = ("false", "False", "0")
DECIMAL: Final = re.compile("-?[0-9]+")
MAX_NAME: Final = 40  # characters compared
MAX_DIGITS: Final = 20  # no field takes a longer number
NO_PARAMETERS: Final = "This operation has no query parameters. Leave out the query."


class RequestModel(BaseModel):
    """A request; unknown fields are errors.

    The first sentence of a field's description is also its error message, because it lists the
    accepted values, while Pydantic's own messages name Python types. Only a board's cells have
    their own messages.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    whole: ClassVar = "The body"
    part: ClassVar = "field"

    @model_validator(mode="wrap")
    @classmethod
    def describe_errors(cls, data: Any, handler: Callable[[Any], Self]) -> Self:  # noqa: ANN401
        """Raise errors with the API's fault codes and messages, at most MAX_FAULTS.

        The totals in their contexts add up to the number of errors found.
        """
        try:
            return handler(data)
        except ValidationError as error:
            found = error.errors(include_url=False)
        details: list[InitErrorDetails] = []
        total = sum(each.get("ctx", {}).get("total", 1) for each in found)
        for each in found[:MAX_FAULTS]:
            code, message, place = cls._described(each)
            context = {"message": message, "total": 0 if details else total}
            fault = PydanticCustomError(code, "{message}", context)
            details.append(InitErrorDetails(type=fault, loc=place, input=None))
        raise ValidationError.from_exception_data(cls.__name__, details)

    @classmethod
    def _described(cls, error: Any) -> tuple[Any, str, tuple[str | int, ...]]:  # noqa: ANN401
        """The fault code, the message and the place of one of Pydantic's errors."""
        kind, where = error["type"], error["loc"]
        place = where[:1] + tuple(step for step in where[1:] if step not in FORMS)
        if "total" in error.get("ctx", {}):  # described by a model within this one
            return kind, error["msg"], place
        if not cls.model_fields:
            return "unknown_parameter", NO_PARAMETERS, ()
        fields = ", ".join(cls.model_fields)
        is_of_type = kind.endswith("_type") or kind == "union_tag_not_found"
        code = "missing" if kind == "missing" else "wrong_type" if is_of_type else "wrong_value"
        if not place:
            return code, f"{cls.whole} must be a JSON object. Its fields are {fields}.", place
        if kind == "extra_forbidden":
            hint = nearest(str(place[0]), cls.model_fields) or f"The {cls.part}s are {fields}."
            return f"unknown_{cls.part}", f"Unknown {cls.part}. {hint}", ()  # the name is input
        if place[0] == "board" and (len(place) > 1 or kind == "string_pattern_mismatch"):
            return code, f"board: {fault_in(error['input'], is_notation=len(place) == 1)}", place
        required = f"This {cls.part} is required. " if code == "missing" else ""
        accepted = str(cls.model_fields[place[0]].description).partition(". ")[0].removesuffix(".")
        return code, f"{place[0]}: {required}{accepted}.", place


class QueryModel(RequestModel):
    """Query parameters."""

    part: ClassVar = "parameter"

    @model_validator(mode="before")
    @classmethod
    def parse(cls, data: dict[str, object]) -> dict[str, object]:
        """Parse the parameters that are not text; an empty optional one counts as omitted."""
        optional = {name for name, field in cls.model_fields.items() if not field.is_required()}
        return {k: parsed(k, v) for k, v in data.items() if v or k not in optional}


def nearest(name: str, names: Iterable[str]) -> str:
    """A suggestion of the closest known name, or an empty string."""
    plain = {each.replace("_", ""): each for each in names}
    sent = name[:MAX_NAME].lower().replace("_", "").replace("-", "")
    found = get_close_matches(sent, plain, n=1, cutoff=0.5)
    return f"Did you mean `{plain[found[0]]}`?" if found else ""


def parsed(name: str, text: object) -> object:
    """The value of a parameter; what does not fit is left for the validator to reject."""
    if name in LIST_PARAMETERS and isinstance(text, list):  # of one string, from FastAPI
        return [integer(item) for item in text[0].split(",")] if text[0] else []
    if name in TEXT_PARAMETERS or not isinstance(text, str):  # a repeated unknown one is a list
        return text
    if name in BOOLEAN_PARAMETERS:
        return True if text in TRUE else False if text in FALSE else text
    return integer(text)


def integer(text: str) -> int | str:
    """The integer in a text, or a larger one than any field takes; any other text is left as is."""
    if DECIMAL.fullmatch(text):
        return int(text) if len(text) <= MAX_DIGITS else 10**MAX_DIGITS
    return text


class ResponseModel(BaseModel):
    """A response. Every field is always present; null means that it does not apply.

    An API version can gain response fields, so the schemas do not forbid additional ones.
    """

    model_config = ConfigDict(frozen=True)
