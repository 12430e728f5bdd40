"""The application within another one, behind a proxy, and with OpenTelemetry."""

import pytest
from fastapi import FastAPI
from starlette.datastructures import State
from starlette.types import Scope

from service.app import create_app, telemetry
from service.paths import route_path
from service.settings import Settings
from tests.asgi import Client

TARGET = "/game/v1/analysis?board=XO./.X./..O"


def test_mounted_application_is_complete(client: Client) -> None:
    child = create_app(Settings.model_construct())
    context = child.router.lifespan_context
    parent = FastAPI(lifespan=lambda _: context(child))  # type: ignore[arg-type]
    parent.mount("/game", child)

    async def served() -> None:
        async with parent.router.lifespan_context(parent) as state:
            assert state
            # For the client, as a server passes it on; the child needs nothing else.
            parent.state, child.state = State({**state}), State()
            mounted = Client(parent, client.runner)
            assert (await mounted.ask("GET", "/game/readyz")).status == 200
            first, second = [await mounted.ask("GET", TARGET) for _ in range(2)]
            here = await client.ask("GET", TARGET.removeprefix("/game"))
            assert first.lasting_headers == second.lasting_headers == here.lasting_headers
            assert first.body == second.body == here.body
            refused = await mounted.ask("DELETE", TARGET)
            assert refused.headers["allow"] == "GET, HEAD, POST"
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


@pytest.mark.parametrize(
    ("path", "root_path", "expected"),
    [
        ("/v1/exam", "", "/v1/exam"),
        ("/a/v1/exam", "/a", "/v1/exam"),
        ("/v1/exam", "/a", "/v1/exam"),
        ("/ab/v1", "/a", "/ab/v1"),
        ("/a*", "/a", "*"),
    ],
)
def test_route_path_is_the_path_without_the_prefix(
    path: str, root_path: str, expected: str
) -> None:
    scope: Scope = {"path": path, "root_path": root_path}
    assert route_path(scope) == expected


@pytest.mark.parametrize(("variable", "is_on"), [("true", True), ("TRUE", True), ("", False)])
def test_opentelemetry_has_the_switch_of_fastapi_and_no_probes(
    monkeypatch: pytest.MonkeyPatch, variable: str, is_on: bool
) -> None:
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", variable)
    config = telemetry()
    assert (config["tracing"], config["metrics"], config["logs"]) == (is_on,) * 3
    assert "auto_configure" not in config  # FastAPI reads the variable itself.
    exclude = config["exclude"]
    assert exclude
    for path, is_excluded in (("/livez", True), ("/a/readyz", True), ("/v1/levels", False)):
        assert exclude({"path": path, "root_path": "/a"}) == is_excluded
