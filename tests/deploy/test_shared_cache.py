"""Two replicas behind nginx share their searches, and no fault of the store is noticed."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import pytest

from tests.deploy.proxy import Site
from tests.deploy.store import PATIENT_SERVE, SharedStore
from tests.live import Service

pytestmark = pytest.mark.full

SEARCHES = "noughts_cache_misses_total"
HITS = 'noughts_shared_cache_total{outcome="hit"}'
numbers = count(60_000)


@pytest.fixture(scope="module")
def store() -> Iterator[SharedStore]:
    with SharedStore() as store:
        yield store


@pytest.fixture(scope="module")
def patient_site(store: SharedStore) -> Iterator[Site]:
    with Site(command=PATIENT_SERVE, cache_url=store.url) as site:
        yield site


def new_search() -> dict[str, Any]:
    """A search that no client has requested yet, of some hundredths of a second."""
    return {"board": "." * 49, "in_a_row": 5, "max_nodes": next(numbers)}


def ask(replica: Service, body: dict[str, Any]) -> bytes:
    answer = httpx.post(f"{replica.url}/v1/analysis", json=body, timeout=120)
    return answer.raise_for_status().content


def test_results_outlive_all_replicas(patient_site: Site) -> None:
    bodies = [new_search() for _ in range(10)]
    answers = [ask(patient_site.replicas[0], body) for body in bodies]
    for replica in patient_site.replicas:
        assert replica.stop() == 0
    for replica in patient_site.replicas:
        replica.start()
        assert [ask(replica, body) for body in bodies] == answers
        assert (replica.count(SEARCHES), replica.count(HITS)) == (0, 10)


def test_streams_reviews_and_batches_share_searches(patient_site: Site) -> None:
    review = {"columns": 7, "rows": 7, "in_a_row": 5, "moves": [24, 0], "max_nodes": 60_000}
    one, other = patient_site.replicas
    requests: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "analysis/stream", {"params": new_search()}),
        ("POST", "review/stream", {"json": review}),
        ("POST", "analyses", {"json": {"positions": [new_search()]}}),
    ]
    for method, path, content in requests:
        searches, hits = other.count(SEARCHES), other.count(HITS)
        first, second = (
            httpx.request(method, f"{replica.url}/v1/{path}", timeout=120, **content)
            for replica in (one, other)
        )
        assert (first.status_code, first.content) == (200, second.content)
        assert (other.count(SEARCHES), other.count(HITS)) == (searches, hits + 1)
