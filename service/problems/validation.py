"""Describe how a request violates its model, listing at most MAX_ERRORS errors."""

from collections.abc import Sequence
from typing import Any, Final, cast, get_args

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError

from ..schemas.base import MAX_ERRORS, MustBe, RequestModel, listed
from ..schemas.board import FORMS, board_error
from .catalogue import Fault
from .errors import ProblemError, error_detail, invalid_request

NO_PARAMETERS: Final = "This operation takes no query parameters. Remove the query."

Location = tuple[str | int, ...]


def validation_problem(request: Request, error: RequestValidationError) -> ProblemError:
    """Return the problem for a request that does not match the model of its body or query."""
    found: Sequence[Any] = error.errors()
    dependant: Dependant = request.scope["route"].dependant
    [field] = dependant.body_params or dependant.query_params
    model = cast("type[RequestModel]", field.field_info.annotation)
    return invalid_request([describe(each, model) for each in found[:MAX_ERRORS]], len(found))


def describe(error: dict[str, Any], model: type[RequestModel]) -> Fault:
    """Convert a Pydantic error to a Fault with the API's code and message."""
    source, *steps = error["loc"]
    model, outer, inner = _innermost(model, tuple(steps))
    code, message, place = _description(error, model, inner)
    return error_detail(code, message, outer + place, in_body=source == "body")


def _innermost(
    model: type[RequestModel], place: Location
) -> tuple[type[RequestModel], Location, Location]:
    """Return the innermost model that contains `place`, and the paths to and within that model."""
    if len(place) > 1 and place[0] in model.model_fields:
        for item in get_args(model.model_fields[str(place[0])].annotation):
            if isinstance(item, type) and issubclass(item, RequestModel):
                return item, place[:2], place[2:]
    return model, (), place


def _description(
    error: dict[str, Any], model: type[RequestModel], place: Location
) -> tuple[str, str, Location]:
    """Return the code and message of an error, and its path within the model."""
    kind, names = error["type"], model.model_fields
    place = place[:1] + tuple(step for step in place[1:] if step not in FORMS)
    if kind == "extra_forbidden":
        if not names:
            return "unknown_parameter", NO_PARAMETERS, ()
        first = str(place[0])[:1] if place else ""  # The whole name would repeat the input.
        name = f" that begins with `{first}`" if "!" <= first <= "~" else ""
        message = f"The request has an unknown {model.part}{name}. Use only {listed(names, 'and')}."
        return f"unknown_{model.part}", message, ()
    is_of_type = kind.endswith("_type") or kind == "union_tag_not_found"
    code = "missing" if kind == "missing" else "wrong_type" if is_of_type else "wrong_value"
    if not place:
        fields = listed(names, "and")
        return code, f"{model.whole} must be a JSON object. Its fields are {fields}.", place
    is_invalid_text = kind == "string_pattern_mismatch" and error["input"]
    if place[0] == "board" and (len(place) > 1 or is_invalid_text):
        form = next((step for step in error["loc"] if step in FORMS), "notation")
        return code, board_error(error["input"], form, place[1:]), place
    accepted = next(each for each in names[str(place[0])].metadata if isinstance(each, MustBe))
    required = "is required. It " if code == "missing" else ""
    return code, f"{place[0]} {required}must be {accepted}.", place
