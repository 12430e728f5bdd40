"""Replicas share the work, and clients do not notice one that fails."""

import json
from itertools import count
from threading import Event, Thread
from typing import Self

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import Site
from tests.live import wait_until

pytestmark = pytest.mark.full

JSON = {"Content-Type": "application/json"}
BODY = {"board": "XO./.X./..O"}
EXAM = json.dumps({"side": "X", "moves": {".../.../...": 4}}).encode()
STREAM = "/v1/analysis/stream?board=....../....../....../....../....../......&in_a_row=4"
ROUNDS = 2  # of restarts
budgets = count(2_000)


class Load:
    """Clients that send requests without a pause and note every wrong response."""

    def __init__(self, url: str, *, may_cut_off: int = 0, **headers: str) -> None:
        self.url = url
        self.may_cut_off = may_cut_off
        self.headers = headers
        self.cut_off = 0
        self.done = 0
        self.wrong: list[str] = []
        self._enough = Event()
        self._threads = [Thread(target=self._ask, daemon=True) for _ in range(3)]

    def _ask(self) -> None:
        check = {"response": [httpx.Response.raise_for_status]}
        with httpx.Client(
            base_url=self.url, headers=self.headers, timeout=30, event_hooks=check
        ) as client:
            expected = client.post("/v1/analysis", json=BODY).content
            while not self._enough.is_set():
                path = new_path()
                try:
                    first = client.get(path).content
                    assert client.post("/v1/analysis", json=BODY).content == expected
                    assert client.get(path).content == first
                    body = iter([EXAM[:9], b" " * 70_000, EXAM[9:]])  # chunked, with a large one
                    client.post("/v1/exam", content=body, headers=JSON)
                    events = client.get(f"{STREAM}&max_nodes={next(budgets)}").text
                    assert "\nevent: analysis\n" in events, events
                    client.get("/readyz")
                    client.get("/")
                    self.done += 1
                except (httpx.HTTPError, AssertionError) as error:
                    if "complete message body" in str(error):
                        self.cut_off += 1
                    else:
                        self.wrong.append(repr(error))

    def goes_on(self, more: int = 30) -> None:
        """Return when this many more rounds are done."""
        goal = self.done + more
        wait_until(lambda: self.done >= goal or self.wrong)
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
    stream = "/v1/analysis/stream?board=....../....../....../....../.....{}&in_a_row=4"
    with (
        site.client.stream("GET", stream.format("X")) as one,
        site.client.stream("GET", stream.format("O")) as other,
    ):
        lines = one.iter_lines(), other.iter_lines()
        assert [next(each) for each in lines] == ["event: progress"] * 2
        assert site.counts("noughts_searches_running") == [1, 1]


def test_rolling_restart_loses_nothing() -> None:
    """Requests with and without bodies, and streams."""
    with Site(number=3) as site, Load(site.proxy.url) as load:
        for replica in site.replicas * ROUNDS:
            load.goes_on(5)
            assert replica.stop() == 0
            load.goes_on(5)
            replica.start()
        load.goes_on()


def test_killed_replica_is_passed_over(site: Site) -> None:
    # Each client can lose at most the response that a replica is sending.
    with Load(site.proxy.url, may_cut_off=6) as load:
        load.goes_on()
        for replica in site.replicas:
            replica.kill()
            load.goes_on()
            replica.start()
            load.goes_on()
    wait_until(lambda: all(shares(site, 4)))
