"""The series of /metrics."""

import asyncio
from functools import partial
from time import perf_counter
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.types import Receive, Scope, Send

from service import recorder
from service.catalogue import CATALOGUE
from service.metrics import Metrics
from service.middleware.requests import RequestMiddleware
from service.recorder import RequestRecorder
from service.settings import Settings
from tests.api.support import series, value
from tests.asgi import Client, Clients

SHORT = "/v1/analysis?board=........."
LONG = "/v1/analysis?board=....../....../....../......&in_a_row=5"


@pytest.fixture
def client(new_client: Clients) -> Client:
    return new_client()


def test_request_is_counted_by_route_method_and_status(client: Client) -> None:
    requests = [
        ("GET", SHORT, "/v1/analysis", 200),
        ("HEAD", SHORT, "/v1/analysis", 200),
        ("GET", "/v1/analysis?board=X", "/v1/analysis", 422),
        ("POST", "/v1/review", "/v1/review", 400),
        ("GET", "/", "/", 200),
        ("GET", "/static/icon.svg", "/static/*", 200),
        ("GET", "/docs/swagger-ui/nothing", "/docs/swagger-ui/*", 404),
        ("GET", "/secret", "unknown", 404),
        ("OPTIONS", "/v1/analysis", "/v1/analysis", 204),
        ("PUT", "/v1/analysis", "/v1/analysis", 405),
    ]
    client.root_path = "/noughts"  # which names no route
    for method, target, _, status in 2 * requests:
        client.send(method, target).expect(status)
    found = series(client)
    for method, _, route, status in requests:
        named = "unknown" if method == "PUT" else method
        labels = {"route": route, "method": named, "status": str(status)}
        assert value(found, "requests_total", **labels) == 2
        count = 2 * [each for _, _, each, _ in requests].count(route)
        assert value(found, "request_seconds_count", route=route) == count


def test_searches_and_their_nodes_are_counted(client: Client) -> None:
    before, started = series(client), perf_counter()
    names = ("searches_running", "searches_waiting", "nodes_total", "cache_answers")
    assert [value(before, name) for name in names] == [0] * 4
    nodes = {cells: client.get(t).json["nodes"] for cells, t in (("9", SHORT), ("17-25", LONG))}
    for hits in (0, 2, 4):
        found = series(client)
        assert value(found, "nodes_total") == sum(nodes.values())
        assert (value(found, "cache_misses_total"), value(found, "cache_hits_total")) == (2, hits)
        assert value(found, "cache_answers") == 4  # The analyses, and their findings.
        for target in (f"{SHORT}&side_to_move={'x' if hits else 'X'}", LONG):
            client.get(target)  # a result in memory, and a response
    client.get("/v1/game-tree?board=XO./.X./..O")
    client.post("/v1/exam", {"side": "X", "moves": {}}).expect(200)
    found = series(client)
    assert value(found, "cache_answers") == 5  # The result of an exam can be large.
    sizes = ("9", "10-16", "17-25", "26-36", "37-81")
    searched = [value(found, "search_nodes_total", cells=cells) for cells in sizes]
    assert searched == [nodes["9"], 0, nodes["17-25"], 0, 0]
    assert [value(found, "search_seconds_count", cells=cells) for cells in sizes] == [3, 0, 1, 0, 0]
    for cells in ("9", "17-25"):
        assert 0 < value(found, "search_seconds_sum", cells=cells) <= perf_counter() - started


def test_problems_are_counted_by_code(client: Client) -> None:
    client.get("/v1/analysis?board=X")
    client.post("/v1/analysis", {"board": "XX......."})
    client.send("PUT", "/v1/analysis")
    client.get("/nothing")
    client.get(f"/{'x' * 5_000}")
    client.get("/livez")
    found = {
        dict(labels)["code"]: count
        for (name, labels), count in series(client).items()
        if name == "noughts_problems_total"
    }
    assert found.keys() == CATALOGUE.keys()
    counted = {"unsupported_size", "wrong_counts", "method_not_allowed", "not_found"}
    assert {code for code, count in found.items() if count} == {*counted, "uri_too_long"}


def test_limits_and_the_process_are_measured(client: Client) -> None:
    found = series(client)
    limits = ("workers", "max_waiting", "max_pending", "requests_pending")
    assert [value(found, name) for name in limits] == [2, 64, 256, 0]
    for name in ("cpu_seconds_total", "resident_memory_bytes", "start_time_seconds", "open_fds"):
        assert found[f"process_{name}", frozenset()] > 0


@pytest.mark.parametrize(
    ("status", "is_draining"), [(200, False), (200, True), (499, False), (503, True)]
)
def test_request_is_counted_and_logged_however_it_ends(
    runner: asyncio.Runner, caplog: pytest.LogCaptureFixture, status: int, is_draining: bool
) -> None:
    async def interrupted(_: Scope, __: Receive, send: Send) -> None:
        if status == 200:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ConnectionError

    metrics = Metrics()
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "headers": []}
    app = SimpleNamespace(state=SimpleNamespace(is_draining=is_draining))
    scope |= {"query_string": b"", "http_version": "1.0", "app": app}
    requests = RequestRecorder(metrics)
    middleware = RequestMiddleware(interrupted, requests, Settings.model_construct())
    caplog.set_level("INFO", "noughts.access")
    with pytest.raises(ConnectionError):
        runner.run(middleware(scope, asyncio.Event().wait, AsyncMock()))  # type: ignore[arg-type]
    requests.flush()
    labels = {"route": "unknown", "method": "GET", "status": str(status)}
    assert metrics.registry.get_sample_value("noughts_requests_total", labels) == 1
    record = caplog.records[-1]
    [fields] = record.requests  # type: ignore[attr-defined]
    assert record.getMessage() == f"GET unknown {status} in {fields['duration_ms']:.1f} ms"


def test_requests_are_counted_when_there_are_many_or_the_service_stops(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MAX_RECORDED", 3)
    monkeypatch.setattr(recorder, "DELAY_SECONDS", 3_600)
    client = new_client(workers=0)
    labels = {"route": "/livez", "method": "GET", "status": "200"}
    registry = client.app.state.metrics.registry
    counted = partial(registry.get_sample_value, "noughts_requests_total", labels)

    async def counts() -> list[float | None]:
        found = []
        async with client.app.router.lifespan_context(client.app):
            for _ in range(4):
                await client.ask("GET", "/livez")
                found.append(counted())
        return [*found, counted()]

    assert client.runner.run(counts()) == [None, None, 3, 3, 4]


def test_successful_probes_can_be_left_out_of_the_log(
    new_client: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "noughts.access")
    client = new_client(log_probes=False)
    for path in ("/livez", "/metrics", "/v1/levels", "/livez?x"):
        client.get(path, x_request_id="mine")
    client.send("POST", "/livez", headers={"x-request-id": "mine"}).expect(405)
    client.app.state.recorder.flush()
    lines = [each for record in caplog.records for each in record.__dict__["requests"]]
    own = [each for each in lines if each["request_id"] == "mine"]
    shown = [(each["route"], each["status"]) for each in own]
    assert shown == [("/v1/levels", 200), ("/livez", 405)]
    assert value(series(client), "requests_total", route="/livez", method="GET", status="200") == 2
