"""A server that has just started responds to many requests at once like any other."""

import asyncio
import json
from itertools import count

import httpx
import pytest

from tests.live import ROOT, Service
from tests.openapi.document import EXAMPLES, OPERATIONS, request_of, target_of

CLIENTS = 20
PAUSE = 0.03  # seconds between two paths
DOCUMENTS = ("/openapi.json", "/openapi-3.0.json")
FILES = ("/client/noughts.js", "/docs/swagger-ui/swagger-ui.css", "/static/site.css")
PAGES = (
    "/",
    "/docs",
    "/examples/",
    "/learn",
    "/learn/player",
    "/learn/player/sandbox",
    "/learn/practice",
    "/problems",
    "/puzzles",
)

Request = tuple[str, dict[str, object] | None]  # a path with its query, and a body


def requests() -> list[Request]:
    """Return one request of every path and method."""
    paths = ("/openapi.json", *FILES, *PAGES, "/livez", "/openapi-3.0.json")
    found: list[Request] = [(path, None) for path in paths]
    seen = set()
    for operation_id, status, example in EXAMPLES:
        if status == "200" and operation_id not in seen:
            seen.add(operation_id)
            method, path, _ = OPERATIONS[operation_id]
            request = request_of(operation_id, example)
            is_post = method == "post"
            found.append((path, request) if is_post else (target_of(operation_id, request), None))
    return found


async def send(client: httpx.AsyncClient, request: Request, address: str) -> httpx.Response:
    path, body = request
    headers = {"X-Forwarded-For": address}
    if body is None:
        return await client.get(path, headers=headers)
    return await client.post(path, json=body, headers=headers)


async def send_all(url: str) -> list[tuple[Request, list[httpx.Response]]]:
    """Send every request from twenty addresses at once, and all of them within a second."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client:

        async def send_from_all(number: int, request: Request) -> list[httpx.Response]:
            await asyncio.sleep(number * PAUSE)
            addresses = [f"10.0.0.{index}" for index in range(CLIENTS)]
            return await asyncio.gather(*(send(client, request, each) for each in addresses))

        sent = requests()
        return list(
            zip(sent, await asyncio.gather(*map(send_from_all, count(), sent)), strict=True)
        )


@pytest.fixture(scope="module")
def responses() -> list[tuple[Request, list[httpx.Response]]]:
    with Service(trusted_proxies="127.0.0.1") as service:
        return asyncio.run(send_all(service.url))


def test_twenty_requests_of_every_path_get_the_same_response(
    responses: list[tuple[Request, list[httpx.Response]]],
) -> None:
    for (path, _), answers in responses:
        # At most 16 batches run at a time, so some can be refused.
        allowed = {200, 503} if path == "/v1/analyses" else {200}
        assert {each.status_code for each in answers} <= allowed, path
        assert len({each.content for each in answers if each.status_code == 200}) == 1, path


def test_first_documents_are_complete(
    responses: list[tuple[Request, list[httpx.Response]]],
) -> None:
    for (path, _), answers in responses:
        if path in DOCUMENTS:
            committed = json.loads((ROOT / "openapi" / path.removeprefix("/")).read_text())
            served = answers[0].json()
            assert served | {"servers": []} == committed | {"servers": []}
