"""Searches that workers do: larger boards over HTTP, progress, overload, and clients that leave."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from service.app import create_app
from service.engine.analysis import Progress
from service.engine.tasks import Result, Task
from service.search_pool.pool import ClosedError, OnProgress, WorkerDiedError
from service.settings import Settings
from tests.asgi import Client

SEVEN = "/".join(["......."] * 7)
HARD = f"board={SEVEN}&in_a_row=5"
FOUR = "..../.X../..O./...."
PROGRESS = Progress(nodes=1, max_nodes=300_000, moves=14, moves_proved=0, best_move=0)


@pytest.fixture
def narrow(client: Client) -> Iterator[Client]:
    """A service with one worker, and nobody may wait for it."""
    app = create_app(Settings(workers=1, max_waiting=0, kept_answers=1))
    yield Client(app, client.runner)
    client.runner.run(app.state.searches.close())


def events_of(body: bytes) -> list[tuple[str, Any]]:
    """The names and the data of server-sent events."""
    blocks = body.decode().removesuffix("\n\n").split("\n\n")
    lines = [block.split("\n") for block in blocks]
    assert all(len(pair) == 2 for pair in lines)
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in lines
    ]


@pytest.mark.parametrize(
    ("query", "outcome", "plies"),
    [
        ("board=..../..../....", "win", 7),
        ("board=.../.../.../...", "win", 7),
        ("board=..../..../..../....&in_a_row=4", "draw", 16),
        ("board=...../...../...../.....&in_a_row=4", "draw", 20),
        ("board=.........&misere=true", "draw", 9),
    ],
)
def test_boards_of_every_kind(client: Client, query: str, outcome: str, plies: int) -> None:
    answer = client.get(f"/v1/analysis?{query}")
    assert answer.status == 200
    assert (answer.json["outcome"], answer.json["plies_to_end"]) == (outcome, plies)
    assert answer.json["solved"]


def test_in_misere_completing_a_line_loses(client: Client) -> None:
    answer = client.get("/v1/analysis?board=XXX/OO./...&misere=true").json
    assert (answer["outcome"], answer["score"], answer["plies_to_end"]) == ("win", 100, 0)
    assert (answer["position"]["winner"], answer["position"]["status"]) == ("O", "won")
    assert answer["position"]["winning_lines"] == [[0, 1, 2]]


def test_cells_of_a_board_that_is_no_square(client: Client) -> None:
    answer = client.post("/v1/best-move", {"board": "XX.../OO.../....."}).json
    move = answer["move"]
    assert (move["cell"], move["row"], move["column"], move["score"]) == (2, 0, 2, 99)
    assert answer["position"]["notation"] == "XXX../OO.../....."


def test_overlines_win_and_count_as_lines(client: Client) -> None:
    answer = client.post("/v1/analysis", {"board": "XXXX./OOO.O/.....", "in_a_row": 3}).json
    assert answer["code"] == "both_won"
    answer = client.post("/v1/analysis", {"board": "XXXX./OO.O./.....", "in_a_row": 3}).json
    assert answer["position"]["winning_lines"] == [[0, 1, 2], [1, 2, 3]]


def test_a_budget_ends_the_proof_honestly(client: Client) -> None:
    answer = client.get(f"/v1/analysis?{HARD}&max_nodes=1000").json
    assert answer["nodes"] <= 1000
    assert (answer["outcome"], answer["plies_to_end"], answer["score"]) == ("unknown", None, None)
    assert not answer["solved"]
    assert answer["best_move"] == answer["principal_variation"][0] == 24
    for move in answer["moves"]:
        assert (move["outcome"], move["plies_to_end"], move["score"]) == ("unknown", None, None)
        assert isinstance(move["estimate"], int)
    played = client.get(f"/v1/best-move?{HARD}&max_nodes=1000").json
    assert played["move"] == answer["moves"][0]


def test_more_nodes_prove_more(client: Client) -> None:
    proved = []
    for nodes in (1_000, 10_000, 100_000):
        query = f"board=...../...../...../...../.....&in_a_row=4&max_nodes={nodes}"
        answer = client.get(f"/v1/analysis?{query}").json
        proved.append(sum(move["score"] is not None for move in answer["moves"]))
    assert proved == sorted(proved)
    assert proved[0] < proved[-1] == 25


def test_the_operator_can_set_a_lower_ceiling(client: Client) -> None:
    limited = Client(create_app(Settings(max_nodes=2_000)), client.runner)
    answer = limited.get("/v1/analysis?board=.........&max_nodes=2001")
    assert (answer.status, answer.json["code"]) == (422, "invalid_request")
    assert answer.json["errors"][0]["parameter"] == "max_nodes"
    assert "2000" in answer.json["detail"]
    assert limited.get("/v1/analysis?board=.........&max_nodes=2000").status == 200
    unlimited = limited.get(f"/v1/analysis?{HARD}").json
    assert 1_000 < unlimited["nodes"] <= 2_000
    limited.runner.run(limited.app.state.searches.close())


def test_the_stream_ends_with_the_analysis(client: Client) -> None:
    answer = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=90000")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-accel-buffering"] == "no"
    *progress, last = events_of(answer.body)
    assert last == ("analysis", client.get(f"/v1/analysis?{HARD}&max_nodes=90000").json)
    assert [name for name, _ in progress] == ["progress"] * 5
    assert [data["nodes"] for _, data in progress] == [1, 20_000, 40_000, 60_000, 80_000]
    for _, data in progress:
        assert (data["max_nodes"], data["moves"]) == (90_000, 49)
        assert 0 <= data["moves_proved"] <= 49
        assert 0 <= data["best_move"] < 49


def test_the_stream_is_the_same_whatever_was_asked_before(client: Client, narrow: Client) -> None:
    first = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    again = client.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    narrow.get(f"/v1/analysis?{HARD}&max_nodes=50000")
    elsewhere = narrow.get(f"/v1/analysis/stream?{HARD}&max_nodes=50000").body
    assert first == again == elsewhere


QUESTIONS = [
    f"/v1/analysis?{HARD}&max_nodes=30000",
    f"/v1/analysis/stream?{HARD}&max_nodes=30000",
    f"/v1/best-move?{HARD}&max_nodes=30000&seed=5",
    "/v1/analysis?board=...../..X../..O../...../.....&in_a_row=4&max_nodes=20000",
    "/v1/analysis?board=..../..../....&misere=true",
    "/v1/game-tree?board=X.../.O../....",
]
FRESH = """
import asyncio, json, sys
from service.app import create_app
from tests.asgi import Client
with asyncio.Runner() as runner:
    client = Client(create_app(), runner)
    print(json.dumps([client.get(target).body.decode() for target in json.load(sys.stdin)]))
    runner.run(client.app.state.searches.close())
"""


def test_another_process_gives_the_same_bytes(client: Client) -> None:
    """Nodes included, and whatever was asked before."""
    answers = {target: client.get(target).body.decode() for target in reversed(QUESTIONS)}
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=json.dumps(QUESTIONS),
        env={"PYTHONHASHSEED": "321"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [answers[target] for target in QUESTIONS] == json.loads(fresh.stdout)


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


def test_answers_are_kept_but_not_all_of_them(narrow: Client) -> None:
    searches = narrow.app.state.searches
    for nodes in (1_000, 1_001, 1_002):
        narrow.get(f"/v1/analysis?{HARD}&max_nodes={nodes}")
    assert [task.max_nodes for task in searches._kept] == [1_002]


async def start(client: Client, target: str) -> asyncio.Task[Any]:
    """A request that has its worker."""
    task = asyncio.ensure_future(client.ask("GET", target))
    while not client.app.state.searches.pool._busy:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)
    return task


def test_too_many_searches_are_refused_and_short_answers_are_not(narrow: Client) -> None:
    async def scenario() -> None:
        busy = await start(narrow, f"/v1/analysis?{HARD}&max_nodes=20000000")
        for path in ("analysis", "analysis/stream", "best-move"):
            refused = await narrow.ask("GET", f"/v1/{path}?{HARD}&max_nodes=1000")
            assert (refused.status, refused.json["code"]) == (503, "overloaded")
            assert refused.headers["retry-after"] == "1"
            assert refused.headers["cache-control"] == "no-store"
        for target in ("/livez", "/v1/analysis?board=.........", "/v1/best-move?board=XO......."):
            assert (await narrow.ask("GET", target)).status == 200
        etag = (await narrow.ask("GET", "/v1/analysis?board=.........")).headers["etag"]
        assert etag
        busy.cancel()
        await asyncio.gather(busy, return_exceptions=True)
        freed = await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")
        assert freed.status == 200

    narrow.runner.run(scenario())


@pytest.mark.parametrize("path", ["analysis", "analysis/stream", "best-move"])
def test_a_client_that_leaves_frees_its_place(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left = asyncio.Event()
        asked = asyncio.ensure_future(
            narrow.ask("GET", f"/v1/{path}?{HARD}&max_nodes=20000000", leaves=left)
        )
        pool = narrow.app.state.searches.pool
        while not pool._busy:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)
        left.set()
        await asked
        assert not pool._busy
        freed = await narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=1000")
        assert freed.status == 200

    narrow.runner.run(scenario())


def test_the_same_question_at_the_same_time_is_searched_once(narrow: Client) -> None:
    async def scenario() -> None:
        query = f"?{HARD}&max_nodes=30000"
        paths = ["analysis", "best-move", "analysis/stream"] + ["analysis"] * 5
        found = await asyncio.gather(*(narrow.ask("GET", f"/v1/{path}{query}") for path in paths))
        assert [answer.status for answer in found] == [200] * len(paths)
        assert len({answer.body for answer in found}) == 3
        assert events_of(found[2].body)[-1] == ("analysis", found[0].json)

    narrow.runner.run(scenario())
    searches = narrow.app.state.searches
    assert (searches.hits, searches.misses) == (7, 1)
    assert not searches._in_flight


@pytest.mark.parametrize("path", ["analysis", "analysis/stream"])
def test_who_leaves_takes_no_search_from_who_stays(narrow: Client, path: str) -> None:
    async def scenario() -> None:
        left, target = asyncio.Event(), f"/v1/{path}?{HARD}&max_nodes=30000"
        leaving = asyncio.ensure_future(narrow.ask("GET", target, leaves=left))
        while not narrow.app.state.searches.pool._busy:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0)
        staying = asyncio.ensure_future(narrow.ask("GET", f"/v1/analysis?{HARD}&max_nodes=30000"))
        await asyncio.sleep(0)
        left.set()
        await leaving
        assert (await staying).status == 200

    narrow.runner.run(scenario())


def test_a_search_that_the_end_of_the_service_cuts_short_is_told_so(narrow: Client) -> None:
    async def scenario() -> None:
        search = await start(narrow, f"/v1/analysis?{HARD}&max_nodes=20000000")
        await narrow.app.state.searches.close()
        answer = await search
        assert (answer.status, answer.json["code"]) == (503, "not_ready")
        assert answer.headers["retry-after"] == "1"
        late = await narrow.ask("GET", f"/v1/analysis/stream?{HARD}")
        assert (late.status, late.json["code"]) == (503, "not_ready")
        assert (await narrow.ask("GET", "/v1/analysis?board=.........")).status == 200

    narrow.runner.run(scenario())


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
