"""Many positions in one call: each result is that of a call of its own."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from service.app import create_app
from service.engine.search.analyze import analyze
from service.search_pool.pool import SearchPool
from service.settings import Settings
from tests.api.analyses import FORK, LARGE, PATH, items, lines_of, single
from tests.asgi import Answer, Client


def items_of_all_boards(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many positions of boards of any size, within small budgets; some are not legal."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        columns, rows = chance.randint(3, 9), chance.randint(3, 9)
        cells = [*"XO" * (columns * rows // 2), "X"][: columns * rows]
        empty = chance.randint(0, min(columns * rows, 30))
        cells[columns * rows - empty :] = "." * empty
        chance.shuffle(cells)
        board = ["".join(cells[i : i + columns]) for i in range(0, columns * rows, columns)]
        item = {"board": chance.choice(["/".join(board), board]), "max_nodes": 1_000}
        item |= {"in_a_row": chance.randint(3, 9), "misere": chance.random() < 0.3}
        found.append(item)
    return found


def texts(answer: Answer) -> Iterator[bytes]:
    """The texts of the analyses and problems of an answer, as they were sent."""
    for line in answer.body.splitlines():
        result = json.loads(line)
        text = line[len(f'{{"index":{result["index"]},"id":') :]
        text = text[len(json.dumps(result["id"], ensure_ascii=False).encode()) :]
        if result["problem"]:
            yield text.removeprefix(b',"analysis":null,"problem":').removesuffix(b"}")
        else:
            yield text.removeprefix(b',"analysis":').removesuffix(b',"problem":null}')


def test_every_result_is_that_of_a_single_call(client: Client) -> None:
    asked = items(400)
    answer = client.post(PATH, {"positions": asked})
    assert answer.status == 200
    singles = [single(client, item) for item in asked]
    assert {one.status for one in singles} == {200, 422}
    assert [result["index"] for result in answer.json["results"]] == list(range(400))
    for item, one, result in zip(asked, singles, answer.json["results"], strict=True):
        assert result["id"] == item.get("id")
        assert result["analysis"] == (one.json if one.status == 200 else None)
        assert result["problem"] == (one.json if one.status == 422 else None)
    assert answer.json["nodes"] == sum(one.json.get("nodes", 0) for one in singles)


def test_lines_are_the_same_bytes(client: Client) -> None:
    asked = [item for item in items(300, 2) if single(client, item).status == 200]
    asked += asked[:20]
    for _ in ("new", "asked before"):
        lines = lines_of(client, {"positions": asked})
        assert lines.headers["content-type"] == "application/x-ndjson"
        assert lines.headers["cache-control"] == "no-store"
        document = client.post(PATH, {"positions": asked})
        assert document.headers["content-type"] == "application/json"
        assert [json.loads(line) for line in lines.body.splitlines()] == document.json["results"]
        for item, text in zip(asked, texts(lines), strict=True):
            assert text == single(client, item).body


@pytest.mark.full
def test_items_of_all_kinds_are_the_same_bytes(client: Client) -> None:
    asked = items(350, 10) + items_of_all_boards(150)
    random.Random(1).shuffle(asked)
    sent = texts(lines_of(client, {"positions": asked}))
    assert list(sent) == [single(client, item).body for item in asked]


def test_only_the_best_moves_are_listed_if_asked(client: Client) -> None:
    asked = items(60, 3)
    full = client.post(PATH, {"positions": asked, "moves": None}).json["results"]
    for result in full:
        if result["analysis"]:
            moves = result["analysis"]["moves"]
            result["analysis"]["moves"] = [move for move in moves if move["rank"] == 1]
    assert client.post(PATH, {"positions": asked, "moves": "best"}).json["results"] == full


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("application/x-ndjson", "application/x-ndjson"),
        ("Application/X-NDJSON; q=0.5, text/html", "application/x-ndjson"),
        ("application/json, application/x-ndjson", "application/json"),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson"),
        ("application/x-ndjson;q=0", "application/json"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
    ],
)
def test_lines_are_sent_to_who_prefers_them(client: Client, accept: str, media_type: str) -> None:
    answer = client.post(PATH, {"positions": [FORK]}, accept=accept)
    assert answer.headers["content-type"] == media_type


def test_the_budget_of_the_call_is_spent_in_order(client: Client) -> None:
    asked = [LARGE | {"max_nodes": None}] * 3
    answer = client.post(PATH, {"positions": asked, "max_nodes": 2_500}).json
    alone = [single(client, LARGE | {"max_nodes": budget}).json for budget in (2_500, 1_000)]
    first, *others = [result["analysis"] for result in answer["results"]]
    assert first == alone[0]
    assert others == [alone[1]] * 2
    assert answer["nodes"] == sum(result["nodes"] for result in [first, *others])


def test_equal_positions_are_searched_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def counted(*arguments: Any) -> Any:  # noqa: ANN401
        searched.append(arguments[0])
        return analyze(*arguments)

    monkeypatch.setattr("service.engine.tasks.analyze", counted)
    fresh = Client(create_app(Settings(kept_answers=0)), client.runner)
    forms = [FORK, {"board": "XO..X...O", "side_to_move": "x"}, {"board": list("XO..X...O")}]
    answer = fresh.post(PATH, {"positions": forms * 100}).json
    assert len(searched) == 1
    assert answer["nodes"] == 300 * answer["results"][0]["analysis"]["nodes"]


def test_equal_long_searches_are_made_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    run = SearchPool.run

    async def counted(self: SearchPool, *arguments: Any) -> Any:  # noqa: ANN401
        ran.append(arguments[0])
        return await run(self, *arguments)

    monkeypatch.setattr(SearchPool, "run", counted)
    app = create_app(Settings(kept_answers=0))
    answer = Client(app, client.runner).post(PATH, {"positions": [LARGE] * 500})
    assert len(ran) == 1
    assert len(answer.json["results"]) == 500
    client.runner.run(app.state.searches.close())


def test_ids_may_be_repeated(client: Client) -> None:
    asked = [FORK | {"id": "a"}, FORK | {"id": "a"}, FORK]
    results = client.post(PATH, {"positions": asked}).json["results"]
    assert [(result["index"], result["id"]) for result in results] == [
        (0, "a"),
        (1, "a"),
        (2, None),
    ]
