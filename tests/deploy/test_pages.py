"""Pages through nginx: a class behind one address, and two releases at the same time."""

import asyncio
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from tests.deploy.proxy import Proxy, Site
from tests.live import ROOT, Service, wait_until

pytestmark = pytest.mark.full

PUPILS = 30
PUBLIC = "https://example.org/noughts"
LOADED = re.compile(r'<(?:link|script)\b[^>]*? (?:src|href)="([^"#]*/static/[^"#]+)"')


def files_of(page: httpx.Response) -> list[str]:
    """The URLs of the files that a page loads."""
    return [urljoin(str(page.url), name) for name in LOADED.findall(page.text)]


async def visit(url: str, paths: list[str]) -> list[int]:
    """Open pages one after the other as a browser does, and return the status of each response."""
    async with httpx.AsyncClient(limits=httpx.Limits(max_connections=6), timeout=60) as client:
        statuses = []
        for path in paths:
            page = await client.get(url + path)
            files = await asyncio.gather(*map(client.get, files_of(page)))
            statuses += [each.status_code for each in (page, *files)]
        return statuses


async def visit_all(url: str) -> list[list[int]]:
    return await asyncio.gather(*(visit(url, ["/", "/learn"]) for _ in range(PUPILS)))


def test_class_behind_one_address_opens_pages_at_once() -> None:
    with Site(limits={}) as site:
        visits = asyncio.run(visit_all(site.proxy.url))
    assert {status for statuses in visits for status in statuses} == {200}
    assert min(map(len, visits)) > 12  # the two pages, and the files that their HTML names


@pytest.fixture
def older(tmp_path: Path) -> Iterator[Service]:
    """A replica of another release, one of whose files differs."""
    for folder in ("openapi", "service"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    with (tmp_path / "service" / "static" / "shared" / "site.css").open("a") as file:
        file.write("/* older */")

    class Older(Service):
        folder = tmp_path

    with Older() as service:
        yield service


def test_page_gets_only_files_of_its_own_release(older: Service) -> None:
    with Service() as newer, Proxy([older.url, newer.url]) as proxy, httpx.Client() as client:
        releases = [older, newer]
        pages = [client.get(release.url) for release in releases]
        assert pages[0].text != pages[1].text
        for release, page in zip(releases, pages, strict=True):
            for file in files_of(page):
                expected = client.get(file)
                for _ in range(4):
                    found = client.get(file.replace(release.url, proxy.url))
                    assert found.content == expected.content, file
                    assert found.headers["cache-control"] == expected.headers["cache-control"]
        # A release that no longer runs.
        gone = client.get(f"{proxy.url}/static/@0123456789abcdef/shared/site.css")
        assert (gone.status_code, gone.headers["cache-control"]) == (200, "no-cache")
        assert client.get(f"{proxy.url}/static/@0123456789abcdef/nothing").status_code == 404


def test_public_address_is_in_shared_links_and_problems() -> None:
    """In those of nginx, too."""
    with (
        Service(public_url=PUBLIC) as service,
        Proxy([service.url], public_url=PUBLIC) as proxy,
    ):
        for path in ("/v1/nothing", "/metrics"):  # of the service and of nginx
            problem = httpx.get(proxy.url + path).json()
            assert problem["type"] == f"{PUBLIC}/problems#not_found"
            assert problem["detail"].endswith(f"See {PUBLIC}/docs.")
        page = httpx.get(f"{proxy.url}/learn/practice").text
        [picture] = re.findall('"og:image" content="([^"]+)"', page)
        assert picture == f"{PUBLIC}/static/icons/share.png"
        assert httpx.get(picture.replace(PUBLIC, proxy.url)).content.startswith(b"\x89PNG")


def asked(site: Site) -> list[dict[str, Any]]:
    """The requests for files of a release that nobody has."""
    return [line for line in site.proxy.log if line["path"].startswith("/static/@0")]


@pytest.mark.parametrize("state", ["stopped", "hung", "killed"])
def test_page_of_another_release_gets_files_though_a_replica_is_down(state: str) -> None:
    """Of each, one request more than there are replicas reaches them."""
    with Site(number=3) as site:
        [own] = {name for name in files_of(site.client.get("/")) if name.endswith("site.css")}
        [path] = re.findall(r"/static/@.*", own)
        down = site.replicas[0]
        if state == "hung":
            down.process.send_signal(signal.SIGSTOP)
        else:
            getattr(down, "stop" if state == "stopped" else "kill")()
        try:
            for number in range(6):
                other = re.sub("@[0-9a-f]+", f"@{number:016x}", path)
                assert site.client.get(path).headers["cache-control"].endswith("immutable")
                assert site.client.get(other).headers["cache-control"] == "no-cache"
        finally:
            if state == "hung":
                down.process.send_signal(signal.SIGCONT)
        wait_until(lambda: len(asked(site)) == 6)
        for line in asked(site):
            assert line["status"] == 200
            assert len(re.findall(r"\d{3}", line["replica_status"])) <= 4
