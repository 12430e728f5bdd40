"""Analyses, moves and reviews as server-sent events: progress, result, and errors on the way."""

import asyncio
from typing import Any, NamedTuple

import pytest
from fastapi.sse import KEEPALIVE_COMMENT

from service.catalogue import CATALOGUE
from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.search_pool.errors import NotReadyError, WorkerDiedError
from service.search_pool.scheduler import CachedResult, OnProgress
from service.search_pool.workers import ProcessWorker
from service.tasks import AnalysisTask, AnyTask
from tests.api.support import HARD, assert_problem, events_of, series, value
from tests.asgi import Answer, Client, Clients


class Search(NamedTuple):
    """A request to an operation that also has a stream."""

    operation: str
    request: str | dict[str, Any]  # a query or a body

    def send(self, client: Client, path: str = "") -> Answer:
        """The response, or that of the path below the operation, such as its stream."""
        target = f"/v1/{self.operation}{path}"
        if isinstance(self.request, str):
            return client.get(f"{target}?{self.request}")
        return client.post(target, self.request)


GAME = {"moves": [14, 0, 29, 5], "columns": 6, "rows": 5, "in_a_row": 4, "max_nodes": 2_500}
ANALYSIS = Search("analysis", f"{HARD}&max_nodes=5000")
BEST_MOVE = Search("best-move", f"{HARD}&max_nodes=5001&level=hard&seed=7")
REVIEW = Search("review", GAME)


@pytest.mark.parametrize(
    ("search", "reports"),
    [
        (ANALYSIS, {"nodes": [1, 2_000, 4_000], "max_nodes": [5_000] * 3, "moves": [30] * 3}),
        (BEST_MOVE, {"nodes": [1, 2_000, 4_000]}),
        (  # from 20,000 nodes on, a tenth of the budget
            Search("analysis", f"{HARD}&max_nodes=30000"),
            {"nodes": [1, *range(3_000, 30_000, 3_000)]},
        ),
        pytest.param(  # but at most 20,000
            Search("analysis", f"{HARD}&max_nodes=210000"),
            {"nodes": [1, *range(20_000, 210_000, 20_000)]},
            marks=pytest.mark.compiled,
        ),
        (
            REVIEW,  # reported at the start of each search and after 2,000 positions
            {"plies_reviewed": [0, 0, 1, 1, 2, 2, 3, 3], "max_nodes": [4 * 2_500] * 8}
            | {"moves": [27, 27, 28, 28, 29, 29, 30, 30], "plies": [4] * 8},
        ),
    ],
)
def test_stream_reports_progress_and_ends_with_the_whole_response(
    client: Client, search: Search, reports: dict[str, list[int]]
) -> None:
    answer = search.send(client, "/stream").expect(200)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-accel-buffering"] == "no"
    *progress, last = events_of(answer.body)
    assert last == (search.operation.replace("-", "_"), search.send(client).json)
    # The result is in memory.
    assert search.send(client, "/stream").body == answer.body.replace(KEEPALIVE_COMMENT, b"")
    assert {name for name, _ in progress} == {"progress"}
    for name, values in reports.items():
        assert [data[name] for _, data in progress] == values
    nodes = [data["nodes"] for _, data in progress]
    assert nodes == sorted(set(nodes))
    if "nodes" in last[1]:
        assert nodes[-1] < last[1]["nodes"]
    if search is not REVIEW:
        proved = [data["moves_proved"] for _, data in progress]
        assert (proved, proved[0]) == (sorted(proved), 0)
    for _, data in progress:
        assert 0 <= data["moves_proved"] <= data["moves"]
        assert 0 <= data["best_move"] < 30


def test_head_of_a_stream_starts_no_search(new_client: Clients) -> None:
    client = new_client()
    client.send("HEAD", f"/v1/analysis/stream?{HARD}&max_nodes=5000").expect(200)
    assert value(series(client), "cache_misses_total") == 0


def test_reconnect_after_the_last_event_gets_no_content(client: Client) -> None:
    for search in (ANALYSIS, BEST_MOVE):
        answer = client.get(f"/v1/{search.operation}/stream?{search.request}", last_event_id="last")
        assert (answer.status, answer.body) == (204, b"")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (WorkerDiedError(), "internal_error: The search was interrupted."),
        (NotReadyError(), "not_ready: "),
        (TimeoutError(), "search_timeout: The search took too long."),
    ],
)
def test_interrupted_stream_ends_with_an_error_event(
    new_client: Clients,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    expected: str,
) -> None:
    async def interrupted(_: ProcessWorker, __: AnyTask, report: OnProgress) -> object:
        report(Progress(nodes=1, max_nodes=300_000, moves=14, moves_proved=0, best_moves=(0,)))
        raise error

    client = new_client()
    monkeypatch.setattr(ProcessWorker, "run", interrupted)
    for search in (ANALYSIS, BEST_MOVE, REVIEW):
        answer = search.send(client, "/stream").expect(200)
        (progress, _), (error_name, problem), (last, same) = events_of(answer.body)
        assert (progress, error_name, last) == ("progress", "error", "problem")
        assert same == problem
        assert f"{problem['code']}: {problem['detail']}".startswith(expected)
        code = problem["code"]
        if code == "internal_error":
            assert problem["request_id"] == answer.headers["x-request-id"]
            logged = [record for record in caplog.records if record.exc_info]
            assert logged[-1].getMessage() == f"request {problem['request_id']} failed"
        assert_problem(search.send(client), CATALOGUE[code].status, code)


def test_other_requests_are_served_while_many_reports_are_ready(new_client: Clients) -> None:
    client = new_client()
    task = AnalysisTask(read_position("." * 25, None, 4), 20_000)
    progress = Progress(nodes=1, max_nodes=20_000, moves=25, moves_proved=0, best_moves=(0,))
    found = CachedResult([progress] * 1_000, AnalysisTask(task.position, 1_000).run())
    client.app.state.searches.kept.add(task, found)

    async def send() -> None:
        target = f"/v1/analysis/stream?board={'.' * 25}&in_a_row=4&max_nodes=20000"
        stream = asyncio.ensure_future(client.ask("GET", target))
        for _ in range(10):  # The other requests come later, and are served before its end.
            (await client.ask("GET", "/livez")).expect(200)
            assert not stream.done()
        assert len(events_of((await stream).expect(200).body)) == 1_001

    client.runner.run(send())
