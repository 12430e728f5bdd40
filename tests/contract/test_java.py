"""Java's HttpClient, which offers an upgrade to HTTP/2 by default, calls a real server."""

import json

import pytest

from tests.live import ROOT, running_service
from tests.programs import run

CALLS = ROOT / "tests" / "contract" / "java" / "Calls.java"


@pytest.mark.full
@pytest.mark.release
def test_http_client_of_java_gets_every_response() -> None:
    with running_service() as url:
        lines = run("java", CALLS, url).splitlines()
    assert len(lines) == 3 * (4 + 2 + 20)
    for line in lines:
        status, version, body = line.split(" ", 2)
        assert (status, version) == ("200", "HTTP_1_1")
        assert json.loads(body)["best_move"] == 3
