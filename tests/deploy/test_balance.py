"""Replicas share the work; who fails is passed over, and whoever asks does not notice."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Self

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import Proxy, Site, wait_until

pytestmark = pytest.mark.full

BODY = {"board": "XO./.X./..O"}


class Load:
    """Clients that ask without a pause, and note every answer that is not the right one."""

    def __init__(self, url: str, *, may_cut_off: int = 0, **headers: str) -> None:
        self.url = url
        self.cut_off = 0
        self.may_cut_off = may_cut_off
        self.headers = headers
        self.done = 0
        self.wrong: list[str] = []
        self._enough = Event()
        self._threads = [Thread(target=self._ask, daemon=True) for _ in range(3)]

    def _ask(self) -> None:
        with httpx.Client(base_url=self.url, headers=self.headers, timeout=30) as client:
            expected = client.post("/v1/analysis", json=BODY).content
            while not self._enough.is_set():
                try:
                    self._judge(client, expected)
                except httpx.HTTPError as error:
                    if "complete message body" in str(error):
                        self.cut_off += 1
                    else:
                        self.wrong.append(repr(error))

    def _judge(self, client: httpx.Client, expected: bytes) -> None:
        """Ask for what the cache has not, for what it never has, and for what it has."""
        path = new_path()
        answers = [client.get(path), client.post("/v1/analysis", json=BODY), client.get(path)]
        answers += [client.get("/readyz"), client.get("/")]
        self.wrong += [f"{a.status_code} {a.request.url}" for a in answers if a.status_code != 200]
        if answers[1].content != expected or answers[0].content != answers[2].content:
            self.wrong.append("another answer")
        self.done += 1

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def goes_on(self, more: int = 30) -> None:
        """Return when so many more rounds are done."""
        goal = self.done + more
        wait_until(lambda: self.done >= goal or self.wrong)
        assert self.wrong == []

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()
        assert self.wrong == []
        assert self.cut_off <= self.may_cut_off


def test_all_replicas_get_their_share(site: Site) -> None:
    before = site.counts("noughts_requests_total")
    for _ in range(40):
        assert site.client.post("/v1/analysis", json=BODY).status_code == 200
    after = site.counts("noughts_requests_total")
    assert all(10 < late - early < 40 for early, late in zip(before, after, strict=True))


def test_long_searches_go_where_there_is_a_place(site: Site) -> None:
    stream = "/v1/analysis/stream?board=....../....../....../....../.....{}&in_a_row=4"
    with (
        site.client.stream("GET", stream.format("X")) as one,
        site.client.stream("GET", stream.format("O")) as other,
    ):
        lines = one.iter_lines(), other.iter_lines()
        assert [next(each) for each in lines] == ["event: progress"] * 2
        assert site.counts("noughts_searches_running") == [1, 1]


def test_a_rolling_restart_drops_nothing(site: Site) -> None:
    with Load(site.proxy.url) as load:
        for replica in site.replicas * 2:
            load.goes_on()
            assert replica.stop() == 0
            replica.start()
        load.goes_on()


def test_a_replica_that_is_killed_is_passed_over(site: Site) -> None:
    # What it is just sending cannot be taken back: of each client at most one answer.
    with Load(site.proxy.url, may_cut_off=6) as load:
        load.goes_on()
        for replica in site.replicas:
            replica.kill()
            load.goes_on()
            replica.start()
            load.goes_on()
    wait_until(lambda: all(_asked_again(site)))


def _asked_again(site: Site) -> Iterator[bool]:
    """Whether each replica gets requests, which new ones show."""
    before = site.counts('noughts_requests_total{method="POST"')
    for _ in range(4):
        site.client.post("/v1/analysis", json=BODY)
    after = site.counts('noughts_requests_total{method="POST"')
    return (late > early for early, late in zip(before, after, strict=True))


def test_one_replica_is_enough(site: Site) -> None:
    site.replicas[0].stop()
    try:
        with Load(site.proxy.url) as load:
            load.goes_on()
    finally:
        site.replicas[0].start()


def test_without_replicas_it_says_so_and_recovers_by_itself(site: Site) -> None:
    for replica in site.replicas:
        replica.stop()
    try:
        lost = site.client.get(new_path())
        assert (lost.status_code, lost.json()["code"]) == (503, "not_ready")
        assert (lost.headers["retry-after"], lost.headers["cache-control"]) == ("1", "no-store")
        assert lost.headers["access-control-allow-origin"] == "*"
    finally:
        for replica in site.replicas:
            replica.start()
    assert site.client.get(new_path()).status_code == 200


def test_a_reload_drops_nothing(site: Site) -> None:
    # An idle connection may always be closed just as it is used again: so each is used once.
    with Load(site.proxy.url, Connection="close") as load:
        for _ in range(3):
            load.goes_on()
            site.proxy.reload()
        load.goes_on()


def test_answers_outlive_a_restart_of_nginx(site: Site) -> None:
    path = new_path()
    first = site.client.get(path)
    site.proxy.stop()
    site.proxy.start()
    again = site.client.get(path)
    assert (again.headers["x-cache"], again.content) == ("HIT", first.content)


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of 30 MiB at a folder; skips where mounting is not possible."""
    command = ["mount", "-t", "tmpfs", "-o", "size=30m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a file system is not possible here")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_only_means_that_nothing_is_kept(site: Site) -> None:
    with tempfile.TemporaryDirectory() as folder, small_disk(Path(folder)):
        proxy = Proxy([replica.url for replica in site.replicas], cache=Path(folder))
        filler = Path(folder) / "filler"
        try:
            with httpx.Client(base_url=proxy.url) as client:
                with pytest.raises(OSError, match="space"):
                    filler.write_bytes(bytes(2**25))
                for path in [new_path() for _ in range(50)] * 2:
                    answer = client.get(path)
                    assert (answer.status_code, answer.headers["x-cache"]) == (200, "MISS")
                    assert answer.content == httpx.get(site.replicas[0].url + path).content
                filler.unlink()
                path = new_path()
                assert [client.get(path).headers["x-cache"] for _ in "12"] == ["MISS", "HIT"]
        finally:
            proxy.remove()
