"""Every error the service answers with: its code, its status and its words (RFC 9457).

A client can rely on the code. Nothing here repeats what the client sent.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.schemas.faults import Fault

MEDIA_TYPE: Final = "application/problem+json"
HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
RETRY_AFTER: Final = {"Retry-After": "1"}
MAX_FAULTS: Final = 10


class ProblemCode(StrEnum):
    """What went wrong, in a word that stays the same from release to release."""

    BAD_REQUEST = "bad_request"
    MALFORMED_BODY = "malformed_body"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    REQUEST_TIMEOUT = "request_timeout"
    PRECONDITION_FAILED = "precondition_failed"
    BODY_TOO_LARGE = "body_too_large"
    URI_TOO_LONG = "uri_too_long"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    RATE_LIMITED = "rate_limited"
    HEADERS_TOO_LARGE = "headers_too_large"
    INVALID_REQUEST = "invalid_request"
    WRONG_SHAPE = "wrong_shape"
    UNSUPPORTED_SIZE = "unsupported_size"
    WRONG_IN_A_ROW = "wrong_in_a_row"
    WRONG_COUNTS = "wrong_counts"
    BOTH_WON = "both_won"
    UNREACHABLE = "unreachable"
    WRONG_TURN = "wrong_turn"
    ILLEGAL_MOVE = "illegal_move"
    TREE_TOO_LARGE = "tree_too_large"
    TRACE_TOO_LARGE = "trace_too_large"
    EXAM_TOO_LARGE = "exam_too_large"
    INTERNAL_ERROR = "internal_error"
    NOT_IMPLEMENTED = "not_implemented"
    OVERLOADED = "overloaded"
    NOT_READY = "not_ready"


class Entry(NamedTuple):
    """One row of the catalogue."""

    status: int
    title: str
    when: str


# In the order of the statuses, as in the table of docs/api.md.
CATALOGUE: Final = {
    ProblemCode.BAD_REQUEST: Entry(
        400,
        "The request is not valid HTTP",
        "the request line, a header or the framing of the body is not valid",
    ),
    ProblemCode.MALFORMED_BODY: Entry(
        400,
        "The body is not a JSON document",
        "the body is missing or is not UTF-8 JSON; NaN, Infinity, a byte order mark, lone "
        "surrogates, duplicate names, and numbers or nesting that are too large are not accepted",
    ),
    ProblemCode.NOT_FOUND: Entry(404, "There is nothing at this path", "an unknown path"),
    ProblemCode.METHOD_NOT_ALLOWED: Entry(
        405,
        "This path does not take this method",
        "the `Allow` header lists the methods of the path",
    ),
    ProblemCode.REQUEST_TIMEOUT: Entry(
        408,
        "The request did not arrive in time",
        "the request did not arrive within the time limit",
    ),
    ProblemCode.PRECONDITION_FAILED: Entry(
        412,
        "The answer is not the one that was named",
        "none of the tags in `If-Match` is the `ETag` of the answer",
    ),
    ProblemCode.BODY_TOO_LARGE: Entry(
        413, "The body is too large", "the body is longer than the limit"
    ),
    ProblemCode.URI_TOO_LONG: Entry(
        414, "The path and query are too long", "path and query are longer than the limit"
    ),
    ProblemCode.UNSUPPORTED_MEDIA_TYPE: Entry(
        415,
        "The body is not declared as JSON",
        "the request has no `Content-Type: application/json`, or its body is compressed",
    ),
    ProblemCode.INVALID_REQUEST: Entry(
        422,
        "The request does not fit its schema",
        "a missing, unknown or repeated field, or one of a wrong type or value",
    ),
    ProblemCode.WRONG_SHAPE: Entry(
        422,
        "The cells form no board",
        "rows of unequal length, or a board without rows that is not square",
    ),
    ProblemCode.UNSUPPORTED_SIZE: Entry(
        422, "Boards of this size are not played", "too few or too many columns or rows"
    ),
    ProblemCode.WRONG_IN_A_ROW: Entry(
        422,
        "Lines of this length do not fit the board",
        "`in_a_row` is more than the longer side of the board",
    ),
    ProblemCode.WRONG_COUNTS: Entry(
        422, "One side has moved too often", "the numbers of X and O differ by more than one"
    ),
    ProblemCode.BOTH_WON: Entry(422, "Both sides have a line", "X and O have a line each"),
    ProblemCode.UNREACHABLE: Entry(
        422,
        "No game reaches this board",
        "a side moved after the game was over, or no single move completes all lines of a side",
    ),
    ProblemCode.WRONG_TURN: Entry(
        422, "The other side is to move", "the position is legal with the other `side_to_move`"
    ),
    ProblemCode.ILLEGAL_MOVE: Entry(
        422,
        "A move is not possible",
        "a listed move is outside the board, on an occupied cell, or after the end of the game",
    ),
    ProblemCode.TREE_TOO_LARGE: Entry(
        422,
        "The game tree is too large to count",
        "the position has too many empty cells for `/v1/game-tree`",
    ),
    ProblemCode.TRACE_TOO_LARGE: Entry(
        422,
        "The search is too long to list",
        "the search of `/v1/trace` has too many nodes; `detail` says what would fit",
    ),
    ProblemCode.EXAM_TOO_LARGE: Entry(
        422,
        "The exam is too large",
        "the exam of `/v1/exam` has too many cells, entries or positions",
    ),
    ProblemCode.RATE_LIMITED: Entry(
        429,
        "Too many requests",
        "a limit of the proxy in front of the service; `Retry-After` says how long to wait",
    ),
    ProblemCode.HEADERS_TOO_LARGE: Entry(
        431, "The headers are too large", "the headers are longer than the limit"
    ),
    ProblemCode.INTERNAL_ERROR: Entry(
        500,
        "The service failed",
        "an error in the service, logged with the `request_id` of the answer",
    ),
    ProblemCode.NOT_IMPLEMENTED: Entry(
        501, "The service does not know this method", "HTTP has no method of this name"
    ),
    ProblemCode.OVERLOADED: Entry(
        503,
        "The service is busy",
        "too many searches are waiting; `Retry-After` says how long to wait",
    ),
    ProblemCode.NOT_READY: Entry(
        503,
        "The service is not ready",
        "the service is starting or stopping; `Retry-After` says how long to wait",
    ),
}


class Problem(BaseModel):
    """What every error answers, as `application/problem+json` (RFC 9457)."""

    type: str = Field(description="Where the code is explained: a URI relative to the service.")
    title: str = Field(description="The code in words; the same whenever it occurs.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong with this request and what to change.")
    code: ProblemCode = Field(description="What went wrong; clients can rely on it.")
    errors: Annotated[list[Fault], Field(max_length=MAX_FAULTS)] | SkipJsonSchema[None] = Field(
        None,
        description="The faults of the input, at most 10; absent where there is none.",
    )
    request_id: str | SkipJsonSchema[None] = Field(
        None, description="The X-Request-ID under which the service has logged an internal error."
    )


class ProblemError(HTTPException):
    """Raised where a request cannot be answered; becomes the problem it describes."""

    def __init__(
        self,
        code: ProblemCode,
        detail: str,
        *,
        errors: Sequence[Fault] = (),
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        entry = CATALOGUE[code]
        super().__init__(entry.status, detail, {**HEADERS, **(headers or {})})
        self.problem = Problem(
            type=f"/problems#{code}",
            title=entry.title,
            status=entry.status,
            detail=detail,
            code=code,
            errors=list(errors[:MAX_FAULTS]) or None,
            request_id=request_id,
        )

    def response(self) -> "ProblemResponse":
        """The HTTP answer; no cache keeps it."""
        return ProblemResponse(self.problem, self.headers)


class ProblemResponse(Response):
    """A problem as an answer; it notes its code in the state of the scope, to be counted."""

    media_type = MEDIA_TYPE

    def __init__(self, problem: Problem, headers: Mapping[str, str] | None) -> None:
        super().__init__(problem.model_dump_json(exclude_none=True), problem.status, headers)
        self.code = problem.code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        scope["state"]["problem"] = self.code
        await super().__call__(scope, receive, send)
