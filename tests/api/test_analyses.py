"""Many positions in one request: each result is the response to a single request.

A request that finds the service busy gets a problem, and leaves time to others.
"""

import asyncio
import json
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.types import Message, Receive, Scope, Send

from service.api import streams
from service.quotas import OverloadedError
from service.search_pool.errors import WorkerDiedError
from service.search_pool.workers import ProcessWorker
from tests.api.support import BOARD, JSON, assert_problem, series, value
from tests.asgi import Client, Clients
from tests.parameters import in_full, in_release

PATH = "/v1/analyses"
LINES = "application/x-ndjson"
FORK = {"board": BOARD}
OTHERS = ("X..../...../...../...../.....", ".X.../...../...../...../.....")
LARGE = {"board": "...../...../...../...../.....", "in_a_row": 4, "max_nodes": 1_000}
SIZES = [(3, 3)] * 6 + [(4, 3), (4, 4), (5, 4), (7, 6), (9, 9)]


def random_item(chance: Random) -> dict[str, Any]:
    """A board in any form, with marks set at random; many are not legal."""
    columns, rows = chance.choice(SIZES)
    size = columns * rows
    cells = ["."] * size
    marks = chance.randint(max(0, size - 10), size)
    for number, cell in enumerate(chance.sample(range(size), marks)):
        cells[cell] = "XO"[number % 2 if chance.random() < 0.99 else 0]
    by_rows = [cells[start : start + columns] for start in range(0, size, columns)]
    text = ["".join(row) for row in by_rows]
    item: dict[str, Any] = {"board": chance.choice(["/".join(text), text, by_rows])}
    item["in_a_row"] = chance.choice([None, 3, max(columns, rows)])
    if chance.random() < 0.4:
        item["side_to_move"] = chance.choice("XOxo")
    if chance.random() < 0.2:
        item["misere"] = True
    item["max_nodes"] = chance.choice([1_000, 20_000]) if chance.random() < 0.3 else 40_000
    if chance.random() < 0.5:
        item["id"] = chance.choice(["a", 'ä\n"', "", "x" * 64, None])
    return item


def batch(count: int, seed: int = 1) -> dict[str, Any]:
    chance = Random(seed)
    return {"positions": [random_item(chance) for _ in range(count)]}


@pytest.mark.parametrize(
    ("count", "seed"),
    [(200, 1), *in_full((500, 2)), *in_release(*((500, seed) for seed in range(3, 12)))],
)
def test_results_are_the_bytes_of_single_responses(
    client: Client, new_client: Clients, count: int, seed: int
) -> None:
    """In a document and in lines, whichever comes first."""
    body = batch(count, seed)
    lines = client.post(PATH, body, accept=LINES, accept_encoding="gzip").expect(200)
    assert "content-encoding" not in lines.headers  # which would delay the first lines
    document = client.post(PATH, body).expect(200)
    alone, nodes, statuses = new_client(), 0, Counter[int]()
    expected = []
    for index, item in enumerate(body["positions"]):
        text = json.dumps(item.pop("id", None), ensure_ascii=False).encode()
        single = alone.post("/v1/analysis", item)
        found = (single.body, b"null") if single.status == 200 else (b"null", single.body)
        expected.append(b'{"index":%d,"id":%b,"analysis":%b,"problem":%b' % (index, text, *found))
        nodes += single.json.get("nodes", 0)
        statuses[single.status] += 1
    found_lines = [line.lstrip() for line in lines.body.splitlines()]
    assert [line.rpartition(b',"budget_cut":')[0] for line in found_lines] == expected
    assert document.body == b'{"results":[%b],"nodes":%d}' % (b",".join(found_lines), nodes)
    assert set(statuses) == {200, 422}
    assert statuses[200] > count / 5
    assert lines.headers["x-accel-buffering"] == "no"  # so that nginx sends each line at once
    assert lines.headers["cache-control"] == document.headers["cache-control"] == "no-store"


def test_moves_can_be_limited_to_the_best(client: Client) -> None:
    body = batch(60)
    full = client.post(PATH, {**body, "moves": None}).json["results"]
    for result in full:
        if result["analysis"]:
            moves = result["analysis"]["moves"]
            result["analysis"]["moves"] = [move for move in moves if move["rank"] == 1]
    assert client.post(PATH, {**body, "moves": "best"}).json["results"] == full


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (LINES, LINES),
        ("Application/X-NDJSON;charset=utf-8; q=0.5, text/html", LINES),
        (f"application/json;q=0.5, {LINES}", LINES),
        (f"{LINES}, */*", LINES),
        (f"{LINES};v=1, application/json;q=1", "application/json"),
        (f"application/json;q=0.5, {LINES};q=0.9, */*", LINES),
        *((f"text/html, {other}", other) for other in ("application/jsonl", "application/ndjson")),
        ("text/html", "application/json"),
        (f"application/json, {LINES}", "application/json"),
        (f"*/*, {LINES};q=0.1", "application/json"),
        (f"application/*;q=0.7, {LINES};q=0.6", "application/json"),
        (f"{LINES};charset=utf-8;q=0", "application/json"),
        (f'text/plain;x="{LINES}, y;q=0", application/*;q=.2, {LINES};q=.3', LINES),
        (f'application/json;x=",{LINES}"', "application/json"),
        (f"{LINES};q=nonsense", "application/json"),
    ],
)
def test_lines_are_sent_to_clients_that_prefer_them(
    client: Client, accept: str, media_type: str
) -> None:
    answer = client.post(PATH, {"positions": [FORK]}, accept=accept).expect(200)
    assert answer.headers["content-type"] == media_type


def test_budget_of_the_request_is_divided_equally(client: Client) -> None:
    """What a lower budget leaves goes to the others, whatever the order; repetitions are free."""
    greedy, other, modest = ({"board": b, "in_a_row": 4} for b in (LARGE["board"], *OTHERS))
    modest["max_nodes"] = 1_000
    for positions in permutations((greedy, other, modest, greedy)):
        body = {"positions": positions, "max_nodes": 9_000}
        for position, result in zip(
            positions, client.post(PATH, body).json["results"], strict=True
        ):
            nodes = 1_000 if position is modest else 4_000
            single = client.post("/v1/analysis", position | {"max_nodes": nodes}).json
            assert (result["analysis"], result["budget_cut"]) == (single, position is not modest)
    least = client.post(PATH, {"positions": [greedy, other], "max_nodes": 1_000}).json["results"]
    assert all(result["analysis"]["nodes"] <= 1_000 for result in least)


@pytest.mark.parametrize(
    "positions",
    [
        [FORK, {"board": "XO..X...O", "side_to_move": "x"}, {"board": list("XO..X...O")}] * 100,
        [LARGE] * 500,
    ],
)
def test_equal_positions_are_searched_once(
    new_client: Clients, positions: list[dict[str, Any]]
) -> None:
    client = new_client(kept_answers=0)
    answer = client.post(PATH, {"positions": positions}).expect(200).json
    assert value(series(client), "cache_misses_total") == 1
    assert answer["nodes"] == len(positions) * answer["results"][0]["analysis"]["nodes"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"positions": []}, [("wrong_value", "/positions")]),
        ({"positions": [FORK] * 501}, [("wrong_value", "/positions")]),
        ({"positions": [FORK, {}, 3]}, [("missing", "/positions/1/board")]),
        ({"positions": [FORK | {"id": "x" * 65}]}, [("wrong_value", "/positions/0/id")]),
        (
            {"positions": [FORK | {"secret!": 1, "cells": 2}, {"board": "?"}], "moves": "no"},
            [
                ("unknown_field", "/positions/0"),
                ("unknown_field", "/positions/0/cells"),
                ("wrong_value", "/moves"),
            ],
        ),
    ],
)
def test_request_that_does_not_match_the_schema_is_rejected(
    client: Client, body: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    for accept in ("application/json", LINES):
        answer = client.post(PATH, body, accept=accept)
        assert_problem(answer, 422, "invalid_request", *faults)
        # The fields named are those of the object that has the error.
        assert ("side_to_move" in answer.json["detail"]) == (faults[0][1].count("/") == 2)
        assert b"secret!" not in answer.body


@pytest.mark.parametrize(
    "body", [{"max_nodes": 3_000}, {"positions": [FORK, LARGE | {"max_nodes": 3_000}]}]
)
def test_budget_above_the_limit_of_the_operator_is_rejected(
    new_client: Clients, body: dict[str, Any]
) -> None:
    answer = new_client(max_nodes=2_000).post(PATH, {"positions": [FORK], **body})
    place = "/positions/1/max_nodes" if "positions" in body else "/max_nodes"
    assert_problem(answer, 422, "invalid_request", ("wrong_value", place))
    assert "at most 2000" in answer.json["detail"]


def test_largest_batch_with_ids_like_json_is_accepted(client: Client) -> None:
    item = {"board": [["X", *[""] * 8], *[[""] * 9] * 8], "side_to_move": "O", "in_a_row": 9}
    item |= {"misere": False, "max_nodes": 1_000, "id": '[{",:"\\' * 8}
    batch = {"positions": [item] * 500, "moves": "best", "max_nodes": 1_000}
    answer = client.post(PATH, batch).expect(200)
    assert answer.json["results"][-1]["id"] == item["id"]


@pytest.mark.parametrize("accept", ["application/json", LINES])
def test_overload_before_the_first_result_is_a_problem(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    monkeypatch.setattr(ProcessWorker, "run", AsyncMock(side_effect=OverloadedError))
    monkeypatch.setattr(streams, "FIRST_SILENCE", 240)  # The lines have not begun.
    client = new_client()
    for positions in ([LARGE, FORK], *([[FORK, LARGE]] if accept != LINES else [])):
        answer = client.post(PATH, {"positions": positions}, accept=accept)
        assert_problem(answer, 503, "overloaded")
        assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("error", "code"), [(OverloadedError(), "overloaded"), (WorkerDiedError(), "internal_error")]
)
def test_interrupted_lines_end_with_a_problem(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    monkeypatch.setattr(ProcessWorker, "run", AsyncMock(side_effect=error))
    answer = new_client().post(PATH, {"positions": [FORK, LARGE, FORK]}, accept=LINES).expect(200)
    first, last = map(json.loads, answer.body.splitlines())
    assert (first["index"], first["analysis"]["best_move"]) == (0, 3)
    assert (last["index"], last["id"], last["analysis"]) == (None, None, None)
    assert last["problem"]["code"] == code
    assert "This client" not in last["problem"]["detail"]


def test_client_has_at_most_4_requests_at_a_time(new_client: Clients) -> None:
    client, body = new_client(), [json.dumps(batch(300)).encode()]

    async def send_12() -> list[int]:
        requests = (client.ask("POST", PATH, body, JSON) for _ in range(12))
        return [answer.status for answer in await asyncio.gather(*requests)]

    assert sorted(client.runner.run(send_12())) == [200] * 4 + [503] * 8
    assert client.post(PATH, {"positions": [FORK]}).status == 200


def test_other_requests_are_served_in_between(new_client: Clients) -> None:
    client, body = new_client(), [json.dumps(batch(200)).encode()]

    async def checks_in_between() -> int:
        request = asyncio.ensure_future(client.ask("POST", PATH, body, JSON))
        checks = 0
        while not request.done():
            (await client.ask("GET", "/livez")).expect(200)
            await asyncio.sleep(0)
            checks += 1
        request.result().expect(200)
        return checks

    assert client.runner.run(checks_in_between()) > 10


@pytest.mark.parametrize("accept", ["application/json", LINES])
def test_one_chunk_at_most_waits_for_a_slow_client(client: Client, accept: str) -> None:
    chunks: list[bytes] = []

    async def send_to_slow_client() -> None:
        waits, reads = asyncio.Event(), asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            async def send_slowly(message: Message) -> None:
                chunks.append(message.get("body", b""))
                if message["type"] == "http.response.body":
                    waits.set()
                    await reads.wait()
                await send(message)

            await client.app(scope, receive, send_slowly)

        app.state = client.app.state  # type: ignore[attr-defined]
        slow = Client(app, client.runner)  # type: ignore[arg-type]
        body = [json.dumps(batch(500)).encode()]
        request = asyncio.ensure_future(slow.ask("POST", PATH, body, JSON | {"accept": accept}))
        await waits.wait()
        for _ in range(1_000):
            await asyncio.sleep(0)
        assert len(chunks) == 2
        reads.set()
        await request

    client.runner.run(send_to_slow_client())
    assert max(map(len, chunks)) < 2**17
    assert sum(map(len, chunks)) > 2**18
