"""Replicas share the work, and neither faults nor an update lose a request."""

import csv
import json
import re
import signal
import subprocess
from itertools import count, cycle
from pathlib import Path
from threading import Event, Thread
from typing import Self

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import Site
from tests.deploy.test_pages import JSON, files_of
from tests.live import ROOT, WAIT, free_port, get, is_listening, wait_until
from tests.programs import find

pytestmark = pytest.mark.full

BODY = {"board": "XO./.X./..O"}
EXAM = json.dumps({"side": "X", "moves": {".../.../...": 4}}).encode()
STREAM = "/v1/analysis/stream?board=....../....../....../....../....../......&in_a_row=4"
PAGES = cycle(("/", "/learn", "/puzzles", "/docs", "/learn/practice", "/learn/player", "/problems"))
numbers = count(2_000)


def play(client: httpx.Client) -> None:
    """Send requests with and without bodies, and receive a stream."""
    path = new_path()
    assert client.get(path).content == client.get(path).content
    assert client.post("/v1/best-move", json=BODY).json()["move"]
    body = iter([EXAM[:9], b" " * 70_000, EXAM[9:]])  # chunked, with a large one
    client.post("/v1/exam", content=body, headers=JSON)
    events = client.get(f"{STREAM}&max_nodes={next(numbers)}").text
    assert "\nevent: analysis\n" in events, events
    client.get("/readyz")


def read(client: httpx.Client) -> None:
    files = files_of(client.get(next(PAGES)))
    assert files
    for file in files:
        client.get(file)


class Load:
    """Clients that play and read until the end, and note every wrong response.

    There are so many that, with the fewest connections for each replica, one that hangs never
    holds all of them.
    """

    def __init__(self, url: str, *, may_cut_off: int) -> None:
        self.url = url
        self.may_cut_off = may_cut_off
        self.cut_off = 0
        self.rounds = 0
        self.wrong: list[str] = []
        self._enough = Event()
        self._threads = [Thread(target=self._repeat, daemon=True) for _ in range(4)]

    def _repeat(self) -> None:
        check = {"response": [httpx.Response.raise_for_status]}
        with httpx.Client(base_url=self.url, timeout=WAIT, event_hooks=check) as client:
            for kind in cycle([play, read]):
                if self._enough.wait(0.05):
                    break
                try:
                    kind(client)
                    self.rounds += 1
                except (httpx.HTTPError, AssertionError) as error:
                    if "complete message body" in str(error):
                        self.cut_off += 1
                    else:
                        self.wrong.append(repr(error))

    def goes_on(self) -> None:
        """Return when some more rounds are done."""
        goal = self.rounds + 10
        wait_until(lambda: self.rounds >= goal or self.wrong, WAIT)
        assert self.wrong == []

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()
        assert self.wrong == []
        assert self.cut_off <= self.may_cut_off


def shares(site: Site, requests: int) -> list[int]:
    """The number of these requests that each replica gets."""
    series = 'noughts_requests_total{method="POST"'
    before = site.counts(series)
    for _ in range(requests):
        assert site.client.post("/v1/analysis", json=BODY).status_code == 200
    return [late - early for early, late in zip(before, site.counts(series), strict=True)]


def test_replicas_share_the_requests(site: Site) -> None:
    assert all(10 < share < 30 for share in shares(site, 40))


def test_long_search_goes_to_an_idle_replica(site: Site) -> None:
    stream = f"/v1/analysis/stream?board={'.' * 48}{{}}&in_a_row=5&max_nodes=20000000"
    with (
        site.client.stream("GET", stream.format("X")) as one,
        site.client.stream("GET", stream.format("O")) as other,
    ):
        lines = one.iter_lines(), other.iter_lines()
        assert all("event: progress" in each for each in lines)  # perhaps after a comment
        assert site.counts("noughts_searches_running") == [1, 1]


def test_update_with_faults_loses_nothing(previous: Path) -> None:
    """One replica is updated as usual, one after it hung until it was killed, and one killed.

    Meanwhile, a page of a third release gets its files with one request more than replicas.
    """
    # Each client can lose the response that a replica was sending when it was killed.
    with Site(folder=previous, number=3) as site, Load(site.proxy.url, may_cut_off=5) as load:
        load.goes_on()
        stopped, hung, killed = site.replicas
        for replica in site.replicas:
            if replica is stopped:
                assert replica.stop() == 0
            elif replica is hung:
                replica.process.send_signal(signal.SIGSTOP)
            else:
                replica.kill()
            load.goes_on()
            third = site.client.get("/static/@0123456789abcdef/shared/site.css")
            assert (third.status_code, third.headers["cache-control"]) == (200, "no-cache")
            if replica is hung:
                replica.kill()  # as its orchestrator would
            replica.folder = ROOT
            replica.start()
            load.goes_on()
        assert site.client.get("/").text == get(killed.url).text
        asked = [line for line in site.proxy.log if line["path"].startswith("/static/@0123")]
    assert len(asked) == len(site.replicas)
    # A replica of a busy machine can be too slow (504); then another attempt follows.
    statuses = [line["replica_status"].replace("504", "") for line in asked]
    assert all(len(re.findall(r"\d{3}", each)) <= 4 for each in statuses)


def test_haproxy_with_its_default_check_uses_a_ready_replica(site: Site, tmp_path: Path) -> None:
    """That is `OPTIONS /`."""
    port, [ready, *_] = free_port(), site.replicas
    (tmp_path / "haproxy.cfg").write_text(f"""
    defaults
        mode http
        timeout connect 5s
        timeout client 30s
        timeout server 30s
    listen noughts
        bind 127.0.0.1:{port}
        stats uri /status
        option httpchk
        server a {ready.url.removeprefix("http://")} check inter 100ms
        server b 127.0.0.1:{free_port()} check inter 100ms
""")
    url = f"http://127.0.0.1:{port}"

    def checks() -> list[str]:
        lines = get(f"{url}/status;csv").text.splitlines()
        return [row["check_status"] for row in csv.DictReader(lines) if row["svname"] in {"a", "b"}]

    with subprocess.Popen([find("haproxy"), "-f", str(tmp_path / "haproxy.cfg")]) as haproxy:
        try:
            wait_until(lambda: is_listening(port))
            wait_until(lambda: checks() == ["L7OK", "L4CON"])
            assert get(url + new_path()).status_code == 200
        finally:
            haproxy.terminate()
