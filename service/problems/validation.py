"""Describe how a request violates its declaration, listing at most MAX_ERRORS errors."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args

from fastapi import Request, params
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from ..schemas.base import MAX_ERRORS, RequestModel
from ..schemas.board import FORMS, board_error
from ..schemas.problem import Fault, Path
from ..wording import contrast, kind_of, listed, requirement
from .errors import ProblemError, invalid_request

OF_JQUERY: Final = "The unknown parameter `_` is jQuery's; leave out its setting `cache: false`."
NO_PARAMETERS: Final = "This operation takes no query parameters; remove the query."
IN_BODY: Final = "This is a POST; send its fields as JSON in the body, and remove the query."
BODY_IGNORED: Final = (
    "The body is ignored, because this is a GET; send its fields in the query, or send a POST."
)

MAX_NAME: Final = 32  # Characters of an unknown name that are compared with known ones.
PLAIN: Final = re.compile(f"[A-Za-z0-9_]{{1,{MAX_NAME}}}")  # A name that an error repeats.


def validation_problem(request: Request, error: RequestValidationError) -> ProblemError:
    """Return the problem for a request that does not match the declaration of its operation."""
    # Unknown names come first: a wrong name is often why another one is missing.
    found = sorted(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
    dependant: Dependant = request.scope["route"].dependant
    details = [describe(each, dependant) for each in found[:MAX_ERRORS]]
    return invalid_request(details, len(found))


def is_get_with_body(request: Request) -> bool:
    """Return whether a request is a GET that has a body (RFC 9112, 6.3)."""
    length = request.headers.get("content-length", "0")
    return request.method == "GET" and (length != "0" or "transfer-encoding" in request.headers)


def parameters_of(dependant: Dependant) -> dict[str, FieldInfo]:
    """Return the query parameters of an operation, by name."""
    others = (params.Path, params.Header, params.Cookie)
    fields = get_flat_params(dependant)
    return {
        each.alias: each.field_info for each in fields if not isinstance(each.field_info, others)
    }


def model_in(*annotations: Any) -> type[RequestModel] | None:  # noqa: ANN401
    """Return the first RequestModel among annotations; None if there is none."""
    types = [each for each in annotations if isinstance(each, type)]
    return next((each for each in types if issubclass(each, RequestModel)), None)


def describe(error: ErrorDetails, dependant: Dependant) -> Fault:
    """Convert a Pydantic error to a Fault with the API's code and message."""
    source, *path = error["loc"]
    locate, bodies, outer = Fault.in_query, [], path[:0]
    if source == "body":
        locate, bodies = Fault.in_body, dependant.body_params
    model = model_in(*(each.field_info.annotation for each in bodies))
    field = model.model_fields.get(str(path[0])) if model and len(path) > 1 else None
    if field and (item := model_in(*get_args(field.annotation))):  # Such as /positions/3.
        model, outer, path = item, path[:2], path[2:]
    known = model.model_fields if model else parameters_of(dependant)
    if error["type"] == "extra_forbidden" and (model or source != "body"):
        name = str(path[0]) if path else ""
        return unknown("field" if model else "parameter", name, known, outer)
    form = next((step for step in path[1:] if step in FORMS), "notation")
    path = path[:1] + [step for step in path[1:] if step not in FORMS]
    if model and not path:
        whole = f"The item at index {outer[-1]}" if outer else "The body"
        only_once = "; encode it only once" * isinstance(error["input"], str)
        kind = kind_of(error["input"])
        message = f"{whole} must be a JSON object, not {kind}{only_once}."
        message += f" Its fields are {listed(known)}."
    elif path[:1] == ["board"] and (len(path) > 1 or error["type"] == "string_pattern_mismatch"):
        message = board_error(error["input"], form, path[1:])
    else:
        message = _advice_on_value(error, path, known, in_body=source == "body")
    return locate(_code(error), message, outer + path)


def _advice_on_value(
    error: ErrorDetails, path: Path, known: Mapping[str, FieldInfo], *, in_body: bool
) -> str:
    """Return a message about a missing value, or one of the wrong type or out of range."""
    name = next((step for step in path if isinstance(step, str)), "The body")
    is_item, code = bool(path) and isinstance(path[-1], int), _code(error)
    subject = f"The item at index {path[-1]} of {name.lower()}" if is_item else name
    message = requirement(subject, error)
    if is_item and not in_body and code == "wrong_type":
        no_brackets = ", without brackets" * any(sign in error["input"] for sign in "[]()")
        return f"{name} must be integers joined with commas{no_brackets}, as in `moves=4,0,8`."
    if in_body and code == "wrong_type":
        message = f"{message.removesuffix('.')}{contrast(error)}."
    field = known.get(name)
    if field and field.description and code != "wrong_value":  # Say what it is.
        sentence = " ".join(field.description.split()).partition(". ")[0]
        message += f" {sentence.removesuffix('.')}."
    return message


def unknown(
    kind: Literal["field", "parameter"], name: str, known: Iterable[str], path: Path = ()
) -> Fault:
    """Return the Fault for a name that is not among the known ones, repeated if it is PLAIN."""
    names, shown = [*known], [name] * bool(PLAIN.fullmatch(name))
    base, near = name.partition("[")[0], get_close_matches(name[:MAX_NAME], names, 1)
    if name == "_":
        message = OF_JQUERY
    elif not names:
        message = NO_PARAMETERS
    elif base in names:  # Some clients write lists as `moves[]=4`.
        message = f"{base} must be written without brackets; join a list, as in `moves=4,0,8`."
    else:
        quoted = "".join(f" `{each}`" for each in shown)
        advice = f"; did you mean {near[0]}? Use" if near else "; use"
        message = f"The request has an unknown {kind}{quoted}{advice} only {listed(names)}."
    locate = Fault.in_body if kind == "field" else Fault.in_query
    return locate(f"unknown_{kind}", message, [*path, *shown])


def _code(error: ErrorDetails) -> str:
    """Return the API's code of a Pydantic error."""
    kind, is_text = error["type"], isinstance(error["input"], str)
    if kind == "missing":
        return "missing"
    is_no_name = kind in ("enum", "literal_error") and not is_text
    is_of_type = kind.endswith("_type") or kind == "int_from_float" or is_no_name
    return "wrong_type" if is_of_type else "wrong_value"
