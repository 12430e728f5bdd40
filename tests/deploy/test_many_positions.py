"""Many positions in one call, through nginx with its delivered limits."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests import reference
from tests.deploy.proxy import Site
from tests.reference import THREE_BY_THREE

pytestmark = pytest.mark.full

FORK = {"board": "XO./.X./..O"}
HEADERS = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Replicas behind a proxy with the limits of docker-compose.yml."""
    site = Site({"rate": "50r/s", "burst": "200", "connections": "64"})
    try:
        yield site
    finally:
        site.close()


def test_a_mebibyte_is_passed_on_and_no_more(site: Site) -> None:
    url = f"{site.proxy.url}/v1/analyses"
    body = json.dumps({"positions": [FORK]}).encode()
    assert httpx.post(url, content=body.ljust(2**20), headers=HEADERS).status_code == 200
    for path, limit in (("analyses", 2**20), ("analysis", 2**16)):
        address = f"{site.proxy.url}/v1/{path}"
        answer = httpx.post(address, content=body.ljust(limit + 1), headers=HEADERS)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert answer.json()["detail"] == f"A body may have {limit} bytes: send less."


def test_every_position_of_3x3_is_within_the_limits(site: Site) -> None:
    positions = [
        {"board": board, "side_to_move": side}
        for board, side in sorted(reference.reachable(THREE_BY_THREE))
    ]
    lines = 0
    with httpx.Client(headers={"accept": "application/x-ndjson"}, timeout=60) as client:
        for start in range(0, len(positions), 500):
            call = {"positions": positions[start : start + 500], "moves": "best"}
            answer = client.post(f"{site.proxy.url}/v1/analyses", json=call)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "application/x-ndjson"
            lines += len(answer.text.splitlines())
    assert lines == len(positions) == 10_956
