"""Requests and responses that several tests share."""

import json
from typing import Any

from fastapi.sse import KEEPALIVE_COMMENT
from prometheus_client.parser import text_string_to_metric_families

from service.problems.validation import BODY_IGNORED
from tests.asgi import Answer, Client

BOARD = "XO./.X./..O"
MARKER = "Zq9-marker"  # input that no problem may repeat
JSON = {"content-type": "application/json"}
# Not solved with less than 900,000 nodes, each of which takes less time than on larger boards.
HARD = f"board={'/'.join(['......'] * 5)}&in_a_row=4"


def post_text(client: Client, path: str, text: bytes | str) -> Answer:
    return client.send("POST", path, [text.encode() if isinstance(text, str) else text], JSON)


def assert_problem(answer: Answer, status: int, code: str, *faults: tuple[str, str]) -> None:
    """Assert that a response is this problem, and that its form is that of all problems."""
    problem = answer.expect(status).json
    assert (problem["status"], problem["code"]) == (status, code), answer.request
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"]
    assert MARKER not in answer.body.decode() + str(answer.headers)
    assert problem["type"] == f"{answer.root_path}/problems#{code}"
    assert problem["title"]
    assert problem["detail"].endswith((".", "?"))
    optional = {"errors", "request_id", "retry_after", "scope", "max_nodes"}
    assert set(problem) <= {"type", "title", "status", "detail", "code", *optional}
    assert str(problem.get("retry_after", "")) == answer.headers.get("retry-after", "")
    assert ("scope" in problem) == ("retry_after" in problem)
    errors = problem.get("errors", [])
    for fault in errors:
        assert ("pointer" in fault) != ("parameter" in fault)
    detail = problem["detail"].removeprefix(f"{BODY_IGNORED} ")
    assert len(errors) != 1 or detail == errors[0]["message"]
    if faults:
        found = [(each["code"], each.get("pointer", each.get("parameter"))) for each in errors]
        assert found == list(faults), answer.request


def events_of(body: bytes) -> list[tuple[str, Any]]:
    """The names and the data of server-sent events."""
    blocks = body.replace(KEEPALIVE_COMMENT, b"").decode().removesuffix("\n\n").split("\n\n")
    assert blocks[-1].endswith("\nid: last")
    lines = [block.removesuffix("\nid: last").split("\n") for block in blocks]
    assert all(len(pair) == 2 for pair in lines)
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in lines
    ]


Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def series(client: Client) -> Series:
    """The samples of /metrics by name and labels."""
    answer = client.get("/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert answer.headers["cache-control"] == "no-store"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def value(found: Series, name: str, **labels: str) -> float:
    """One sample, whose name begins with noughts_."""
    return found[f"noughts_{name}", frozenset(labels.items())]
