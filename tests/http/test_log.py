"""The log of a real server, with a reader and without."""

import json
import os
import re
import resource
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from service.logs.writer import MAX_WAITING
from tests.http.support import (
    MEGABYTE,
    PATIENCE,
    Answer,
    answers,
    connect,
    read_all,
    request,
    serving,
    wait_until,
)
from tests.live import ADDRESS, ROOT

GET = request("GET", "/livez")
LAST = request("GET", "/livez", close=True)
SERVE = (sys.executable, "-m", "service", "serve")
LONG = request("GET", "/v1/analysis?board=...../...../...../...../.....&in_a_row=5", close=True)
MANY = MAX_WAITING + 3_000  # requests, whose lines neither the queue nor a pipe can hold


class Unread:
    """A server that writes its log to a pipe which nobody reads after the first lines."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            SERVE,
            cwd=ROOT,
            env=os.environ | {"NOUGHTS_PORT": "0"},
            stderr=subprocess.PIPE,
        )
        assert self.process.stderr
        self.log = self.process.stderr
        found = None
        while not found:
            found = ADDRESS.search(self.log.readline().decode())
        self.port = int(found[2])

    def say(self, message: bytes) -> bytes:
        """All that comes back on a connection until the server closes it."""
        with connect(self.port) as connection, ThreadPoolExecutor(1) as pool:
            received = pool.submit(read_all, connection)
            connection.sendall(message)
            return received.result()

    def ask(self, message: bytes) -> Answer:
        """The answer to a single request."""
        [answer] = answers(self.say(message))
        return answer

    def ask_many(self) -> None:
        """Ask on one connection, and see that every request is answered."""
        received = self.say(GET * (MANY - 1) + LAST)
        assert received.count(b"HTTP/1.1 200 OK\r\n") == MANY

    def dropped(self) -> dict[str, float]:
        """The metric, by kind."""
        answer = self.ask(request("GET", "/metrics", close=True))
        lines = answer.body.decode().splitlines()
        found = [line for line in lines if line.startswith("noughts_log_lines_dropped_total{")]
        return {line.split('"')[1]: float(line.split()[1]) for line in found}


@contextmanager
def unread() -> Iterator[Unread]:
    """Such a server, which is gone at the end, at the latest."""
    server = Unread()
    with server.process:
        yield server
        server.process.kill()


def requests_in(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines that tell of a request."""
    return [line for line in lines if line["logger"] == "noughts.access"]


def test_a_log_that_nobody_reads_holds_nothing_up() -> None:
    with unread() as server:
        server.ask_many()
        dropped = server.dropped()
        assert dropped["access"] > 1_000
        assert dropped["other"] == 0
        assert server.ask(LONG).status == 200
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        lines = [json.loads(line) for line in server.log]  # each of them whole
        assert 0 < len(requests_in(lines)) < 1_000


def test_a_log_that_is_read_late_is_complete_but_for_what_is_counted() -> None:
    with unread() as server:
        server.ask_many()
        dropped = server.dropped()
        with ThreadPoolExecutor(1) as pool:
            read = pool.submit(server.log.readlines)
            server.process.terminate()
            lines = [json.loads(line) for line in read.result()]
        assert server.process.wait(PATIENCE) == 0
        assert len(requests_in(lines)) == MANY - dropped["access"]
        assert lines[-1]["event"].startswith("Finished server process")


def test_a_log_whose_reader_is_gone_harms_nobody() -> None:
    with unread() as server:
        server.log.close()
        server.ask_many()
        wait_until(lambda: server.dropped()["access"] >= MANY)
        assert server.ask(LONG).status == 200
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def is_listening(port: int) -> bool:
    """Whether somebody accepts connections."""
    with suppress(ConnectionRefusedError), connect(port):
        return True
    return False


def test_without_standard_streams_it_serves_as_ever() -> None:
    port = free_port()
    process = subprocess.Popen(
        ["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', *SERVE],
        cwd=ROOT,
        env=os.environ | {"NOUGHTS_PORT": str(port)},
    )
    with process:
        wait_until(lambda: is_listening(port))
        for descriptor in range(3):
            assert Path(f"/proc/{process.pid}/fd/{descriptor}").readlink() == Path(os.devnull)
        with connect(port) as connection:
            connection.sendall(LONG)
            assert [answer.status for answer in answers(read_all(connection))] == [200]
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_under_load_every_request_has_its_line() -> None:
    with serving() as server:
        pipelines = [GET * 999, request("GET", "/nope") * 999, request("POST", "/livez") * 999]
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(lambda each: server.ask(each, LAST), pipelines * 2))
        assert server.service.stop() == 0
        ids = [answer.headers["x-request-id"] for each in found for answer in each]
        lines = requests_in([json.loads(line) for line in server.service.log])
        assert len(ids) == 6_000
        assert Counter(line["request_id"] for line in lines) == Counter(ids)
        assert max(Counter(ids).values()) == 1


def test_the_complaint_of_a_worker_without_memory_is_a_line_of_json() -> None:
    with serving(workers="1") as server, ThreadPoolExecutor(1) as pool:
        asked = {"board": "/".join(["." * 9] * 9), "in_a_row": 5, "max_nodes": 5_000}
        body = json.dumps(asked).encode()
        search = pool.submit(server.ask, request("POST", "/v1/analysis", body, close=True))
        wait_until(lambda: bool(server.workers))
        resource.prlimit(server.workers[0], resource.RLIMIT_AS, (MEGABYTE, MEGABYTE))
        [answer] = search.result()
        assert answer.status == 200  # from another worker
        assert server.service.stop() == 0
        lines = [json.loads(line) for line in server.service.log]
        [complaint] = [line for line in lines if "search worker" in line["event"]]
        assert (complaint["level"], complaint["logger"]) == ("error", "noughts")


def test_debug_tells_of_connections_and_searches() -> None:
    with serving(log_level="DEBUG", max_connections="4") as server, ThreadPoolExecutor() as pool:
        asked = [pool.submit(server.ask, LONG) for _ in range(2)]
        for each in asked:
            each.result()
        idle = [server.connect() for _ in range(5)]
        wait_until(lambda: idle[0].recv(1) == b"")
        for connection in idle:
            connection.close()
        assert server.service.stop() == 0
    lines = [json.loads(line) for line in server.service.log]
    debug = [line["event"] for line in lines if line["level"] == "debug"]
    found = Counter(re.sub(r"[0-9a-f]{9,}|\(.*\)", "", event) for event in debug)
    searched = {event: number for event, number in found.items() if event.startswith("search")}
    assert searched.pop("search  started") == searched.pop("search  ended: done") == 1
    assert searched in ({"search  joined": 1}, {})  # by the second, unless it came too late
    assert found["connection from  opened"] == found["connection from  closed"] >= 7
    assert found["connection from  evicted"] >= 1
