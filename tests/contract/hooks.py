"""Our own checks for schemathesis, in pytest and in `st run`."""

from math import isqrt
from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response

from tests import reference
from tests.reference import Rules

TOLERATED = {"True", "False", "1", "0"}
BOARD = "XO./.X./..O"
POSITION_CODES = {"wrong_counts", "both_won", "unreachable", "wrong_turn"}


@schemathesis.hook
def before_load_schema(context: HookContext, raw_schema: dict[str, Any]) -> None:  # noqa: ARG001
    """Accept any events in OpenAPI 3.0, where a stream is text; its schema describes no event."""
    if raw_schema["openapi"].startswith("3.0"):
        for path, operations in raw_schema["paths"].items():
            if path.endswith("/stream"):
                for operation in operations.values():
                    operation["responses"]["200"]["content"]["text/event-stream"].pop("schema")


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:  # noqa: ARG001
    """Call from a page, and write booleans that links carry into a query as the contract does."""
    case.headers["Origin"] = "http://page.example"
    for name, value in (case.query or {}).items():
        if isinstance(value, bool):
            case.query[name] = str(value).lower()


@schemathesis.hook
def filter_case(context: HookContext, case: Case[Any]) -> bool:  # noqa: ARG001
    """Leave out what the service accepts beyond the contract (docs/reference.md)."""
    body = case.body if isinstance(case.body, dict) else {}
    if body.get("board", BOARD) in (None, "", []) or body.get("moves") == "":
        return False
    if case.path == "/v1/exam" and body.get("moves") == []:
        return False
    if "3.0" in case.operation.schema.specification.version and has_board_of_cells(case.body):
        return False
    query = case.query or {}
    # An empty object is sent as an empty text.
    is_empty = any(value in ("", [""], {}) for value in query.values())
    misere = query.get("misere")
    return not is_empty and (isinstance(misere, bool) or str(misere) not in TOLERATED)


def has_board_of_cells(body: Any) -> bool:  # noqa: ANN401  a body
    """Whether a position of a batch has a board that the form in OpenAPI 3.0.3 lacks."""
    positions = body.get("positions") if isinstance(body, dict) else None
    return isinstance(positions, list) and any(
        isinstance(item, dict) and isinstance(item.get("board"), list) for item in positions
    )


@schemathesis.check
def every_error_is_a_problem(ctx: CheckContext, response: Response, case: Case[Any]) -> None:  # noqa: ARG001
    """An error is problem+json, has its own status, and may be read by any page."""
    if response.status_code >= 400:
        problem = response.json()
        assert response.headers["content-type"] == ["application/problem+json"]
        assert problem["status"] == response.status_code
        assert problem["type"] == f"/problems#{problem['code']}"
    assert response.headers["access-control-allow-origin"] == ["*"]
    assert response.headers["x-request-id"]


@schemathesis.check
def legal_positions_and_no_others(ctx: CheckContext, response: Response, case: Case[Any]) -> None:  # noqa: ARG001
    """A board is answered exactly when the reference finds it legal."""
    code = response.json().get("code") if response.status_code == 422 else None
    if response.status_code not in (200, 304) and code not in POSITION_CODES:
        return
    asked = case.query if case.method == "GET" else case.body
    if not isinstance(asked, dict) or not asked.get("board") or asked.get("moves"):
        return
    rows = rows_of(asked["board"])
    rules = Rules(len(rows[0]), len(rows), int(str(asked.get("in_a_row") or 3)[0]))
    board = "".join(rows)
    side = str(asked.get("side_to_move") or reference.default_side(rules, board) or "X")
    assert reference.fault(rules, board, side.upper()) == code


def rows_of(board: Any) -> list[str]:  # noqa: ANN401  a board in any form
    """The rows of a board, as the reference has them."""
    if isinstance(board, str) and "/" in board:
        return [plain(row) for row in board.split("/")]
    if isinstance(board, list) and (isinstance(board[0], list) or len(board[0] or "") > 1):
        return [plain(row) for row in board]
    side = isqrt(len(board))
    return [plain(board[start : start + side]) for start in range(0, len(board), side)]


def plain(cells: Any) -> str:  # noqa: ANN401  a string or a list
    return "".join(cell.upper() if cell and cell in "XOxo" else "." for cell in cells)
