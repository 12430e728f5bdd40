"""GET responses are kept, and nothing of one request reaches another."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import Proxy, Site
from tests.deploy.replica import replica
from tests.live import WAIT, get, wait_until

pytestmark = pytest.mark.full

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def test_hit_repeats_the_response_of_the_replica_except_for_its_id(site: Site, path: str) -> None:
    direct = get(site.replicas[0].url + path)
    first, second = site.client.get(path), site.client.get(path)
    assert [first.headers["x-cache"], second.headers["x-cache"]] == ["MISS", "HIT"]
    assert first.content == second.content == direct.content
    for name in ("etag", "cache-control", "content-type", "vary"):
        assert direct.headers[name] == first.headers[name] == second.headers[name]
    assert first.headers["server-timing"].startswith("total;dur=")
    assert "server-timing" not in second.headers
    ids = {each.headers["x-request-id"] for each in (first, second, site.client.get(path))}
    assert len(ids) == 3
    for own in ("ours", "a b", "a" * 65, "é"):  # Only the first one is valid.
        answer = site.client.get(path, headers={b"X-Request-ID": own.encode()})
        [given] = answer.headers.get_list("x-request-id")
        assert given.isalnum()
        assert (given == own) == (own == "ours")


def test_head_shares_the_cache_with_get(site: Site, path: str) -> None:
    first, second, third = site.client.head(path), site.client.get(path), site.client.head(path)
    assert [each.headers["x-cache"] for each in (first, second, third)] == ["MISS", "HIT", "HIT"]
    assert first.content == third.content == b""
    assert int(first.headers["content-length"]) == len(second.content) > 100
    assert third.headers["content-length"] == first.headers["content-length"]


@pytest.mark.parametrize("form", ["W/{}", '"other", {}', "*"])
def test_matching_etag_gets_a_304_from_the_cache(site: Site, path: str, form: str) -> None:
    etag = site.client.get(path).headers["etag"]
    asked = sum(site.counts("noughts_requests_total"))
    answer = site.client.get(path, headers={"If-None-Match": form.format(etag)})
    assert (answer.status_code, answer.content) == (304, b"")
    assert (answer.headers["etag"], answer.headers["x-cache"]) == (etag, "HIT")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert sum(site.counts("noughts_requests_total")) == asked + 2  # the metrics themselves
    assert site.client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_body_of_a_get_is_an_error_even_if_the_empty_board_is_cached(site: Site, path: str) -> None:
    path = path.replace("board=XO./.X./..O&", "")
    site.client.get(path)
    etag = site.client.get(path).headers["etag"]
    for headers in ({}, {"If-None-Match": etag}):
        for content in (b"{}", iter([b"{}"])):
            answer = site.client.request("GET", path, content=content, headers=headers)
            assert answer.status_code == 422
            detail = answer.json()["detail"]
            assert detail.startswith("The body is ignored, because this is a GET; ")
    assert site.client.get(path).headers["x-cache"] == "HIT"


def test_cached_response_has_its_age() -> None:
    generated = datetime.now(UTC) - timedelta(seconds=1_000)
    date = format_datetime(generated, usegmt=True)
    headers = {"Cache_Control": "max-age=60", "ETag": '"a"', "Date": date}
    with replica(200, **headers) as server, Proxy([server.url]) as proxy:
        url = f"{proxy.url}/v1/analysis"
        assert "age" not in get(url).headers
        held = {"If-None-Match": '"a"'}
        answers = [get(url), httpx.head(url, timeout=WAIT), get(url, headers=held)]
        elapsed = (datetime.now(UTC) - generated).total_seconds()
    assert [answer.status_code for answer in answers] == [200, 200, 304]
    for answer in answers:
        assert answer.headers["x-cache"] == "HIT"
        assert 1_000 <= int(answer.headers["age"]) <= elapsed + 1


def test_both_logs_contain_the_ids_but_no_query(site: Site, path: str) -> None:
    sent = {"X-Request-ID": "mine-1.a_b", "traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
    given = site.client.get(path, headers=sent).headers["x-request-id"]
    assert given == sent["X-Request-ID"]
    wait_until(lambda: any(given in line for replica in site.replicas for line in replica.log))
    [line] = [json.loads(line) for each in site.replicas for line in each.log if given in line]
    assert (line["route"], line["trace_id"]) == ("/v1/best-move", TRACE)
    wait_until(lambda: any(line["request_id"] == given for line in site.proxy.log))
    line = site.proxy.log[-1]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/v1/best-move", 200)
    assert line["trace_id"] == TRACE
    assert line["replica"] in {each.url.removeprefix("http://") for each in site.replicas}
    assert "XO" not in json.dumps(line)


def test_cache_ignores_other_headers(site: Site, path: str) -> None:
    first = site.client.get(path)
    for header in (
        {"Accept": "text/html", "Accept-Encoding": "br"},
        {"Authorization": "Bearer x", "Cookie": "a=b"},
        {"Cache-Control": "no-cache", "Pragma": "no-cache"},
        {"Host": "elsewhere.example"},
        {"Range": "bytes=0-9"},
    ):
        second = site.client.get(path, headers=header)
        assert (second.status_code, second.headers["x-cache"]) == (200, "HIT")
        assert second.content == first.content


@pytest.mark.parametrize("origin", ["https://game.example", "null", "?" * 300])
def test_page_of_any_origin_can_read_a_cached_response(site: Site, path: str, origin: str) -> None:
    site.client.get(path)
    for cache in ("MISS", "HIT"):
        answer = site.client.get(path, headers={"Origin": origin})
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["x-cache"] == cache


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200),
        ("If-Match", '"other"', 412),
        ("If-Match", "{etag}", 200),
    ],
)
def test_service_decides_other_conditions(
    site: Site, path: str, name: str, value: str, status: int
) -> None:
    [release] = set(re.findall(r"static/@[0-9a-f]+", site.client.get("/").text))
    for each in (path, f"/{release}/play/main.js"):
        first = site.client.get(each)
        for _ in range(2):
            again = site.client.get(each, headers={name: value.format(etag=first.headers["etag"])})
            assert again.status_code == status
            assert (again.content == first.content) == (status == 200)
            assert "x-cache" not in again.headers


@pytest.mark.parametrize(
    ("status", "policy", "count"),
    [
        (200, "public, max-age=60", 1),
        (200, "public, max-age=0", 20),
        (200, "no-store", 20),
        (404, "no-store", 20),
        (422, "no-store", 20),
    ],
)
def test_concurrent_equal_requests_wait_for_one_that_can_be_cached(
    status: int, policy: str, count: int
) -> None:
    # On a busy machine, the one that is awaited can take long.
    long = "proxy_cache_lock_timeout 60s; proxy_cache_lock_age 60s"
    changes = {"proxy_cache_lock_timeout 1s": long} if count == 1 else {}
    with (
        replica(status, Cache_Control=policy) as server,
        Proxy([server.url], changes=changes) as proxy,
        ThreadPoolExecutor(20) as pool,
    ):
        answers = list(pool.map(get, [f"{proxy.url}/v1/analysis"] * 20))
    assert [answer.status_code for answer in answers] == [status] * 20
    assert server.count == count
    assert (server.most > 1) == (count > 1)


def test_other_responses_are_not_stored(site: Site) -> None:
    stream = "/v1/analysis/stream?board=XO./.X./..O"
    for path in ["/docs", "/livez", "/readyz", stream, "/v1/analysis?board=XXX", "/v1/nope"] * 2:
        assert site.client.get(path).headers.get("x-cache") in {None, "MISS"}


def test_stale_response_is_served_during_an_update_and_an_outage() -> None:
    path = new_path()
    with Site(cache_max_age="1") as site:
        answers = [site.client.get(path)]

        def is_stale() -> bool:
            answers.append(site.client.get(path))
            return answers[-1].headers["x-cache"] == "STALE"

        wait_until(is_stale)
        assert int(answers[-1].headers["age"]) > 1
        wait_until(lambda: sum(site.counts('noughts_requests_total{method="GET",route="/v1/b')) > 1)
        wait_until(lambda: site.client.get(path).headers["x-cache"] == "HIT")
        for replica in site.replicas:
            replica.stop()
        wait_until(is_stale)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
