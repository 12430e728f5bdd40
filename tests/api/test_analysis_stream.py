"""An analysis as a stream: its progress, its result, and errors on the way."""

import pytest

from service.engine.tasks import Result, Task
from service.search_pool.pool import ClosedError, OnProgress, WorkerDiedError
from tests.api.streams import FOUR, HARD, PROGRESS, events_of
from tests.asgi import Client


def test_the_stream_ends_with_the_analysis(client: Client) -> None:
    answer = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=90000")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-accel-buffering"] == "no"
    *progress, last = events_of(answer.body)
    assert last == ("analysis", client.get(f"/v1/analysis?{HARD}&max_nodes=90000").json)
    assert [name for name, _ in progress] == ["progress"] * 5
    assert [data["nodes"] for _, data in progress] == [1, 20_000, 40_000, 60_000, 80_000]
    for _, data in progress:
        assert (data["max_nodes"], data["moves"]) == (90_000, 30)
        assert 0 <= data["moves_proved"] <= 30
        assert 0 <= data["best_move"] < 30


def test_the_stream_is_the_same_whatever_was_asked_before(client: Client, narrow: Client) -> None:
    first = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    again = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    narrow.get(f"/v1/analysis?{HARD}&max_nodes=50000")
    elsewhere = narrow.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    assert first == again == elsewhere


def test_a_short_analysis_streams_without_progress(client: Client) -> None:
    answer = client.get("/v1/analysis/stream?board=.........")
    assert events_of(answer.body) == [("analysis", client.get("/v1/analysis?board=.........").json)]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("board=XX.......", "wrong_counts"),
        ("board=?", "invalid_request"),
        ("board=.........&more=1", "invalid_request"),
        ("board=.........&max_nodes=1", "invalid_request"),
    ],
)
def test_errors_of_the_input_come_before_any_event(client: Client, query: str, code: str) -> None:
    answer = client.get(f"/v1/analysis/stream?{query}")
    assert (answer.status, answer.json["code"]) == (422, code)


def test_a_search_that_breaks_off_ends_with_an_error_event(
    narrow: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: Task, __: str, on_progress: OnProgress) -> Result:
        on_progress(PROGRESS)
        raise WorkerDiedError

    monkeypatch.setattr(narrow.app.state.searches.pool, "run", broken)
    answer = narrow.get(f"/v1/analysis/stream?board={FOUR}", x_request_id="abc")
    (progress, _), (error, problem) = events_of(answer.body)
    assert (answer.status, progress, error) == (200, "progress", "error")
    assert (problem["code"], problem["request_id"]) == ("internal_error", "abc")
    whole = narrow.get(f"/v1/analysis?board={FOUR}")
    assert (whole.status, whole.json["code"]) == (500, "internal_error")


def test_a_stream_that_the_end_of_the_service_cuts_short_ends_with_an_error_event(
    narrow: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def closing(_: Task, __: str, on_progress: OnProgress) -> Result:
        on_progress(PROGRESS)
        raise ClosedError

    monkeypatch.setattr(narrow.app.state.searches.pool, "run", closing)
    answer = narrow.get(f"/v1/analysis/stream?board={FOUR}")
    (progress, _), (error, problem) = events_of(answer.body)
    assert (answer.status, progress, error) == (200, "progress", "error")
    assert problem["code"] == "not_ready"
