"""The answer to a request that the application does not see, or no longer."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from service.middleware.cors import EXPOSED
from service.middleware.telemetry import REQUEST_ID, note_ids, server_timing
from service.problems.errors import ProblemError


def refusal(problem: ProblemError, scope: dict[str, Any], seconds: float) -> bytes:
    """The whole answer; any page may read it, and its status and request id are in the scope."""
    state = scope["state"]
    state["status"], state["problem"] = problem.status_code, problem.problem.code
    note_ids(scope["headers"], state)
    response = problem.response()
    headers = {
        **response.headers,
        "connection": "close",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": ", ".join(EXPOSED),
        "server-timing": server_timing(seconds),
        REQUEST_ID.lower(): state["request_id"],
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[response.status_code] + head.encode() + b"\r\n" + bytes(response.body)
