"""Everything is imported before the first request, because an import blocks the event loop."""

import json
from collections.abc import Iterator

import pytest

from tests.http.support import request, serving
from tests.live import ROOT, wait_until

IMPORTED = "import time:"  # begins each line of `python -X importtime`
DOCUMENT = json.loads((ROOT / "openapi" / "openapi.json").read_text())
TARGETS = [
    *("/", "/docs", "/openapi.json", "/problems", "/metrics", "/livez", "/readyz", "/nowhere"),
    "/client/noughts.js",
    "/v1/levels",
    *(f"/v1/{name}?board=........." for name in ("analysis", "best-move", "trace")),
    "/v1/game-tree?board=XO./.X./..O",
    "/v1/analysis?board=Y",
    "/v1/analysis/stream?board=..../..../....&in_a_row=4&misere=true",  # takes a worker
]
FIELDS = ("Accept-Encoding: gzip", "Origin: http://127.0.0.1", 'If-None-Match: "a"')
POST = "Access-Control-Request-Method: POST"
TYPE = "Content-Type: text/plain", "Content-Length: 2"


def requests() -> Iterator[bytes]:
    """Requests of every kind."""
    yield from (request("GET", target, b"", *FIELDS, close=True) for target in TARGETS)
    yield request("OPTIONS", "/v1/analysis", b"", *FIELDS, POST, close=True)
    yield request("POST", "/v1/analysis", b"{", close=True)
    yield request("POST", "/v1/analysis", b"", *TYPE, close=True) + b"{}"
    for path, operations in DOCUMENT["paths"].items():
        if "post" not in operations:
            continue
        content = operations["post"]["requestBody"]["content"]["application/json"]
        for example in content["examples"].values():
            body = json.dumps(example["value"]).encode()
            for accept in ("application/json", "application/x-ndjson"):
                yield request("POST", path, body, f"Accept: {accept}", close=True)


@pytest.mark.full
def test_requests_import_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    with serving() as server:
        wait_until(
            lambda: bool(server.workers)
        )  # they import the engine after the server has started
        first = len(server.service.log)
        statuses = {int(server.say(each).split()[1]) for each in requests()}
        log = server.service.log
    assert {200, 204, 400, 404, 415, 422} >= statuses > {200, 422}
    assert any(line.startswith(IMPORTED) for line in log[:first])
    assert [line for line in log[first:] if line.startswith(IMPORTED)] == []
