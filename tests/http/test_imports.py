"""Everything is imported before the first request: an import holds the event loop."""

import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.live import ADDRESS, ROOT, Service

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
HEADERS = {"Accept-Encoding": "gzip", "Origin": "http://127.0.0.1", "If-None-Match": '"a"'}

Request = tuple[str, str, bytes, dict[str, str]]


def requests() -> Iterator[Request]:
    """Requests of every kind: method, target, body, headers."""
    yield from (("GET", target, b"", HEADERS) for target in TARGETS)
    yield "OPTIONS", "/v1/analysis", b"", HEADERS | {"Access-Control-Request-Method": "POST"}
    yield "POST", "/v1/analysis", b"{", {"Content-Type": "application/json"}
    yield "POST", "/v1/analysis", b"{}", {"Content-Type": "text/plain"}
    for path, operations in DOCUMENT["paths"].items():
        if "post" not in operations:
            continue
        for example in operations["post"]["requestBody"]["content"]["application/json"][
            "examples"
        ].values():
            body = json.dumps(example["value"]).encode()
            for accept in ("application/json", "application/x-ndjson"):
                yield "POST", path, body, {"Content-Type": "application/json", "Accept": accept}


def ask(port: int, request: Request) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(*request)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_no_request_imports_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    service = Service()
    try:
        statuses = {ask(urlsplit(service.url).port or 0, request) for request in requests()}
    finally:
        service.stop()
    assert {200, 204, 400, 404, 415, 422} >= statuses > {200, 422}
    started = next(place for place, line in enumerate(service.log) if ADDRESS.search(line))
    assert any(line.startswith(IMPORTED) for line in service.log[:started])
    assert [line for line in service.log[started:] if line.startswith(IMPORTED)] == []
