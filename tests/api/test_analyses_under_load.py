"""Requests for many positions when the service is busy, and what they leave to others."""

import asyncio
import json

import pytest
from starlette.types import Message, Receive, Scope, Send

from service.quotas import OverloadedError
from service.search_pool.workers import Worker, WorkerDiedError
from tests.api.support import JSON, assert_problem
from tests.api.test_analyses import FORK, LARGE, LINES, PATH, batch
from tests.asgi import Client
from tests.clients import Clients


def fail_searches(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let every search by a worker fail."""

    async def run(*_: object) -> None:
        raise error

    monkeypatch.setattr(Worker, "run", run)


@pytest.mark.parametrize("accept", ["application/json", LINES])
def test_overload_before_the_first_result_is_a_problem(
    new_client: Clients, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    fail_searches(monkeypatch, OverloadedError())
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
    fail_searches(monkeypatch, error)
    answer = new_client().post(PATH, {"positions": [FORK, LARGE, FORK]}, accept=LINES).expect(200)
    first, last = map(json.loads, answer.body.splitlines())
    assert (first["index"], first["analysis"]["best_move"]) == (0, 3)
    assert (last["index"], last["id"], last["analysis"]) == (None, None, None)
    assert last["problem"]["code"] == code


def test_client_has_at_most_4_requests_at_a_time(new_client: Clients) -> None:
    client, body = new_client(), [json.dumps(batch(300)).encode()]

    async def send_12() -> list[int]:
        requests = (client.ask("POST", PATH, body, JSON) for _ in range(12))
        return [answer.status for answer in await asyncio.gather(*requests)]

    assert sorted(client.runner.run(send_12())) == [200] * 4 + [503] * 8
    assert client.post(PATH, {"positions": [FORK]}).status == 200


def test_other_requests_are_served_in_between(new_client: Clients) -> None:
    client, body = new_client(), [json.dumps(batch(500)).encode()]

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
