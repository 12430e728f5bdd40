"""Checks of our own beside those of schemathesis, for pytest and for `st run` alike."""

from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response

from tests import reference
from tests.reference import THREE_BY_THREE as RULES

POSITION_CODES = {"wrong_counts", "both_won", "unreachable", "wrong_turn"}


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:  # noqa: ARG001
    """Write the booleans that links carry into a query as the contract has them."""
    for name, value in (case.query or {}).items():
        if isinstance(value, bool):
            case.query[name] = str(value).lower()


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
    """A board of nine cells is answered exactly when the reference finds it legal."""
    code = response.json().get("code") if response.status_code == 422 else None
    if response.status_code not in (200, 304) and code not in POSITION_CODES:
        return
    asked = case.query if case.method == "GET" else case.body
    if not isinstance(asked, dict) or "board" not in asked:
        assert not case.path.startswith("/v1/")
        return
    board = plain(asked["board"])
    side = str(asked.get("side_to_move") or reference.default_side(RULES, board) or "X")
    assert reference.fault(RULES, board, side.upper()) == code


def plain(board: Any) -> str:  # noqa: ANN401  a board in any form
    """A board in any form as the reference has it."""
    rows = board.split("/") if isinstance(board, str) else board
    cells = [cell for row in rows for cell in (row or [row])]
    return "".join(cell.upper() if cell and cell in "XOxo" else "." for cell in cells)
