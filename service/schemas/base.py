"""The base classes of all request and response models."""

from typing import Any, ClassVar, Final, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from service.schemas.board import FORMS
from service.schemas.fields import PARAMETERS, is_text
from service.schemas.problem import MAX_FAULTS

NO_PARAMETERS: Final = "This operation has no query parameters. Leave out the query."


class RequestModel(BaseModel):
    """A request; unknown fields are errors.

    A field's description is also its error message, because it lists the accepted values, while
    Pydantic's own messages name Python types.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    whole: ClassVar = "The body"
    part: ClassVar = "field"

    @model_validator(mode="wrap")
    @classmethod
    def describe_errors(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401
        """Raise errors with the API's fault codes and messages, at most MAX_FAULTS.

        The totals in their contexts add up to the number of errors found.
        """
        try:
            return handler(data)
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False)
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
        where = error["loc"]
        place = where[:1] + tuple(step for step in where[1:] if step not in FORMS)
        if "total" in error.get("ctx", {}):  # described by a model within this one
            return error["type"], error["msg"], place
        if not cls.model_fields:
            return "unknown_parameter", NO_PARAMETERS, ()
        fields = ", ".join(cls.model_fields)
        code = _fault_code(error["type"])
        if not place:
            return code, f"{cls.whole} must be a JSON object. Its fields are {fields}.", place
        if error["type"] == "extra_forbidden":
            message = f"A {cls.part} is unknown. The {cls.part}s are {fields}."
            return f"unknown_{cls.part}", message, ()  # without the name, which is input
        required = "This field is required. " if code == "missing" else ""
        message = f"{place[0]}: {required}{cls.model_fields[place[0]].description}"
        return code, message, place


def _fault_code(error_type: str) -> str:
    """The code of one of Pydantic's error types."""
    if error_type == "missing":
        return "missing"
    is_of_type = error_type.endswith("_type") or error_type == "union_tag_not_found"
    return "wrong_type" if is_of_type else "wrong_value"


class QueryModel(RequestModel):
    """Query parameters."""

    part: ClassVar = "parameter"

    @model_validator(mode="before")
    @classmethod
    def read_texts(cls, data: Any) -> Any:  # noqa: ANN401
        """Parse the text of each parameter."""
        return {name: PARAMETERS.get(name, is_text)(text) for name, text in data.items()}


class ResponseModel(BaseModel):
    """A response. Every field is always present; null means that it does not apply.

    An API version can gain response fields, so the schemas do not forbid additional ones.
    """

    model_config = ConfigDict(frozen=True)
