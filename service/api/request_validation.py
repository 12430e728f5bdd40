"""Reads a request strictly, validates it once, and words what is wrong with it.

A body is there, is declared as JSON and is JSON; no query parameter is repeated; an operation that
takes a body takes no query. What was sent is never repeated in an answer.
"""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.types import Scope

from service.api import strict_json
from service.engine.errors import EngineError
from service.schemas.problems import MAX_FAULTS, Fault, FaultCode, ProblemCode, ProblemError

JSON: Final = "application/json"

# Pydantic's error types as fault codes; all others say that a value does not fit.
FAULT_OF_TYPE: Final = {
    "missing": FaultCode.MISSING,
    "union_tag_not_found": FaultCode.WRONG_TYPE,
    "string_type": FaultCode.WRONG_TYPE,
    "list_type": FaultCode.WRONG_TYPE,
    "dict_type": FaultCode.WRONG_TYPE,
    "int_type": FaultCode.WRONG_TYPE,
    "bool_type": FaultCode.WRONG_TYPE,
}
FORMS_OF_BOARD: Final = ("notation", "flat", "nested")


class RequestValidator:
    """Reads and validates the requests of one operation; without a model it takes no input."""

    def __init__(self, model: type[BaseModel] | None, *, in_body: bool) -> None:
        self.in_body = in_body
        self._model = model
        self._names = list(model.model_fields) if model else []
        self._known = frozenset(self._names)
        fields = model.model_fields if model else {}
        self._texts = {name: field.description for name, field in fields.items()}

    def read(self, scope: Scope) -> bytes:
        """The body or the query as it was sent; raises ProblemError."""
        return self._read_body(scope) if self.in_body else scope["query_string"]

    def validate(self, text: bytes) -> BaseModel | None:
        """The request in a body or a query; raises ProblemError."""
        document = self._parse_body(text) if self.in_body else self._parse_query(text)
        if self._model is None:
            return None
        if not isinstance(document, dict):
            raise self._no_object()
        unknown = document.keys() - self._known
        known = {n: document[n] for n in self._names if n in document} if unknown else document
        try:
            request: BaseModel = self._model.__pydantic_validator__.validate_python(known)
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=False, include_input=False)
            raise self._invalid([self._fault(item) for item in faults], len(unknown)) from None
        if unknown:
            raise self._invalid([], len(unknown))
        return request

    def _read_body(self, scope: Scope) -> bytes:
        """The body, if it is declared as JSON; raises ProblemError."""
        if scope["query_string"]:
            self._refuse_query(_pairs(scope["query_string"]))
        body: bytes = scope["state"].get("body")
        if not body:
            raise malformed_body("Send a JSON object as the body.")
        if _media_type(scope) != JSON:
            raise unsupported_media_type()
        return body

    def _parse_body(self, body: bytes) -> object:
        """The document in a body; raises ProblemError."""
        try:
            return strict_json.loads(body)
        except strict_json.NotJsonError as error:
            raise malformed_body(str(error)) from error

    def _parse_query(self, query: bytes) -> dict[str, str]:
        """The parameters of a query; raises ProblemError."""
        pairs = _pairs(query)
        parameters = dict(pairs)
        if len(parameters) < len(pairs) or not self._names:
            self._refuse_query(pairs)
        return parameters

    def _refuse_query(self, pairs: list[tuple[str, str]]) -> None:
        """Raise invalid_request for a repeated parameter, or for any where none is taken."""
        names = [name for name, _ in pairs]
        repeated = next((name for name in self._names if names.count(name) > 1), None)
        if repeated:
            message = "Send this parameter once."
            raise _invalid_parameter(FaultCode.REPEATED_PARAMETER, message, repeated)
        if names and (self.in_body or not self._names):
            raise no_query()

    def _no_object(self) -> ProblemError:
        """The problem of a JSON document that is no object."""
        message = f"The body is a JSON object; its fields are {', '.join(self._names)}."
        return self._invalid([Fault(code=FaultCode.WRONG_TYPE, message=message, pointer="")], 0)

    def _fault(self, item: Any) -> Fault:  # noqa: ANN401  Pydantic's ErrorDetails
        """One of Pydantic's errors as a fault; of the error only its type and place are used."""
        code = FAULT_OF_TYPE.get(item["type"], FaultCode.WRONG_VALUE)
        path = [step for step in item["loc"] if step not in FORMS_OF_BOARD]
        required = "This field is required. " if code is FaultCode.MISSING else ""
        message = f"{path[0]}: {required}{self._texts[path[0]]}"
        return fault_at(code, message, path, in_body=self.in_body)

    def _invalid(self, faults: list[Fault], unknown: int) -> ProblemError:
        """The problem of these faults, and of so many names that are unknown here."""
        count = len(faults) + unknown
        faults += [self._unknown_name()] * min(unknown, MAX_FAULTS)
        detail = faults[0].message
        if count > 1:
            detail += f" This is the first of {count} faults."
        return ProblemError(ProblemCode.INVALID_REQUEST, detail, errors=faults)

    def _unknown_name(self) -> Fault:
        """The fault of a name that the operation does not know."""
        names = ", ".join(self._names)
        if self.in_body:
            message = f"There is a field that is unknown here. The fields are {names}."
            return Fault(code=FaultCode.UNKNOWN_FIELD, message=message, pointer="")
        message = f"There is a parameter that is unknown here. The parameters are {names}."
        return Fault(code=FaultCode.UNKNOWN_PARAMETER, message=message, parameter="")


def fault_at(code: FaultCode, message: str, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """A fault at a place of the body, or at a parameter of a query."""
    if in_body:
        pointer = "".join(f"/{step}" for step in path)
        return Fault(code=code, message=message, pointer=pointer)
    return Fault(code=code, message=message, parameter=str(path[0]))


def engine_problem(error: EngineError, *, in_body: bool) -> ProblemError:
    """What the engine declines, at the place of the request where it was asked."""
    step = () if error.index is None else (error.index,)
    fault = fault_at(FaultCode(error.code), str(error), (error.field, *step), in_body=in_body)
    codes = {code.value for code in ProblemCode}
    code = error.code if error.code in codes else ProblemCode.INVALID_REQUEST
    return ProblemError(ProblemCode(code), str(error), errors=[fault])


def max_nodes_problem(limit: int, *, in_body: bool) -> ProblemError:
    """The problem of a budget above the limit of the operator."""
    message = f"max_nodes: on this service it is at most {limit}."
    fault = fault_at(FaultCode.WRONG_VALUE, message, ["max_nodes"], in_body=in_body)
    return ProblemError(ProblemCode.INVALID_REQUEST, message, errors=[fault])


def malformed_body(detail: str = "Send a JSON object as the body.") -> ProblemError:
    """The problem of a body that is no JSON document."""
    return ProblemError(ProblemCode.MALFORMED_BODY, detail)


def unsupported_media_type() -> ProblemError:
    """The problem of a body that is not declared as JSON."""
    return ProblemError(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE, f"Send the header Content-Type: {JSON}."
    )


def no_query() -> ProblemError:
    """The problem of a query where none is taken."""
    message = "This operation takes no query parameters."
    return _invalid_parameter(FaultCode.UNKNOWN_PARAMETER, message, "")


def _invalid_parameter(code: FaultCode, message: str, parameter: str) -> ProblemError:
    fault = Fault(code=code, message=message, parameter=parameter)
    return ProblemError(ProblemCode.INVALID_REQUEST, message, errors=[fault])


def _pairs(query: bytes) -> list[tuple[str, str]]:
    return parse_qsl(query.decode("latin-1"), keep_blank_values=True)


def _media_type(scope: Scope) -> str:
    """The media type of the body, without parameters, in lower case."""
    declared: bytes = next((v for name, v in scope["headers"] if name == b"content-type"), b"")
    return declared.partition(b";")[0].strip().lower().decode("latin-1")
