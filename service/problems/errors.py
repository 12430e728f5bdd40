"""Define the exception that becomes an error response (RFC 9457).

The detail of a problem states the error, and then how to fix it. It repeats at most one character
of the input, the number of a cell, or an unknown name (PLAIN in validation.py).
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from ..catalogue import CATALOGUE
from ..context import context_of
from ..engine.errors import EngineError
from ..quotas import OverloadedError
from ..schemas.problem import Fault, FaultMaker, Problem
from ..search_pool.errors import NotReadyError, SearchError, SearchTimeoutError

MEDIA_TYPE: Final = "application/problem+json"
SHARE_USED: Final = (
    "This client has used up its share of the service. Try again when one of its requests is done."
)
NO_BUDGET_KNOWN: Final = "a lower max_nodes or a smaller board"

logger = logging.getLogger("noughts")


class ProblemError(HTTPException):
    """The error for a request that cannot be fulfilled; `problem` is the body of the response.

    The default detail is the detail in the catalogue, with `values` filled in. They can also be
    optional fields of the problem.
    """

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **values: object,
    ) -> None:
        entry = CATALOGUE[code]
        detail = entry.detail.format(**values) if detail is None else detail
        own_headers = {"Cache-Control": "no-store", **entry.headers, **(headers or {})}
        super().__init__(entry.status, detail, own_headers)
        fields = {
            "type": f"/problems#{code}",
            "detail": detail,
            "code": code,
            "retry_after": own_headers.get("Retry-After"),
        }
        self.problem = Problem.model_validate(entry._asdict() | values | fields)

    def problem_at(self, scope: Scope) -> Problem:
        """Return the problem, whose `type` begins with the address of the service."""
        url = context_of(scope).base + self.problem.type
        return self.problem.model_copy(update={"type": url})

    def with_hint(self, hint: str) -> "ProblemError":
        """Return the same problem with another first sentence in its detail."""
        problem = self.problem
        detail = hint if problem.detail == hint else f"{hint} {problem.detail}"
        return ProblemError(problem.code, detail, errors=problem.errors)

    def response(self, scope: Scope) -> Response:
        """Return a response that caches do not store; put the problem's code into the scope."""
        context_of(scope).problem = self.problem.code
        body, headers = self.problem_at(scope).model_dump_json(), dict(self.headers or {})
        if scope["http_version"] not in {"1.0", "1.1"}:
            headers.pop("Connection", None)  # RFC 9113, 8.2.2: such a response would be malformed.
        return Response(body, self.status_code, headers, MEDIA_TYPE)


def invalid_request(details: Sequence[Fault], total: int = 1) -> ProblemError:
    """Return the problem for a request that violates its schema in `total` places."""
    more = f" This is the first of {total} errors found." if total > 1 else ""
    return ProblemError("invalid_request", details[0].message + more, errors=details)


def engine_problem(error: EngineError, locate: FaultMaker = Fault.in_body) -> ProblemError:
    """Return the problem for an input that the engine rejects, located in the body or query."""
    path = (error.field,) if error.index is None else (error.field, error.index)
    code = error.code if error.code in CATALOGUE else "invalid_request"
    return ProblemError(code, str(error), errors=[locate(error.code, str(error), path)])


def search_problem(error: OverloadedError | SearchError, request_id: str) -> ProblemError:
    """Return the problem for a search that is refused or fails; log the death of its workers."""
    match error:
        case OverloadedError(is_share_used=True):
            return ProblemError("overloaded", SHARE_USED, scope="client")
        case OverloadedError():
            return ProblemError("overloaded")
        case NotReadyError():
            return ProblemError("not_ready")
        case SearchTimeoutError(max_nodes=most):
            fix = f"a max_nodes of at most {most}" if most else NO_BUDGET_KNOWN
            return ProblemError("search_timeout", max_nodes=most, fix=fix)
    logger.error("request %s failed", request_id, exc_info=error)
    detail = "The search was interrupted. Try again."
    return ProblemError("internal_error", detail, request_id=request_id)
