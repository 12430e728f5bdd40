"""Validates requests once, and words what is wrong with them.

What was sent is never repeated in an answer. Whatever is sent, few faults are built.
"""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError
from starlette.types import Scope

from service.api.request_reading import parse_body, parse_query, read_body
from service.engine.errors import EngineError
from service.schemas.faults import Fault, FaultCode
from service.schemas.fields import FORMS
from service.schemas.problems import MAX_FAULTS, ProblemCode, ProblemError

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

Path = tuple[str | int, ...]


class Faults(NamedTuple):
    """What is wrong with a document: the first faults, and how many there are."""

    first: list[Fault]
    total: int

    def problem(self) -> ProblemError:
        """The problem of these faults."""
        detail = self.first[0].message
        if self.total > 1:
            detail += f" This is the first of {self.total} faults."
        return ProblemError(ProblemCode.INVALID_REQUEST, detail, errors=self.first)


class DocumentValidator:
    """Validates documents, or the parameters of queries, against a model."""

    def __init__(self, model: type[BaseModel], *, in_body: bool) -> None:
        self.names = list(model.model_fields)
        self._in_body = in_body
        self._validator = model.__pydantic_validator__
        self._texts = {name: field.description for name, field in model.model_fields.items()}

    def validate(
        self, document: object, path: Path = (), sent: Collection[str] = ()
    ) -> BaseModel | Faults:
        """The request, or its faults at this path; `sent` are the names if some are repeated."""
        if not isinstance(document, dict):
            return Faults([self._no_object(path)], 1)
        sent = sent or document
        known = {name: document[name] for name in self.names if name in document}
        unknown = len(sent) - len(known)
        try:
            request: BaseModel = self._validator.validate_python(known)
        except ValidationError as error:
            errors = error.errors(include_url=False, include_context=False, include_input=False)
            faults = [self._fault(error, path) for error in errors]
        else:
            if not unknown:
                return request
            faults = []
        more = self._unknown_names(sent, path) if unknown else []
        return Faults([*faults, *more], len(faults) + unknown)

    def _no_object(self, path: Path) -> Fault:
        """The fault of a JSON value that is no object."""
        what = "The body" if not path else "This"
        message = f"{what} is a JSON object; its fields are {', '.join(self.names)}."
        return fault_at(FaultCode.WRONG_TYPE, message, path, in_body=True)

    def _fault(self, error: Any, path: Path) -> Fault:  # noqa: ANN401  Pydantic's ErrorDetails
        """One of Pydantic's errors as a fault; of the error only its type and place are used."""
        code = FAULT_OF_TYPE.get(error["type"], FaultCode.WRONG_VALUE)
        place = [step for step in error["loc"] if step not in FORMS]
        required = "This field is required. " if code is FaultCode.MISSING else ""
        message = f"{place[0]}: {required}{self._texts[place[0]]}"
        return fault_at(code, message, (*path, *place), in_body=self._in_body)

    def _unknown_names(self, sent: Collection[str], path: Path) -> list[Fault]:
        """The first faults of names that are unknown here, told apart by their number."""
        numbers = (number for number, name in enumerate(sent, 1) if name not in self._texts)
        return [self._unknown_name(number, path) for number in islice(numbers, MAX_FAULTS)]

    def _unknown_name(self, number: int, path: Path) -> Fault:
        names = ", ".join(self.names)
        if self._in_body:
            message = f"Field {number} is unknown here. The fields are {names}."
            return fault_at(FaultCode.UNKNOWN_FIELD, message, path, in_body=True)
        message = f"Parameter {number} is unknown here. The parameters are {names}."
        return fault_at(FaultCode.UNKNOWN_PARAMETER, message, [""], in_body=False)


class RequestValidator:
    """Reads and validates the requests of one operation; without a model it takes no input."""

    def __init__(self, model: type[BaseModel] | None, *, in_body: bool) -> None:
        self.in_body = in_body
        self._documents = DocumentValidator(model, in_body=in_body) if model else None
        self._names = self._documents.names if self._documents else []

    def read(self, scope: Scope) -> bytes:
        """The body or the query as it was sent; raises ProblemError."""
        return read_body(scope, self._names) if self.in_body else scope["query_string"]

    def validate(self, text: bytes) -> BaseModel | None:
        """The request in a body or a query; raises ProblemError."""
        if not self._documents:
            parse_query(text, ())
            return None
        if self.in_body:
            found = self._documents.validate(parse_body(text))
        else:
            pairs = parse_query(text, self._names)
            found = self._documents.validate(dict(pairs), sent=[name for name, _ in pairs])
        if isinstance(found, Faults):
            raise found.problem()
        return found


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
    return Faults([max_nodes_fault(limit, ["max_nodes"], in_body=in_body)], 1).problem()


def max_nodes_fault(limit: int, path: Sequence[str | int], *, in_body: bool) -> Fault:
    """The fault of a budget above the limit of the operator."""
    message = f"max_nodes: on this service it is at most {limit}."
    return fault_at(FaultCode.WRONG_VALUE, message, path, in_body=in_body)
