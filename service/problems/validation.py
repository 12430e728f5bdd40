"""Describe how a request violates its declaration, listing at most MAX_ERRORS errors."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, get_args

from fastapi import Request, params
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from pydantic.fields import FieldInfo

from ..schemas.base import MAX_ERRORS, MustBe, RequestModel, listed, requirement
from ..schemas.board import FORMS, board_error
from .catalogue import Fault
from .errors import ProblemError, error_detail, invalid_request

NO_PARAMETERS: Final = "This operation takes no query parameters. Remove the query."

# An unknown name that an error repeats, and the length to which others are compared.
PLAIN: Final = re.compile("[A-Za-z_][A-Za-z0-9_]{,31}")
MAX_COMPARED: Final = 64

Location = tuple[str | int, ...]


def validation_problem(request: Request, error: RequestValidationError) -> ProblemError:
    """Return the problem for a request that does not match the declaration of its operation."""
    found: Sequence[Any] = error.errors()
    dependant: Dependant = request.scope["route"].dependant
    details = [describe(each, dependant) for each in found[:MAX_ERRORS]]
    return invalid_request(details, len(found))


def parameters_of(dependant: Dependant) -> dict[str, FieldInfo]:
    """Return the query parameters of an operation, by name."""
    others = (params.Path, params.Header, params.Cookie)
    fields = get_flat_params(dependant)
    return {
        each.alias: each.field_info for each in fields if not isinstance(each.field_info, others)
    }


def model_of(field: Any) -> type[RequestModel] | None:  # noqa: ANN401  a field of a Dependant
    """Return the RequestModel that a body or query is declared as; None for anything else."""
    kind = field.field_info.annotation
    return kind if isinstance(kind, type) and issubclass(kind, RequestModel) else None


def describe(error: dict[str, Any], dependant: Dependant) -> Fault:
    """Convert a Pydantic error to a Fault with the API's code and message."""
    source, *steps = error["loc"]
    declared = {"body": dependant.body_params, "query": dependant.query_params}.get(source, ())
    if model := next(filter(None, map(model_of, declared)), None):
        model, outer, inner = _innermost(model, tuple(steps))
        code, message, place = _description(error, model, inner)
        return error_detail(code, message, outer + place, in_body=source == "body")
    name = next((step for step in steps if isinstance(step, str)), "The body")
    message = _requirement(name, parameters_of(dependant).get(name), error)
    return error_detail(_code(error), message, steps, in_body=source == "body")


def unknown_name(part: str, name: str, known: Iterable[str]) -> Fault:
    """Return the Fault for an unknown field or parameter.

    Its message repeats the name if that is PLAIN, or otherwise suggests the most similar known one.
    """
    known = [*known]
    if not known:
        return error_detail("unknown_parameter", NO_PARAMETERS, (), in_body=False)
    similar = get_close_matches(name[:MAX_COMPARED], known, 1)
    like = f" similar to `{similar[0]}`" if similar else ""
    shown = f" `{name}`" if PLAIN.fullmatch(name) else like
    message = f"The request has an unknown {part}{shown}. Use only {listed(known, 'and')}."
    if (base := name.partition("[")[0]) in known:  # Some clients write lists as `moves[]=4`.
        message = f"{base} must be written without brackets. Join a list, as in `moves=4,0,8`."
    return error_detail(f"unknown_{part}", message, (), in_body=part == "field")


def _innermost(
    model: type[RequestModel], place: Location
) -> tuple[type[RequestModel], Location, Location]:
    """Return the innermost model that contains `place`, and the paths to and within that model."""
    if len(place) > 1 and place[0] in model.model_fields:
        for item in get_args(model.model_fields[str(place[0])].annotation):
            if isinstance(item, type) and issubclass(item, RequestModel):
                return item, place[:2], place[2:]
    return model, (), place


def _code(error: Mapping[str, Any]) -> str:
    """Return the API's code of a Pydantic error."""
    kind = error["type"]
    is_of_type = kind.endswith("_type") or kind == "union_tag_not_found"
    return "missing" if kind == "missing" else "wrong_type" if is_of_type else "wrong_value"


def _description(
    error: dict[str, Any], model: type[RequestModel], place: Location
) -> tuple[str, str, Location]:
    """Return the code and message of an error, and its path within the model."""
    kind, names = error["type"], model.model_fields
    place = place[:1] + tuple(step for step in place[1:] if step not in FORMS)
    if kind == "extra_forbidden":
        fault = unknown_name(model.part, str(place[0]) if place else "", names)
        return fault.code, fault.message, ()
    code = _code(error)
    if not place:
        fields = listed(names, "and")
        return code, f"{model.whole} must be a JSON object. Its fields are {fields}.", place
    is_invalid_text = kind == "string_pattern_mismatch" and error["input"]
    if place[0] == "board" and (len(place) > 1 or is_invalid_text):
        form = next((step for step in error["loc"] if step in FORMS), "notation")
        return code, board_error(error["input"], form, place[1:]), place
    return code, _requirement(str(place[0]), names[str(place[0])], error), place


def _requirement(name: str, field: FieldInfo | None, error: Mapping[str, Any]) -> str:
    """Return what a field must be: its MustBe, or otherwise Pydantic's message with its name."""
    metadata = field.metadata if field else ()
    accepted = next((each for each in metadata if isinstance(each, MustBe)), None)
    if accepted:
        required = "is required. It " if error["type"] == "missing" else ""
        return f"{name} {required}must be {accepted}."
    return requirement(name, error)
