"""Search workers that are killed under a running server, or cannot be started."""

import json
import os
import resource
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import pytest

from tests.http.support import Server, request, serving, wait_until
from tests.live import Service

EMPTY = "/".join(["." * 7] * 7)
# In Python 5,000 nodes take some tenths of a second: time enough to kill the worker.
SLOW = {"workers": "1", "search": "python"}


def question(max_nodes: int, close: bool = True) -> bytes:
    """A request for a search of so many nodes."""
    asked = {"board": EMPTY, "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), close=close)


def kill(worker: int) -> None:
    """Kill a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(worker, signal.SIGKILL)


def restarts(server: Server) -> float:
    """The metric."""
    [line] = [
        line
        for line in server.get("/metrics").body.decode().splitlines()
        if line.startswith("noughts_worker_restarts_total ")
    ]
    return float(line.split()[1])


@pytest.mark.parametrize("kills", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_search_whose_worker_is_killed_is_done_again(usual: Server, kills: int) -> None:
    with serving(**SLOW) as server:
        [expected] = usual.ask(question(5_000))
        with ThreadPoolExecutor() as pool:
            answer = pool.submit(server.ask, question(5_000))
            killed: set[int] = set()
            for _ in range(kills):
                wait_until(lambda: bool(set(server.workers) - killed))
                [worker] = set(server.workers) - killed
                kill(worker)
                killed.add(worker)
        [found] = answer.result()
        assert (found.status, found.body) == (200, expected.body)
        assert restarts(server) == kills


def test_workers_killed_again_and_again_cost_a_500_and_no_more() -> None:
    service = Service(workers="2")
    try:
        server = Server(service)
        with ThreadPoolExecutor() as pool:
            found = [pool.submit(server.ask, question(20_000_000)) for _ in range(2)]
            while not all(each.done() for each in found):
                for worker in server.workers:
                    kill(worker)
                [alive] = server.ask(request("GET", "/v1/analysis?board=.........", close=True))
                assert alive.status == 200
        for [answer] in (each.result() for each in found):
            problem = json.loads(answer.body)
            assert (answer.status, problem["code"]) == (500, "internal_error")
            assert problem["request_id"] == answer.headers["x-request-id"]
        assert restarts(server) == 3  # equal questions share a search
        [good] = server.ask(question(1_000))
        assert good.status == 200
        assert service.process.poll() is None
    finally:
        assert service.stop() == 0


def test_an_idle_worker_that_is_killed_is_not_missed() -> None:
    with serving(workers="1") as server:
        for nodes, kept in zip(count(1_000), range(3)):
            [answer] = server.ask(question(nodes))
            assert (answer.status, restarts(server)) == (200, kept)
            kill(server.workers[0])


def test_a_worker_that_cannot_be_started_is_an_overload() -> None:
    with serving() as server:
        server.get("/livez")
        limit = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        enough_for_a_connection = server.files + 2
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (enough_for_a_connection, limit[1]))
        [refused] = server.ask(question(1_000))
        assert (refused.status, json.loads(refused.body)["code"]) == (503, "overloaded")
        assert refused.headers["retry-after"] == "1"
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limit)
        [answer] = server.ask(question(1_000))
        assert answer.status == 200
