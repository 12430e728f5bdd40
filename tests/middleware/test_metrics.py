"""What /metrics counts and measures."""

import asyncio
from collections.abc import Iterator

import pytest

from service.app import create_app
from service.engine.analysis import Progress
from service.engine.tasks import Result
from service.problems.catalogue import CATALOGUE
from service.search_pool.pool import SearchPool, Worker
from service.search_pool.shares import OverloadedError
from service.settings import Settings
from tests.asgi import Client
from tests.middleware.metrics import series, value

LONG = "/v1/analysis?board=...../...../...../...../.....&in_a_row=5"


@pytest.fixture
def client(runner: asyncio.Runner) -> Iterator[Client]:
    """A client of an application that has not been asked for anything."""
    app = create_app(Settings.model_construct())
    yield Client(app, runner)
    runner.run(app.state.searches.close())


@pytest.mark.parametrize(
    ("method", "target", "route", "status"),
    [
        ("GET", "/v1/analysis?board=.........", "/v1/analysis", 200),
        ("HEAD", "/v1/analysis?board=.........", "/v1/analysis", 200),
        ("GET", "/v1/analysis?board=X", "/v1/analysis", 422),
        ("POST", "/v1/review", "/v1/review", 400),
        ("GET", "/v1/levels", "/v1/levels", 200),
        ("GET", "/livez", "/livez", 200),
        ("GET", "/", "/", 200),
        ("GET", "/static/icon.svg", "/static/*", 200),
        ("GET", "/docs/swagger-ui/nothing", "/docs/swagger-ui/*", 404),
        ("GET", "/secret", "unknown", 404),
        ("PUT", "/v1/analysis", "/v1/analysis", 405),
    ],
)
def test_a_request_is_counted_by_route_method_and_status(
    client: Client, method: str, target: str, route: str, status: int
) -> None:
    for _ in range(2):
        assert client.send(method, target).status == status
    found = series(client)
    named = method if method in {"GET", "HEAD", "POST"} else "unknown"
    labels = {"route": route, "method": named, "status": str(status)}
    assert value(found, "requests_total", **labels) == 2
    assert value(found, "request_seconds_count", route=route) == 2
    assert value(found, "request_seconds_bucket", route=route, le="+Inf") == 2


def test_no_client_makes_new_series(client: Client) -> None:
    for number in range(50):
        client.send(f"METHOD{number}", f"/path/{number}")
    found = [labels for name, labels in series(client) if name == "noughts_requests_total"]
    assert [dict(labels) for labels in found] == [
        {"route": "unknown", "method": "unknown", "status": "501"}
    ]


def test_searches_are_counted(client: Client) -> None:
    before = series(client)
    assert value(before, "searches_running") == value(before, "searches_waiting") == 0
    assert value(before, "nodes_total") == value(before, "cache_answers") == 0
    nodes = [client.get(target).json["nodes"] for target in (LONG, "/v1/analysis?board=.........")]
    after = series(client)
    assert value(after, "nodes_total") == sum(nodes)
    assert (value(after, "cache_misses_total"), value(after, "cache_hits_total")) == (2, 0)
    for target in (LONG, "/v1/analysis?board=........."):
        client.get(target)
    again = series(client)
    assert value(again, "nodes_total") == sum(nodes)
    assert (value(again, "cache_misses_total"), value(again, "cache_hits_total")) == (2, 2)
    assert value(again, "cache_answers") == 2


def test_searches_are_counted_by_the_size_of_the_board(client: Client) -> None:
    nodes = {
        cells: client.get(target).json["nodes"]
        for cells, target in {"9": "/v1/analysis?board=.........", "17-25": LONG}.items()
    }
    client.get("/v1/game-tree?board=XO./.X./..O")
    client.get("/v1/trace?board=XX./XOO/O..")
    found = series(client)
    for cells in ("9", "10-16", "17-25", "26-36", "37-81"):
        assert value(found, "search_nodes_total", cells=cells) == nodes.get(cells, 0)
    counts = [
        value(found, "search_seconds_count", cells=cells) for cells in ("9", "17-25", "37-81")
    ]
    assert counts == [3, 1, 0]
    assert value(found, "search_seconds_sum", cells="17-25") > 0


def test_problems_are_counted_by_their_code(client: Client) -> None:
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
    assert found.keys() == set(CATALOGUE)
    assert {code for code, count in found.items() if count} == {
        "unsupported_size",
        "wrong_counts",
        "method_not_allowed",
        "not_found",
        "uri_too_long",
    }


def test_limits_stand_beside_their_use(client: Client) -> None:
    found = series(client)
    limits = ("workers", "max_waiting", "max_pending")
    used = ("searches_running", "searches_waiting", "requests_pending")
    assert [value(found, name) for name in limits] == [2, 8, 256]
    assert [value(found, name) for name in used] == [0, 0, 0]


def test_the_process_is_measured(client: Client) -> None:
    text = client.get("/metrics").body.decode()
    for name in ("cpu_seconds_total", "resident_memory_bytes", "start_time_seconds", "open_fds"):
        assert f"\nprocess_{name} " in text


def test_a_worker_that_dies_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def receive_once(worker: Worker) -> Progress | Result:
        monkeypatch.undo()
        worker.process.kill()
        return await worker._receive()

    monkeypatch.setattr(Worker, "_receive", receive_once)
    assert client.get(LONG).status == 200
    assert value(series(client), "worker_restarts_total") == 1


def test_metrics_answer_while_searches_are_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OverloadedError

    monkeypatch.setattr(SearchPool, "run", full)
    assert client.get(LONG).status == 503
    labels = {"route": "/v1/analysis", "method": "GET", "status": "503"}
    assert value(series(client), "requests_total", **labels) == 1
    assert client.get("/livez").status == 200
