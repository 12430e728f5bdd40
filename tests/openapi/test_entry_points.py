"""The application factory under other servers than ours."""

import sys
from subprocess import PIPE, Popen

import httpx
import pytest

from service.app import create_app
from tests.live import ROOT

TARGET = "/v1/best-move?board=XO./.X./..O"


@pytest.mark.filterwarnings("ignore:Using `httpx` with `starlette.testclient`")
def test_test_client_runs_the_lifespan() -> None:
    from fastapi.testclient import TestClient  # noqa: PLC0415  it warns when imported

    with TestClient(create_app()) as client:
        assert client.get("/readyz").status_code == 200
        assert client.get(TARGET).json()["move"]["cell"] == 3


@pytest.mark.full
def test_stock_uvicorn_serves_the_factory() -> None:
    command = [sys.executable, "-m", "uvicorn", "service.app:create_app", "--factory", "--port=0"]
    with Popen(command, cwd=ROOT, stderr=PIPE, text=True) as process:
        assert process.stderr
        try:
            started = next(line for line in process.stderr if "running on" in line)
            url = started.split(" on ")[1].split()[0]
            assert httpx.get(f"{url}{TARGET}").json()["move"]["cell"] == 3
        finally:
            process.terminate()
            process.stderr.read()
