"""Search workers of a running server that are killed or cannot be started."""

import json
import os
import resource
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from tests.http.support import exists, request, serving
from tests.live import wait_until

EMPTY = "/".join(["." * 7] * 7)


READY = request("GET", "/readyz", close=True)


def question(max_nodes: int) -> bytes:
    """A request for a search of so many nodes."""
    asked = {"board": EMPTY, "in_a_row": 5, "max_nodes": max_nodes}
    return request("POST", "/v1/analysis", json.dumps(asked).encode(), close=True)


def kill(worker: int) -> None:
    """Kill a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(worker, signal.SIGKILL)


def test_no_process_outlives_a_killed_server() -> None:
    with serving() as server, ThreadPoolExecutor() as pool:
        search = pool.submit(server.say, question(20_000_000))
        wait_until(lambda: server.searches == 1 and len(server.workers) == 2)
        processes = server.workers
        server.service.kill()
        wait_until(lambda: not any(map(exists, processes)))
        assert search.result() == b""


def test_worker_that_cannot_start_makes_the_service_unready() -> None:
    with serving(workers="1") as server:
        wait_until(lambda: server.ask(READY)[0].status == 200)
        limit = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        enough_for_a_connection = len(list(Path(f"/proc/{server.pid}/fd").iterdir())) + 1
        [worker] = server.workers
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (enough_for_a_connection, limit[1]))
        kill(worker)
        wait_until(lambda: not server.workers)
        for message in (question(1_000), READY, READY):
            [refused] = server.ask(message)
            assert (refused.status, json.loads(refused.body)["code"]) == (503, "not_ready")
            assert refused.headers["retry-after"] == "1"
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limit)
        wait_until(lambda: server.ask(READY)[0].status == 200)
        [answer] = server.ask(question(1_000))
        assert answer.status == 200
