"""The same request gets the same response from a full cache, and under a prefix.

The requests are the examples of the contract, with good and bad heads.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.asgi import Client, Clients
from tests.openapi.document import EXAMPLES, request_of, send
from tests.parameters import one_of

HEADS: list[dict[str, Any]] = [
    {"host": "a\\b"},
    {"host": ["x", "x"]},
    {"host": ["x", "x"], "accept-encoding": "identity"},
    {"host": []},
    {"x": "a" * 20_000},
    {"transfer-encoding": "gzip"},
    {"content-type": "text/plain"},
    {"content-encoding": "gzip"},
    {"if-match": '"other"'},
    {"if-none-match": "*"},
    {"origin": "http://page.example"},
    {"accept-encoding": "gzip"},
    {"accept-encoding": "identity"},
    {"accept-encoding": "br, gzip;q=0"},
    {},
]


@pytest.fixture(scope="module")
def client(runner: asyncio.Runner) -> Iterator[Client]:
    """A client of an application without stored responses."""
    clients = Clients(runner)
    yield clients()
    clients.close()


@pytest.mark.parametrize(("name", "status", "example"), one_of(3, EXAMPLES))
def test_request_gets_the_same_response_from_a_full_cache(
    client: Client, name: str, status: str, example: str
) -> None:
    asked = request_of(name, example)
    heads = [({}, "2.0"), *((head, "1.1") for head in HEADS)]
    first = [send(client, name, asked, *head) for head in heads]
    assert first[-1].status == int(status)
    assert {each.status for each in first[:5]} == {400}
    for head, before in zip(heads, first, strict=True):
        after = send(client, name, asked, *head)
        assert (after.status, after.body) == (before.status, before.body), head
        assert after.lasting_headers == before.lasting_headers, head
