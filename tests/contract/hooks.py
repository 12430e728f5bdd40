"""Our own checks for schemathesis, in pytest and in `st run`."""

from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response

TOLERATED = {"True", "False", "1", "0"}
BOARD = "XO./.X./..O"


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
