"""The application within another one, behind a proxy, and with OpenTelemetry."""

import asyncio
import json
import sys

import pytest
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from service.app import create_app, telemetry
from service.settings import Settings
from tests.asgi import Client, Clients

TARGETS = ["/v1/analysis?board=XO./.X./..O", "/", "/livez", "/openapi.json"]
TARGET = f"/game{TARGETS[0]}"


def test_mounted_application_is_complete(client: Client) -> None:
    child = create_app(Settings.model_construct())
    context = child.router.lifespan_context
    parent = FastAPI(lifespan=lambda _: context(child))  # type: ignore[arg-type]
    parent.mount("/game", child)

    async def served() -> None:
        async with parent.router.lifespan_context(parent):
            mounted = Client(parent, client.runner)
            assert (await mounted.ask("GET", "/game/readyz")).status == 200
            first, second = [await mounted.ask("GET", TARGET) for _ in range(2)]
            here = await client.ask("GET", TARGET.removeprefix("/game"))
            assert first.lasting_headers == second.lasting_headers == here.lasting_headers
            assert first.body == second.body == here.body
            refused = await mounted.ask("DELETE", TARGET)
            assert refused.headers["allow"] == "GET, HEAD, OPTIONS, POST"
            large = b'{"positions": [{"board": "XX......."}]}'.ljust(70_000)
            headers = {"content-type": "application/json"}
            answer = await mounted.ask("POST", "/game/v1/analyses", [large], headers)
            [result] = answer.expect(200).json["results"]
            assert result["problem"]["type"] == "/game/problems#wrong_counts"
            metrics = (await mounted.ask("GET", "/game/metrics")).body.decode()
            series_of = 'noughts_requests_total{method="GET",route="/v1/analysis",status="200"} 2.0'
            assert series_of in metrics
            assert "noughts_cache_hits_total 1.0" in metrics

    client.runner.run(served())


def test_first_request_finds_everything_prepared(runner: asyncio.Runner) -> None:
    """Otherwise, it would make 50 times as many calls as the next."""
    app = create_app(Settings.model_construct())
    calls: list[object] = []

    async def count(client: Client, cell: int) -> int:
        body = json.dumps({"moves": [cell]}).encode()
        calls.clear()
        sys.setprofile(lambda frame, event, _: calls.append(frame) if event == "call" else None)
        try:
            await client.ask("POST", "/v1/analysis", [body], {"content-type": "application/json"})
        finally:
            sys.setprofile(None)
        return len(calls)

    async def served() -> None:
        async with app.router.lifespan_context(app):
            first, second = [await count(Client(app, runner), cell) for cell in (1, 3)]
            assert first < 5 * second

    runner.run(served())


def test_state_of_the_parent_is_neither_read_nor_changed(client: Client) -> None:
    """Its keys can have the names of ours."""
    parent, state = FastAPI(), dict.fromkeys(("settings", "searches", "status", "body", "nodes"))
    scopes: list[Scope] = []
    parent.mount("/game", client.app)

    async def server(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append({**scope, "state": state.copy()})
        await parent(scopes[-1], receive, send)

    mounted = Client(server, client.runner)  # type: ignore[arg-type]
    for method, target, status in (
        ("GET", TARGET, 200),
        ("HEAD", TARGET, 200),
        ("GET", "/game/v1/review", 200),
        ("POST", "/game/v1/exam", 400),
        ("GET", "/game/v1/analysis/stream?board=.........", 200),
        ("GET", "/game/nope", 404),
    ):
        mounted.send(method, target).expect(status)
    assert all(scope["state"] == state and "noughts" not in scope for scope in scopes)


@pytest.mark.parametrize("absent", [{}, {"client": None, "server": None, "root_path": None}])
def test_optional_keys_of_the_scope_can_be_absent_or_null(
    client: Client, absent: dict[str, None]
) -> None:
    """The ASGI specification lets servers omit them."""
    optional = {"raw_path", "root_path", "client", "server", "scheme", "state"}

    async def server(scope: Scope, receive: Receive, send: Send) -> None:
        required = {name: value for name, value in scope.items() if name not in optional}
        await client.app(required | absent, receive, send)

    bare = Client(server, client.runner)  # type: ignore[arg-type]
    for target in (*TARGETS, "/nope", "/v1/analysis/stream?board=........."):
        expected = client.get(target)
        assert bare.get(target).expect(expected.status).lasting_headers == expected.lasting_headers
    bare.get("/metrics").expect(200)
    bare.get(f"/{'x' * 5_000}").expect(414)


@pytest.mark.parametrize("target", [*TARGETS, "/static/icon.svg", "/nope", "/v1/exam"])
def test_proxy_can_keep_the_prefix(new_client: Clients, target: str) -> None:
    client = new_client(root_path="/noughts")
    client.root_path = "/noughts"  # which a server adds to each path
    expected, found = client.get(target), client.get(f"/noughts{target}")
    assert (found.status, found.body) == (expected.status, expected.body)
    assert found.lasting_headers == expected.lasting_headers
    assert client.get(f"/other{target}").status == 404
    assert client.get("/noughts").expect(308).headers["location"] == "noughts/"


@pytest.mark.parametrize(("variable", "is_on"), [("true", True), ("TRUE", True), ("", False)])
def test_opentelemetry_has_the_switch_of_fastapi(
    monkeypatch: pytest.MonkeyPatch, variable: str, is_on: bool
) -> None:
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", variable)
    config = telemetry()
    assert (config["tracing"], config["metrics"], config["logs"]) == (is_on,) * 3
    assert "auto_configure" not in config  # FastAPI reads the variable itself.
