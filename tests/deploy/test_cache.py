"""GET answers are kept, and nothing of one request is ever told to another."""

import json
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.deploy.conftest import new_path
from tests.deploy.proxy import Site, wait_until

pytestmark = pytest.mark.full

HEAVY = "/v1/analysis?board=...../.X.../..O../...../.....&in_a_row=4&max_nodes=200000"


def test_an_answer_is_the_replicas_own_and_then_the_caches(site: Site, path: str) -> None:
    direct = httpx.get(site.replicas[0].url + path)
    first, second = site.client.get(path), site.client.get(path)
    assert [first.headers["x-cache"], second.headers["x-cache"]] == ["MISS", "HIT"]
    assert first.content == second.content == direct.content
    for name in ("etag", "cache-control", "content-type", "access-control-allow-origin"):
        assert direct.headers[name] == first.headers[name] == second.headers[name]


def test_head_is_get_without_the_body(site: Site, path: str) -> None:
    first, second = site.client.head(path), site.client.get(path)
    assert [first.headers["x-cache"], second.headers["x-cache"]] == ["MISS", "HIT"]
    assert first.content == b""
    assert int(first.headers["content-length"]) == len(second.content) > 100
    third = site.client.head(path)
    assert (third.headers["x-cache"], third.content) == ("HIT", b"")
    assert third.headers["content-length"] == first.headers["content-length"]


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_a_client_that_holds_the_answer_gets_a_304(site: Site, path: str, form: str) -> None:
    etag = site.client.get(path).headers["etag"]
    asked = sum(site.counts("noughts_requests_total"))
    answer = site.client.get(path, headers={"If-None-Match": form.format(etag)})
    assert (answer.status_code, answer.content) == (304, b"")
    assert (answer.headers["etag"], answer.headers["x-cache"]) == (etag, "HIT")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert sum(site.counts("noughts_requests_total")) == asked + 2  # the metrics themselves
    assert site.client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_request_id_is_of_this_request(site: Site, path: str) -> None:
    for sent in ("first", "second"):
        answer = site.client.get(path, headers={"X-Request-ID": sent})
        assert answer.headers.get_list("x-request-id") == [sent]
    ids = {site.client.get(path).headers["x-request-id"] for _ in range(3)}
    assert len(ids) == 3
    assert ids.isdisjoint({"first", "second"})


@pytest.mark.parametrize("insane", ["a b", "a" * 65, "é", "", "a\tb", '"', "a,b"])
def test_an_insane_request_id_is_replaced(site: Site, path: str, insane: str) -> None:
    answer = site.client.get(path, headers={b"X-Request-ID": insane.encode()})
    [given] = answer.headers.get_list("x-request-id")
    assert given != insane
    assert given.isalnum()


@pytest.mark.parametrize("sent", ["mine-1.a_b", "not sane"])
def test_both_logs_know_a_request_by_its_id(site: Site, path: str, sent: str) -> None:
    given = site.client.get(path, headers={"X-Request-ID": sent}).headers["x-request-id"]

    def lines() -> list[str]:
        return [line for replica in site.replicas for line in replica.log if given in line]

    wait_until(lines)
    [line] = lines()
    assert json.loads(line)["route"] == "/v1/best-move"
    wait_until(lambda: site.proxy.log[-1]["request_id"] == given)


def test_the_log_has_no_query(site: Site) -> None:
    answer = site.client.get("/v1/analysis?board=XO./.X./..O")
    wait_until(lambda: site.proxy.log[-1]["request_id"] == answer.headers["x-request-id"])
    line = site.proxy.log[-1]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/v1/analysis", 200)
    assert "XO" not in json.dumps(line)


def test_the_time_that_an_answer_took_is_not_told_twice(site: Site, path: str) -> None:
    assert site.client.get(path).headers["server-timing"].startswith("total;dur=")
    assert "server-timing" not in site.client.get(path).headers


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Accept", "text/html"),
        ("Accept-Encoding", "br"),
        ("Authorization", "Bearer x"),
        ("Cache-Control", "no-cache"),
        ("Cookie", "a=b"),
        ("Host", "elsewhere.example"),
        ("Origin", "null"),
        ("Origin", "?" * 300),
        ("Pragma", "no-cache"),
        ("Range", "bytes=0-9"),
        ("User-Agent", "another"),
    ],
)
def test_no_header_makes_another_question(site: Site, path: str, name: str, value: str) -> None:
    first = site.client.get(path)
    second = site.client.get(path, headers={name: value})
    assert (second.status_code, second.headers["x-cache"]) == (200, "HIT")
    assert second.content == first.content


def test_a_condition_on_time_means_nothing(site: Site, path: str) -> None:
    first = site.client.get(path)
    for _ in range(2):
        again = site.client.get(
            path, headers={"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}
        )
        assert (again.status_code, again.content) == (200, first.content)
        assert "x-cache" not in again.headers


def test_a_condition_is_judged_by_the_service(site: Site, path: str) -> None:
    first = site.client.get(path)
    for tag, status in (('"other"', 412), (first.headers["etag"], 200)):
        again = site.client.get(path, headers={"If-Match": tag})
        assert again.status_code == status
        assert "x-cache" not in again.headers


def test_the_same_question_at_the_same_time_is_searched_once(site: Site) -> None:
    before = sum(site.counts("noughts_cache_misses_total"))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(site.client.get, [HEAVY] * 8))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert sum(site.counts("noughts_cache_misses_total")) == before + 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/docs",
        "/openapi.json",
        "/livez",
        "/readyz",
        "/static/icon.svg",
        "/v1/analysis/stream?board=XO./.X./..O",
        "/v1/analysis?board=XXX",
        "/v1/nope",
    ],
)
def test_what_is_never_kept(site: Site, path: str) -> None:
    for _ in range(2):
        assert site.client.get(path).headers.get("x-cache") in {None, "MISS"}


def test_a_post_is_never_kept(site: Site) -> None:
    body = {"board": "XO./.X./..O"}
    answers = [site.client.post("/v1/analysis", json=body) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert all("x-cache" not in answer.headers for answer in answers)


def test_a_file_goes_to_each_client_as_it_wants_it(site: Site) -> None:
    for encoding in ("gzip", "identity", "gzip"):
        answer = site.client.get("/static/icon.svg", headers={"Accept-Encoding": encoding})
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert "accept-encoding" in answer.headers["vary"].lower()
        etag = answer.headers["etag"]
        again = site.client.get("/static/icon.svg", headers={"If-None-Match": etag})
        assert again.status_code == 304


def test_an_old_answer_is_given_at_once_while_a_new_one_is_fetched() -> None:
    site, path = Site(cache_max_age="1"), new_path()
    try:
        first = site.client.get(path)
        answers = [first]

        def is_stale() -> bool:
            answers.append(site.client.get(path))
            return answers[-1].headers["x-cache"] == "STALE"

        wait_until(is_stale)
        wait_until(lambda: sum(site.counts('noughts_requests_total{method="GET",route="/v1/b')) > 1)
        wait_until(lambda: site.client.get(path).headers["x-cache"] == "HIT")
        assert {answer.content for answer in answers} == {first.content}
        for replica in site.replicas:
            replica.stop()
        wait_until(is_stale)
        assert (answers[-1].status_code, answers[-1].content) == (200, first.content)
        lost = site.client.get(new_path())
        assert (lost.status_code, lost.json()["code"]) == (503, "not_ready")
        assert lost.headers["retry-after"] == "1"
    finally:
        site.close()
