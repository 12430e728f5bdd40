"""The log of a real server, with and without a reader."""

import json
import resource
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.http.support import (
    LAST,
    LIVEZ,
    MEGABYTE,
    request,
    serving,
)
from tests.live import ROOT

LONG = request("GET", "/v1/analysis?board=...../...../...../...../.....&in_a_row=5", close=True)


def requests_in(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["logger"] == "noughts.access"]


@pytest.mark.full
def test_each_request_under_load_has_one_line() -> None:
    with serving() as server:
        pipelines = [LIVEZ * 999, request("GET", "/nope") * 999, request("POST", "/livez") * 999]
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda each: server.ask(each, LAST), pipelines * 2))
        assert server.service.stop() == 0
        ids = [answer.headers["x-request-id"] for each in found for answer in each]
        lines = requests_in([json.loads(line) for line in server.service.log])
        assert len(ids) == 6_000
        assert Counter(line["request_id"] for line in lines) == Counter(ids)
        assert max(Counter(ids).values()) == 1


@pytest.mark.full  # with the compiled search, whose table fails at once
def test_worker_without_memory_is_logged_as_json() -> None:
    asked = {"board": "/".join(["." * 9] * 9), "in_a_row": 5}
    searches = [json.dumps(asked | {"max_nodes": nodes}).encode() for nodes in (5_000, 5_001)]
    with serving(workers="1") as server:
        server.ask(request("POST", "/v1/analysis", searches[0], close=True))
        resource.prlimit(server.workers[0], resource.RLIMIT_AS, (MEGABYTE, MEGABYTE))
        [answer] = server.ask(request("POST", "/v1/analysis", searches[1], close=True))
        assert answer.status == 200  # from another worker
        assert server.service.stop() == 0
        [line] = [line for line in server.service.log if "search worker died: " in line]
        complaint = json.loads(line)  # the worker's own traceback is not JSON
        assert (complaint["level"], complaint["logger"]) == ("error", "noughts")


def test_serve_on_windows_names_the_supported_systems() -> None:
    code = (
        "import sys; sys.modules['resource'] = None; import service.__main__\n"
        "sys.platform = 'win32'; sys.exit(service.__main__.serve())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "noughts serve runs on Linux, macOS and WSL.\n"
