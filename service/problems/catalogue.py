"""Every error code of the API, with its status, its title and its cause.

Clients can rely on a code. This is the only list of them; the engine's errors bring their own.
"""

from typing import Final, NamedTuple

from service.engine import errors as engine


class Entry(NamedTuple):
    """One row of the catalogue."""

    status: int
    title: str
    when: str


# Ordered by status, like the table in docs/api.md.
CATALOGUE: Final[dict[str, Entry]] = {
    "bad_request": Entry(
        400,
        "The request is not valid HTTP",
        "the request line, a header or the framing of the body is not valid",
    ),
    "malformed_body": Entry(
        400,
        "The body is not a JSON document",
        "the body is missing or is not UTF-8 JSON; NaN, Infinity, a byte order mark, unpaired "
        "surrogates, duplicate names, and numbers or nesting that are too large are not accepted",
    ),
    "not_found": Entry(404, "There is nothing at this path", "an unknown path"),
    "method_not_allowed": Entry(
        405,
        "This path does not support this method",
        "the `Allow` header lists the methods of the path",
    ),
    "request_timeout": Entry(
        408,
        "The request did not arrive in time",
        "the request did not arrive within the time limit",
    ),
    "precondition_failed": Entry(
        412,
        "The precondition failed",
        "none of the tags in `If-Match` is the response's `ETag`",
    ),
    "body_too_large": Entry(413, "The body is too large", "the body is longer than the limit"),
    "uri_too_long": Entry(
        414, "The path and query are too long", "path and query are longer than the limit"
    ),
    "unsupported_media_type": Entry(
        415,
        "The body is not declared as JSON",
        "the request has no `Content-Type: application/json`, or its body is compressed",
    ),
    "invalid_request": Entry(
        422,
        "The request does not match its schema",
        "a missing, unknown or repeated field, or one of a wrong type or value",
    ),
    engine.WrongShape.code: Entry(
        422,
        "The cells do not form a board",
        "rows of unequal length, or a board without rows that is not square",
    ),
    engine.UnsupportedSize.code: Entry(
        422, "This board size is not supported", "too few or too many columns or rows"
    ),
    engine.WrongInARow.code: Entry(
        422,
        "Lines of this length do not fit the board",
        "`in_a_row` is more than the longer side of the board",
    ),
    engine.WrongCounts.code: Entry(
        422, "One side has moved too often", "the numbers of X and O differ by more than one"
    ),
    engine.BothWon.code: Entry(422, "Both sides have a line", "X and O have a line each"),
    engine.Unreachable.code: Entry(
        422,
        "No game reaches this board",
        "a side moved after the game was over, or no single move completes all lines of a side",
    ),
    engine.WrongTurn.code: Entry(
        422, "The other side is to move", "the position is legal with the other `side_to_move`"
    ),
    engine.IllegalMove.code: Entry(
        422,
        "A move is not possible",
        "a listed move is outside the board, on an occupied cell, or after the end of the game",
    ),
    engine.TreeTooLarge.code: Entry(
        422,
        "The game tree is too large to count",
        "the position has too many empty cells for `/v1/game-tree`",
    ),
    engine.TraceTooLarge.code: Entry(
        422,
        "The search is too long to list",
        "the search of `/v1/trace` has too many nodes; `detail` names what would fit",
    ),
    engine.ExamTooLarge.code: Entry(
        422,
        "The exam is too large",
        "the exam of `/v1/exam` has too many cells, entries or positions",
    ),
    "rate_limited": Entry(
        429,
        "Too many requests",
        "a limit of the proxy in front of the service; `Retry-After` gives the wait in seconds",
    ),
    "headers_too_large": Entry(
        431, "The headers are too large", "the headers are longer than the limit"
    ),
    "internal_error": Entry(
        500,
        "The service failed",
        "an error in the service, logged with the `request_id` of the response",
    ),
    "not_implemented": Entry(
        501, "The service does not know this method", "HTTP has no method of this name"
    ),
    "overloaded": Entry(
        503,
        "The service is busy",
        "too many searches are waiting; `Retry-After` gives the wait in seconds",
    ),
    "not_ready": Entry(
        503,
        "The service is not ready",
        "the service is starting or stopping; `Retry-After` gives the wait in seconds",
    ),
}

# What can be wrong at one place of the input, besides what the engine rejects.
FAULTS: Final = (
    "missing",
    "wrong_type",
    "wrong_value",
    "unknown_field",
    "unknown_parameter",
    "repeated_parameter",
)
ENGINE_CODES: Final = tuple(
    code for code, entry in CATALOGUE.items() if entry.status == 422 and code != "invalid_request"
)
