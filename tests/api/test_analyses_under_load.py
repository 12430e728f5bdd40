"""Calls of /v1/analyses on a service that has much to do, and what they leave to others."""

import asyncio
import json
from typing import Any

import pytest

from service.app import create_app
from service.search_pool.pool import SearchPool, WorkerDiedError
from service.search_pool.shares import OverloadedError
from tests.api.analyses import FORK, LARGE, PATH, items, lines_of
from tests.asgi import Answer, Client


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
