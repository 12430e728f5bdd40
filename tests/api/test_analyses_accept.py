"""Which form of an answer with many positions a client gets: by its Accept header."""

import pytest

from tests.asgi import Client

CALL = {"positions": [{"board": "XO./.X./..O"}]}
LINES = "application/x-ndjson"


@pytest.mark.parametrize(
    "accept",
    [
        LINES,
        "Application/X-NDJSON",
        f"{LINES};charset=utf-8",
        f"{LINES}, */*",
        f"{LINES}, */*;q=0.8",
        f"application/json;q=0.5, {LINES};q=0.9",
        f"application/json;q=0.5, {LINES};q=0.9, */*",
    ],
)
def test_lines_for_who_prefers_them(client: Client, accept: str) -> None:
    answer = client.post("/v1/analyses", CALL, accept=accept)
    assert (answer.status, answer.headers["content-type"]) == (200, LINES)


@pytest.mark.parametrize(
    "accept",
    [
        "*/*",
        "application/json",
        "text/html",
        f"{LINES};q=0",
        f"{LINES}, application/json",
        f"*/*, {LINES};q=0.1",
        f"application/*;q=0.7, {LINES};q=0.6",
        f"{LINES};q=nonsense",
    ],
)
def test_a_document_for_all_others(client: Client, accept: str) -> None:
    answer = client.post("/v1/analyses", CALL, accept=accept)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
