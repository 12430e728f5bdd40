"""Pages through nginx: a class behind one address, and two releases at the same time."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import PLENTY, Proxy, Site
from tests.live import WAIT, Service, free_port, get

pytestmark = pytest.mark.full

PUPILS = 30
PREFIX = "/noughts"
PUBLIC = f"https://example.org{PREFIX}"
JSON = {"Content-Type": "application/json"}
LOADED = re.compile(r'<(?:link|script)\b[^>]*? (?:src|href)="([^"#]*/static/[^"#]+)"')


def files_of(page: httpx.Response) -> list[str]:
    """The URLs of the files that a page loads."""
    return [urljoin(str(page.url), name) for name in LOADED.findall(page.text)]


async def visit(url: str, paths: list[str], seed: int) -> list[int]:
    """Make a move, and open pages one after the other as a browser does; return all statuses."""
    async with httpx.AsyncClient(limits=httpx.Limits(max_connections=6), timeout=120) as client:
        move = {"board": "/".join(["." * 9] * 9), "in_a_row": 5, "seed": seed}
        statuses = [(await client.post(f"{url}/v1/best-move", json=move)).status_code]
        for path in paths:
            page = await client.get(url + path)
            files = await asyncio.gather(*map(client.get, files_of(page)))
            statuses += [each.status_code for each in (page, *files)]
        return statuses


async def visit_all(url: str) -> list[list[int]]:
    paths = ["/", "/learn"]
    return await asyncio.gather(*(visit(url, paths, seed) for seed in range(PUPILS)))


def test_class_behind_one_address_moves_and_opens_pages_at_once() -> None:
    with Site(limits={}) as site:
        visits = asyncio.run(visit_all(site.proxy.url))
    assert {status for statuses in visits for status in statuses} == {200}
    assert min(map(len, visits)) > 13  # also the files that the HTML of the pages names


@pytest.fixture
def older(previous: Path) -> Iterator[Service]:
    with Service(previous) as service:
        yield service


def test_page_gets_only_files_of_its_own_release(older: Service) -> None:
    with (
        Service() as newer,
        Proxy([older.url, newer.url]) as proxy,
        httpx.Client(timeout=120) as client,
    ):
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
        assert client.get(f"{proxy.url}/static/@0123456789abcdef/nothing").status_code == 404


def test_public_address_is_in_shared_links_and_problems() -> None:
    """In those of nginx, too."""
    with (
        Service(public_url=PUBLIC) as service,
        Proxy([service.url], {**PLENTY, "public_url": PUBLIC}) as proxy,
    ):
        for path in ("/v1/nothing", "/metrics"):  # of the service and of nginx
            problem = get(proxy.url + path).json()
            assert problem["type"] == f"{PUBLIC}/problems#not_found"
            assert problem["detail"].endswith(f"See {PUBLIC}/docs.")
        page = get(f"{proxy.url}/learn/practice").text
        [picture] = re.findall('"og:image" content="([^"]+)"', page)
        assert picture == f"{PUBLIC}/static/icons/share.png"
        assert get(picture.replace(PUBLIC, proxy.url)).content.startswith(b"\x89PNG")


@pytest.mark.parametrize("kept", ["", PREFIX])
def test_balancer_can_keep_or_remove_the_prefix(kept: str) -> None:
    """Pages, the cache, streams, sizes and limits are the same; metrics stay hidden."""
    limits = {**PLENTY, "rate": "1r/m", "burst": "6"}
    settings = limits | {"root_path": PREFIX, "public_url": PREFIX}
    with (
        Service(root_path=PREFIX, metrics_port=str(free_port())) as service,
        Proxy([service.url], settings) as proxy,
        httpx.Client(base_url=proxy.url + kept, timeout=WAIT) as client,
    ):
        for path in ("/", "/learn"):
            page = client.get(path)
            files = files_of(page)
            assert {each.status_code for each in (page, *map(client.get, files))} == {200}
        path = new_path()
        assert [client.get(path).headers["x-cache"] for _ in range(2)] == ["MISS", "HIT"]
        stream = client.get("/v1/analysis/stream?board=XO./.X./..O")
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert "x-cache" not in stream.headers
        for name, size, status in (
            ("analyses", 2**16 + 1, 422),
            ("analyses", 2**20 + 1, 413),
            ("analysis", 2**16 + 1, 413),
        ):
            refused = client.post(f"/v1/{name}", content=b"{}".ljust(size), headers=JSON)
            assert refused.status_code == status
            assert refused.json()["type"].startswith(f"{PREFIX}/problems#")
            assert status == 422 or f"exceeds {size - 1} bytes" in refused.json()["detail"]
        statuses = [client.get("/v1/levels").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        for path, status in (("/readyz", 200), ("/metrics", 404), ("/searches", 404)):
            assert client.get(path).status_code == status
