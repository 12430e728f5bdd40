"""What nginx adds to the service's answers, and what it leaves as it is."""

import json
from itertools import pairwise
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.deploy.proxy import Site, wait_until

pytestmark = pytest.mark.full

OWN = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


@pytest.mark.parametrize("path", ["/livez", "/openapi.json", "/v1/levels", "/v1/nope"])
def test_answers_may_do_nothing_in_a_browser(site: Site, path: str) -> None:
    for _ in range(2):
        headers = site.client.get(path).headers
        assert {name: headers.get_list(name) for name in OWN} == {
            name: [value] for name, value in OWN.items()
        }


@pytest.mark.parametrize("path", ["/", "/docs", "/learn", "/client/noughts.js", "/problems"])
def test_pages_keep_the_headers_of_the_service(site: Site, path: str) -> None:
    through, direct = site.client.get(path), httpx.get(site.replicas[0].url + path)
    assert through.content == direct.content
    for name in OWN:
        assert through.headers.get_list(name) == [direct.headers[name]]
    for name in set(direct.headers) - {"date", "x-request-id", "server-timing", "connection"}:
        assert through.headers.get_list(name) == direct.headers.get_list(name)


def test_nobody_is_told_what_runs(site: Site) -> None:
    assert site.client.get("/livez").headers["server"] == "nginx"


def test_a_page_elsewhere_may_ask(site: Site) -> None:
    asked = {
        "Origin": "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    through = site.client.options("/v1/analysis", headers=asked)
    direct = httpx.options(f"{site.replicas[0].url}/v1/analysis", headers=asked)
    assert through.status_code == direct.status_code == 204
    for name in direct.headers:
        if name.startswith("access-control"):
            assert through.headers.get_list(name) == [direct.headers[name]]


def test_a_trace_is_in_both_logs(site: Site) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    sent = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01", "x-request-id": "of-trace"}
    site.client.get("/livez", headers=sent)
    site.client.get("/livez", headers=sent | {"traceparent": "secret"})

    def traces_of(lines: list[dict[str, Any]]) -> list[str]:
        return [each.get("trace_id", "") for each in lines if each.get("request_id") == "of-trace"]

    def in_replicas() -> list[str]:
        return traces_of([json.loads(each) for one in site.replicas for each in one.log])

    wait_until(lambda: len(in_replicas()) == 2)
    assert sorted(in_replicas()) == ["", trace]
    assert traces_of(site.proxy.log) == [trace, ""]


def test_events_arrive_one_by_one(site: Site) -> None:
    path = (
        "/v1/analysis/stream?board=....../....../....../....../......&in_a_row=4&max_nodes=200000"
    )
    arrived, events = [], []
    with site.client.stream("GET", path) as stream:
        for line in stream.iter_lines():
            if line.startswith("event: "):
                arrived.append(monotonic())
                events.append(line)
    assert events == ["event: progress"] * (len(events) - 1) + ["event: analysis"]
    assert len(events) > 5
    # A search of so many positions takes a while between any two; what was held back comes at once.
    gaps = [later - earlier for earlier, later in pairwise(arrived)]
    assert sum(gap > 0.01 for gap in gaps) > len(gaps) / 2


GAME = {"moves": [24, 0, 25], "columns": 7, "rows": 7, "in_a_row": 5, "max_nodes": 5_000_000}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/analysis/stream?board=....../....../....../....../.....O&in_a_row=4", None),
        ("/v1/review/stream", GAME),
    ],
    ids=["analysis", "review"],
)
def test_a_client_that_leaves_ends_its_search(
    site: Site, path: str, body: dict[str, object] | None
) -> None:
    with site.client.stream("POST" if body else "GET", path, json=body) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: progress"
        assert sum(site.counts("noughts_searches_running")) == 1
    wait_until(lambda: sum(site.counts("noughts_searches_running")) == 0)
