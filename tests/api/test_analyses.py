"""Many positions in one call."""

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from service.app import create_app
from service.engine.search.analyze import analyze_uncached
from service.search_pool.pool import SearchPool, WorkerDiedError
from service.search_pool.shares import OverloadedError
from service.settings import Settings
from tests import reference
from tests.asgi import Answer, Client
from tests.reference import THREE_BY_THREE

PATH = "/v1/analyses"
FORK = {"board": "XO./.X./..O"}
LARGE = {"board": "...../...../...../...../.....", "in_a_row": 4, "max_nodes": 1_000}
POSITIONS = sorted(reference.reachable(THREE_BY_THREE))


def items(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many positions of 3x3, most of them legal, in several forms and with several ids."""
    chance = random.Random(seed)
    found: list[dict[str, Any]] = []
    for _ in range(count):
        board, side = chance.choice(POSITIONS)
        form = chance.choice([board, list(board), [board[:3], board[3:6], board[6:]]])
        item: dict[str, Any] = {"board": form}
        if chance.random() < 0.7:
            item["side_to_move"] = chance.choice([side, side, side.lower(), "O"])
        if chance.random() < 0.3 and board.count(".") < 8:  # else it takes a worker
            item["misere"] = True
        if chance.random() < 0.2:
            item["max_nodes"] = chance.choice([None, 1_000, 300_000])
        if chance.random() < 0.5:
            item["id"] = chance.choice(["a", 'ä\n"', "", "x" * 64, None])
        found.append(item)
    return found


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


def single(client: Client, item: dict[str, Any]) -> Answer:
    """What `/v1/analysis` answers to an item."""
    return client.post("/v1/analysis", {k: v for k, v in item.items() if k != "id"})


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


def lines_of(client: Client, body: dict[str, Any]) -> Answer:
    return client.post(PATH, body, accept="application/x-ndjson")


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

    def analyze(*arguments: Any) -> Any:  # noqa: ANN401
        searched.append(arguments[0])
        return analyze_uncached(*arguments)

    monkeypatch.setattr("service.engine.tasks.analyze_uncached", analyze)
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


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("missing", "/positions")]),
        ({"positions": []}, [("wrong_value", "/positions")]),
        ({"positions": [FORK] * 501}, [("wrong_value", "/positions")]),
        ({"positions": FORK}, [("wrong_type", "/positions")]),
        ({"positions": [FORK], "moves": "none"}, [("wrong_value", "/moves")]),
        ({"positions": [FORK], "moves": 1}, [("wrong_type", "/moves")]),
        ({"positions": [FORK], "max_nodes": 999}, [("wrong_value", "/max_nodes")]),
        ({"positions": [FORK], "more": 1}, [("unknown_field", "")]),
        ({"positions": [FORK, 3]}, [("wrong_type", "/positions/1")]),
        ({"positions": [FORK, {}]}, [("missing", "/positions/1/board")]),
        ({"positions": [FORK, {"board": 3}]}, [("wrong_type", "/positions/1/board")]),
        ({"positions": [{"board": ["X", "?"]}]}, [("wrong_value", "/positions/0/board/1")]),
        ({"positions": [FORK | {"id": 3}]}, [("wrong_type", "/positions/0/id")]),
        ({"positions": [FORK | {"id": "x" * 65}]}, [("wrong_value", "/positions/0/id")]),
        (
            {"positions": [FORK | {"secret": 1, "other": 2}, {"board": "?"}]},
            [
                ("unknown_field", "/positions/0"),
                ("unknown_field", "/positions/0"),
                ("wrong_value", "/positions/1/board"),
            ],
        ),
    ],
)
def test_what_does_not_fit_the_schema_is_an_error_of_the_call(
    client: Client, body: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    for answer in (client.post(PATH, body), lines_of(client, body)):
        assert (answer.status, answer.json["code"]) == (422, "invalid_request")
        assert [(f["code"], f["pointer"]) for f in answer.json["errors"]] == faults
        assert b"secret" not in answer.body


def test_of_many_faults_the_first_are_told_and_all_are_counted(client: Client) -> None:
    answer = client.post(PATH, {"positions": [{"board": 1, "side_to_move": 2}] * 500})
    assert len(answer.json["errors"]) == 10
    assert answer.json["detail"].endswith("This is the first of 1000 faults.")


@pytest.mark.parametrize(
    "body", [{"max_nodes": 3_000}, {"positions": [FORK, LARGE | {"max_nodes": 3_000}]}]
)
def test_the_limit_of_the_operator_holds(client: Client, body: dict[str, Any]) -> None:
    limited = Client(create_app(Settings(max_nodes=2_000)), client.runner)
    answer = limited.post(PATH, {"positions": [FORK], **body})
    [fault] = answer.json["errors"]
    assert (answer.status, fault["code"]) == (422, "wrong_value")
    assert fault["pointer"] in {"/max_nodes", "/positions/1/max_nodes"}
    assert "at most 2000" in fault["message"]


def test_ids_may_be_repeated(client: Client) -> None:
    asked = [FORK | {"id": "a"}, FORK | {"id": "a"}, FORK]
    results = client.post(PATH, {"positions": asked}).json["results"]
    assert [(result["index"], result["id"]) for result in results] == [
        (0, "a"),
        (1, "a"),
        (2, None),
    ]


@pytest.mark.parametrize("filler", ["[]", "0", '""', "{}"])
def test_more_values_than_any_call_has_are_refused_unread(client: Client, filler: str) -> None:
    body = f'{{"positions": [{",".join([filler] * 200_000)}]}}'.encode()
    headers = {"content-type": "application/json"}
    answer = client.send("POST", PATH, [body], headers)
    assert (answer.status, answer.json["errors"][0]["pointer"]) == (422, "/positions")


def test_the_most_that_fits_is_read(client: Client) -> None:
    item = {"board": [""] * 81, "id": "," * 64, "in_a_row": 9, "max_nodes": 1000}
    answer = client.post(PATH, {"positions": [item] * 500, "moves": "best"})
    assert answer.status == 200
    assert client.post(PATH, {"positions": [{"board": [[""] * 20] * 20}] * 20}).status == 200


def test_a_mebibyte_is_taken_and_no_more(client: Client) -> None:
    headers = {"content-type": "application/json"}
    body = json.dumps({"positions": [FORK]}).encode()
    assert client.send("POST", PATH, [body.ljust(2**20)], headers).status == 200
    for size in (2**20 + 1, 10 * 2**20):
        answer = client.send("POST", PATH, [body.ljust(size)], headers)
        assert (answer.status, answer.json["code"]) == (413, "body_too_large")
        assert "1048576" in answer.json["detail"]


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Have every search by a worker fail."""

    async def run(*_: object) -> None:
        raise error

    monkeypatch.setattr(SearchPool, "run", run)


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_overload_is_a_problem_of_the_call(
    client: Client, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    failing(monkeypatch, OverloadedError())
    fresh = Client(create_app(), client.runner)
    answer = fresh.post(PATH, {"positions": [LARGE, FORK]}, accept=accept)
    assert (answer.status, answer.json["code"]) == (503, "overloaded")
    assert answer.headers["retry-after"] == "1"
    answer = fresh.post(PATH, {"positions": [FORK, LARGE]})
    assert (answer.status, answer.json["code"]) == (503, "overloaded")


@pytest.mark.parametrize(
    ("error", "code"), [(OverloadedError(), "overloaded"), (WorkerDiedError(), "internal_error")]
)
def test_a_stream_that_breaks_off_says_so_in_its_last_line(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    failing(monkeypatch, error)
    fresh = Client(create_app(), client.runner)
    answer = lines_of(fresh, {"positions": [FORK, LARGE, FORK]})
    assert answer.status == 200
    first, last = map(json.loads, answer.body.splitlines())
    assert first["index"] == 0
    assert first["analysis"]["best_move"] == 3
    assert (last["index"], last["id"], last["analysis"]) == (None, None, None)
    assert last["problem"]["code"] == code


def test_a_client_has_few_calls_at_a_time(client: Client) -> None:
    async def ask_all(clients: list[Client]) -> list[Answer]:
        body = [json.dumps({"positions": items(300, 4)}).encode()]
        headers = {"content-type": "application/json"}
        return await asyncio.gather(*(one.ask("POST", PATH, body, headers) for one in clients))

    fresh = Client(create_app(), client.runner)
    statuses = [answer.status for answer in client.runner.run(ask_all([fresh] * 12))]
    assert sorted(set(statuses)) == [200, 503]
    assert statuses.count(200) == 4
    assert fresh.post(PATH, {"positions": [FORK]}).status == 200


def test_others_are_served_between(client: Client) -> None:
    """While a long call is answered, the health check never waits for the whole of it."""
    fresh = Client(create_app(), client.runner)
    body = [json.dumps({"positions": items(500, 5)}).encode()]

    async def ask() -> int:
        headers = {"content-type": "application/json"}
        call = asyncio.ensure_future(fresh.ask("POST", PATH, body, headers))
        checks = 0
        while not call.done():
            assert (await fresh.ask("GET", "/livez")).status == 200
            await asyncio.sleep(0)
            checks += 1
        assert call.result().status == 200
        return checks

    assert client.runner.run(ask()) > 10


def test_little_of_an_answer_waits_in_memory(client: Client) -> None:
    """While a client does not read, no more than one chunk is made for it."""
    app = create_app()
    body = json.dumps({"positions": items(500, 6)}).encode()
    for accept in (b"application/json", b"application/x-ndjson"):
        chunks: list[bytes] = []
        reads = asyncio.Event()

        async def ask(
            accept: bytes = accept, chunks: list[bytes] = chunks, reads: asyncio.Event = reads
        ) -> None:
            sent = [{"type": "http.request", "body": body}]

            async def receive() -> Any:  # noqa: ANN401
                return sent.pop() if sent else await asyncio.Event().wait()

            async def send(message: Any) -> None:  # noqa: ANN401
                chunks.append(message.get("body", b""))
                if message["type"] == "http.response.body":
                    await reads.wait()

            headers = [(b"content-type", b"application/json"), (b"accept", accept)]
            headers.append((b"content-length", b"%d" % len(body)))
            scope = {"type": "http", "method": "POST", "path": PATH, "raw_path": PATH.encode()}
            scope |= {"query_string": b"", "headers": headers, "client": ("127.0.0.1", 1)}
            call = asyncio.ensure_future(app(scope, receive, send))
            for _ in range(5_000):
                await asyncio.sleep(0)
            assert len(chunks) == 2
            reads.set()
            await call

        client.runner.run(ask())
        assert max(map(len, chunks)) < 2**17
        assert sum(map(len, chunks)) > 2**18
