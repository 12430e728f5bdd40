"""Any ASGI server runs the application: with or without a lifespan, and over HTTP/2."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from service.app import create_app
from service.settings import Settings
from tests.live import ROOT, WAIT, children, free_port, is_listening, wait_until
from tests.programs import PATH

SEARCH: dict[str, str | int] = {"board": "." * 81, "in_a_row": 5, "max_nodes": 5_000}
CREATE = "service.app:create_app"
SERVERS = {
    "uvicorn": ("uvicorn", CREATE, "--factory", "--port", "{port}"),
    "uvicorn without lifespan": (
        *("uvicorn", CREATE, "--factory", "--port", "{port}", "--lifespan", "off", "--http", "h11"),
    ),
    "hypercorn": ("hypercorn", f"{CREATE}()", "--bind", "127.0.0.1:{port}"),
    "granian": ("granian", "--interface", "asgi", "--factory", CREATE, "--port", "{port}"),
    "gunicorn": (
        *("gunicorn", f"{CREATE}()", "-b", "127.0.0.1:{port}"),
        *("-k", "uvicorn_worker.UvicornWorker"),
    ),
    "gunicorn's own worker": ("gunicorn", f"{CREATE}()", "-b", "127.0.0.1:{port}", "-k", "asgi"),
    "daphne": ("daphne", "-p", "{port}", "application:app"),  # which has no lifespan
}
MODULE = "from service.app import create_app\n\napp = create_app()\n"


async def check(client: httpx.AsyncClient) -> None:
    cached = (await client.get("/v1/analysis", params={"board": "XO./.X./..O"})).raise_for_status()
    condition = {"If-None-Match": cached.headers["etag"]}
    again = await client.get("/v1/analysis", params={"board": "XO./.X./..O"}, headers=condition)
    assert again.status_code == 304
    searched = (await client.post("/v1/analysis", json=SEARCH)).raise_for_status().json()
    assert searched["nodes"] > 1_000
    stream = await client.get("/v1/analysis/stream", params=SEARCH | {"max_nodes": 6_000})
    assert stream.text.count("\nevent: analysis\n") == 1
    head = await client.head("/")
    assert (head.status_code, head.content) == (200, b"")
    refused = await client.post("/v1/analysis", json={"board": "XX......."})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_counts")
    assert (await client.get("/livez")).raise_for_status().json()["status"] == "ok"
    assert (await client.get("/readyz")).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize("workers", [0, 1])
async def test_application_without_a_server_starts_its_workers_at_the_first_search(
    workers: int,
) -> None:
    app, before = create_app(Settings.model_construct(workers=workers)), children(os.getpid())
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://x", timeout=WAIT
    ) as client:
        await check(client)
        assert len(set(children(os.getpid())) - set(before)) == workers
        await app.state.searches.close()
        assert (await client.get("/readyz")).status_code == 503
        refused = await client.post("/v1/analysis", json=SEARCH | {"max_nodes": 7_000})
        assert refused.json()["code"] == "not_ready"


@pytest.mark.full
@pytest.mark.release
@pytest.mark.anyio
@pytest.mark.parametrize(
    ("command", "is_http2"),
    [
        *(pytest.param(command, False, id=name) for name, command in SERVERS.items()),
        *(pytest.param(SERVERS[name], True, id=f"{name} 2") for name in ("hypercorn", "granian")),
    ],
)
async def test_server_runs_the_application(
    tmp_path: Path, command: Sequence[str], *, is_http2: bool
) -> None:
    (tmp_path / "application.py").write_text(MODULE)
    port = free_port()
    environment = os.environ | {"PATH": PATH, "PYTHONPATH": f"{ROOT}:{tmp_path}"}
    arguments = [argument.format(port=port) for argument in command]
    with subprocess.Popen(  # noqa: ASYNC220
        arguments, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
    ) as server:
        try:
            wait_until(lambda: is_listening(port) or server.poll() is not None)
            async with httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{port}",
                http1=not is_http2,  # With prior knowledge, without TLS.
                http2=is_http2,
                timeout=WAIT,
            ) as client:
                await check(client)
        finally:
            server.terminate()
            server.wait(WAIT)


@pytest.mark.full
@pytest.mark.release
def test_function_of_aws_lambda_serves_requests() -> None:
    """The adapter, without the optional keys of the scope, and searches in a thread."""
    event = {
        "version": "2.0",
        "rawPath": "/v1/analysis",
        "rawQueryString": "",
        "headers": {"host": "x", "content-type": "application/json"},
        "requestContext": {
            "http": {"method": "POST", "path": "/v1/analysis", "sourceIp": "192.0.2.1"},
            "stage": "$default",
        },
        "body": base64.b64encode(json.dumps(SEARCH).encode()).decode(),
        "isBase64Encoded": True,
    }
    program = (
        "import asyncio, json, sys\nfrom mangum import Mangum\nfrom service.app import create_app\n"
        "asyncio.set_event_loop(asyncio.new_event_loop())\n"
        "handler = Mangum(create_app(), lifespan='off')\n"
        "for _ in range(2): print(json.dumps(handler(json.loads(sys.argv[1]), None)))"
    )
    command = (sys.executable, "-c", program, json.dumps(event))
    environment = os.environ | {"NOUGHTS_WORKERS": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, timeout=WAIT, check=True
    )
    for line in done.stdout.splitlines():
        response = json.loads(line)
        assert response["statusCode"] == 200
        assert json.loads(response["body"])["nodes"] > 1_000
